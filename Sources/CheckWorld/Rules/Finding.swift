/// A violation of a rule, and its place.
struct Finding: Equatable {
  /// The file, relative to the package's folder.
  var path: String
  var line: Int
  var column: Int
  var rule: String
  var message: String

  static func isBefore(_ one: Finding, _ other: Finding) -> Bool {
    one.path != other.path ? one.path < other.path : (one.line, one.column) < (other.line, other.column)
  }
}

extension Finding {
  init(at token: Token, of path: String, _ rule: String, _ message: String) {
    self.init(path: path, line: token.line, column: token.column, rule: rule, message: message)
  }
}
