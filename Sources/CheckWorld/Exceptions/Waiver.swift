// SPDX-License-Identifier: MIT

/// A comment that allows a finding, with a reason.
///
///     let start = Date()  // check-world: allow it measures the machine itself
///
///     // check-world: allow the suite says which defaults are meant
///     UserDefaults(suiteName: name)
///
///     // check-world: allow-file here the live world is made
struct Waiver {
  /// The line that the waiver applies to; `nil` for the whole file.
  var line: Int?
  var comment: Token

  static let withoutReason = Rule(
    "waiver-without-reason", of: "a waiver without a reason", "allows nothing",
    advice: "write \(Rule.waiver)", isAllowable: false)
  static let unknown = Rule(
    "unknown-waiver", of: "a comment that looks like a waiver", "is none",
    advice: "write \(Rule.waiver), or 'allow-file' for a whole file", isAllowable: false)
  static let stale = Rule(
    "stale-waiver", of: "a waiver", "has nothing to allow", advice: "remove it", isAllowable: false)

  func covers(_ finding: Finding) -> Bool { line == nil || line == finding.line }

  /// The waivers of a file, and the mistakes in comments that look like waivers.
  static func read(
    _ comments: [Token], of file: SyntaxTree, path: String
  ) -> (waivers: [Waiver], mistakes: [Finding]) {
    var (waivers, mistakes): ([Waiver], [Finding]) = ([], [])
    for comment in comments {
      let words = comment.text.dropFirst(2).split(whereSeparator: \.isWhitespace)
      guard words.first == "check-world:" else { continue }
      switch (words.dropFirst().first, hasReason: words.count > 2) {
      case ("allow", true):
        // A comment on its own line applies to the next line of code.
        let line = file.code.first { $0.line >= comment.line }?.line
        waivers.append(Waiver(line: line ?? comment.line, comment: comment))
      case ("allow-file", true):
        waivers.append(Waiver(comment: comment))
      case ("allow", false), ("allow-file", false):
        mistakes.append(Finding(at: comment, of: path, withoutReason))
      default:
        mistakes.append(Finding(at: comment, of: path, unknown))
      }
    }
    return (waivers, mistakes)
  }
}
