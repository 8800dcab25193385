/// Something that is to be mended, and where.
struct Finding: Equatable {
  /// The file, below the package's folder.
  var path: String
  var line: Int
  var column: Int
  var rule: String
  var message: String

  static func isBefore(_ one: Finding, _ other: Finding) -> Bool {
    one.path != other.path ? one.path < other.path : (one.line, one.column) < (other.line, other.column)
  }
}
