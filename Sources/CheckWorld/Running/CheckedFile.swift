// SPDX-License-Identifier: MIT

import Foundation

/// A source file and its findings.
struct CheckedFile {
  /// The findings that no waiver allows, with their lines of code.
  private(set) var uses: [(finding: Finding, code: String)] = []
  /// The mistakes in waivers.
  private(set) var mistakes: [Finding] = []
  private(set) var waivedCount = 0
  /// Whether the file has an entry point or builders.
  private(set) var hasBuilders = false
  let tree: SyntaxTree
  private let comments: [Token]
  private let text: String

  init(_ text: String) {
    self.text = text
    let lexer = Lexer(text)
    comments = lexer.comments
    tree = SyntaxTree(lexer.tokens)
  }

  /// - Parameter rules: The names of the rules to check. Waivers are always checked.
  mutating func check(
    as path: String, in target: Declarations? = nil, mayUseCurrent: Bool, rules: Set<String> = Rule.defaults,
    isTest: Bool = false
  ) {
    // Unless this rule is checked, any code may use `Current`.
    let isEverywhere = !rules.contains(CurrentRule.outsideBuilders.name)
    let mayUseCurrent = mayUseCurrent || tree.has("@", "main")
    hasBuilders = mayUseCurrent || tree.root.descendants.contains(where: \.isBuilder)
    let found = Uses.find(
      in: tree, of: target, path: path, mayUseCurrent: mayUseCurrent, fixesAnywhere: isEverywhere)
    let (waivers, mistakes) = Waiver.read(comments, of: tree, path: path)
    self.mistakes = isTest ? [] : mistakes

    let lines =
      found.isEmpty ? [] : text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let chosen = found.filter { rules.contains($0.rule) }
    let open = chosen.filter { finding in !waivers.contains { $0.covers(finding) } }
    uses = open.map { finding in
      var finding = finding
      let line = lines[finding.line - 1]
      finding.column16 = String(decoding: line.prefix(finding.column - 1), as: UTF8.self).utf16.count + 1
      return (finding, String(Substring(line)).trimmingCharacters(in: .whitespacesAndNewlines))
    }
    waivedCount = chosen.count - open.count

    if isTest { return }
    // A waiver isn't stale if its rule merely isn't checked in this run.
    for waiver in waivers where !found.contains(where: waiver.covers) {
      self.mistakes.append(Finding(at: waiver.comment, of: path, Waiver.stale, "this waiver"))
    }
  }
}
