/// A comment that allows what would be found, and says why.
///
///     let start = Date()  // check-world: allow it measures the machine itself
///
///     // check-world: allow the suite says which defaults are meant
///     UserDefaults(suiteName: name)
///
///     // check-world: allow-file here the live world is made
struct Waiver {
  static let sample = "// check-world: allow <reason>"

  /// The line that it is for; all of the file's if there is none.
  var coveredLine: Int?
  var comment: Lexer.Comment

  func covers(_ finding: Finding) -> Bool { coveredLine.map { $0 == finding.line } ?? true }

  /// The waivers among a file's comments, and what is wrong with those that are none.
  static func read(_ lexer: Lexer, path: String) -> (waivers: [Waiver], mistakes: [Finding]) {
    var (waivers, mistakes): ([Waiver], [Finding]) = ([], [])
    for comment in lexer.comments {
      let words = comment.text.split(whereSeparator: \.isWhitespace)
      guard words.first == "check-world:" else { continue }
      func mistake(_ rule: String, _ message: String) {
        mistakes.append(
          Finding(path: path, line: comment.line, column: comment.column, rule: rule, message: message))
      }
      let verb = words.dropFirst().first ?? ""
      if !["allow", "allow-file"].contains(verb) {
        mistake("unknown-waiver", "'\(verb)' is neither 'allow' nor 'allow-file'; write '\(sample)'")
      } else if words.count < 3 {
        mistake(
          "waiver-without-reason",
          "a waiver needs a reason, and without one allows nothing; write '\(sample)'")
      } else if verb == "allow-file" {
        waivers.append(Waiver(comment: comment))
      } else {
        // On a line of its own, it is for the next line of code.
        let line = lexer.tokens.first { $0.line >= comment.line }?.line ?? comment.line
        waivers.append(Waiver(coveredLine: line, comment: comment))
      }
    }
    return (waivers, mistakes)
  }
}
