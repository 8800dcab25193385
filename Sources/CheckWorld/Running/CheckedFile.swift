/// The findings of one file.
struct CheckedFile {
  /// The findings that no waiver allows, with their lines of code.
  private(set) var uses: [(finding: Finding, code: String)] = []
  /// The mistakes in waivers.
  private(set) var mistakes: [Finding] = []
  private(set) var waivedCount = 0

  init(_ text: String, path: String, mayUseCurrent: Bool) {
    let lexer = Lexer(text)
    let code = lexer.tokens
    let found = Uses.find(
      in: code, path: path, mayUseCurrent: mayUseCurrent || CurrentRule.isEntryPoint(code))
    let (waivers, mistakes) = Waiver.read(lexer, path: path)
    self.mistakes = mistakes

    let lines =
      found.isEmpty ? [] : text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let open = found.filter { finding in !waivers.contains { $0.covers(finding) } }
    uses = open.map { ($0, Substring(lines[$0.line - 1]).trimmed) }
    waivedCount = found.count - open.count

    for waiver in waivers where !found.contains(where: waiver.covers) {
      let message = "this waiver has nothing to allow; remove it"
      self.mistakes.append(Finding(at: waiver.comment, of: path, "stale-waiver", message))
    }
  }
}
