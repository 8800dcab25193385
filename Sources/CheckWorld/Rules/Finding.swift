// SPDX-License-Identifier: MIT

/// A violation of a rule, with its location.
struct Finding: Equatable {
  /// The file, relative to the package's folder.
  var path: String
  var line: Int
  /// The column in bytes, as in the compiler's diagnostics.
  var column: Int
  var rule: String
  var message: String
  var fix: Fix?
  /// The column in UTF-16 code units, for formats that need it.
  var column16: Int?

  static func isBefore(_ one: Finding, _ other: Finding) -> Bool {
    one.path != other.path ? one.path < other.path : (one.line, one.column) < (other.line, other.column)
  }
}

extension Finding {
  /// - Parameter subject: The subject of the message; `nil` for the rule's own.
  init(at token: Token, of path: String, _ rule: Rule, _ subject: String? = nil) {
    self.init(
      path: path, line: token.line, column: token.column, rule: rule.name, message: rule.message(subject))
  }
}
