extension String {
  /// The text in quotes, for one line of an error. Line breaks and control characters are escaped.
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
