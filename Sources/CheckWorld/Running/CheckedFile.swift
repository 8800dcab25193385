import Foundation

/// The findings of one file.
struct CheckedFile {
  /// The findings that no waiver allows, with their lines of code.
  private(set) var uses: [(finding: Finding, code: String)] = []
  /// The mistakes in waivers.
  private(set) var mistakes: [Finding] = []
  private(set) var waivedCount = 0
  /// Whether it declares a `Current` of its own, which may have less than the world.
  let declaresCurrent: Bool
  let importsWorld: Bool

  init(_ text: String, path: String, mayUseCurrent: Bool) {
    let lexer = Lexer(text)
    let file = SyntaxTree(lexer.tokens)
    declaresCurrent = file.declaresCurrent
    importsWorld = file.has("import", "World")
    let found = Uses.find(
      in: file, path: path, mayUseCurrent: mayUseCurrent || file.has("@", "main"))
    let (waivers, mistakes) = Waiver.read(lexer, path: path)
    self.mistakes = mistakes

    let lines =
      found.isEmpty ? [] : text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let open = found.filter { finding in !waivers.contains { $0.covers(finding) } }
    uses = open.map { finding in
      var finding = finding
      let line = lines[finding.line - 1]
      finding.column16 = String(decoding: line.prefix(finding.column - 1), as: UTF8.self).utf16.count + 1
      return (finding, String(Substring(line)).trimmingCharacters(in: .whitespacesAndNewlines))
    }
    waivedCount = found.count - open.count

    for waiver in waivers where !found.contains(where: waiver.covers) {
      self.mistakes.append(Finding(at: waiver.comment, of: path, Waiver.stale, "this waiver"))
    }
  }
}
