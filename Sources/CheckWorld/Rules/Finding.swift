// SPDX-License-Identifier: MIT

/// A violation of a rule, and its place.
struct Finding: Equatable {
  /// The file, relative to the package's folder.
  var path: String
  var line: Int
  /// It counts bytes, as the compiler's do.
  var column: Int
  var rule: String
  var message: String
  var fix: Fix?
  /// The column in UTF-16 code units, as some formats have it.
  var column16: Int?

  static func isBefore(_ one: Finding, _ other: Finding) -> Bool {
    one.path != other.path ? one.path < other.path : (one.line, one.column) < (other.line, other.column)
  }
}

extension Finding {
  /// - Parameter subject: What is wrong, if the rule doesn't say it.
  init(at token: Token, of path: String, _ rule: Rule, _ subject: String? = nil) {
    self.init(
      path: path, line: token.line, column: token.column, rule: rule.name, message: rule.message(subject))
  }
}
