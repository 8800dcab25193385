extension String {
  /// The text in quotes, for a line of an error: whatever would end the line, or steer a terminal, is escaped.
  package var quoted: String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control where !scalar.isASCII, .format, .lineSeparator, .paragraphSeparator:
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: scalar.escaped(asASCII: false)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
