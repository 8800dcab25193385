// SPDX-License-Identifier: MIT

extension String {
  /// The text in quotes, for a one-line message. Characters that would end the line or control a terminal are escaped.
  package var quoted: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where !scalar.isASCII, .format, .lineSeparator, .paragraphSeparator:
        quoted += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: quoted += scalar.escaped(asASCII: false)
      }
    }
    return quoted + "\""
  }
}
