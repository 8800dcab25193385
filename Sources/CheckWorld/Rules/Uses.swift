// SPDX-License-Identifier: MIT

/// Finds the violations in a file.
enum Uses {
  private static let patterns: [Substring: [(rule: Rule, pattern: Pattern)]] = Dictionary(
    grouping: (Rule.direct + Rule.optional).flatMap { rule in rule.patterns.map { (rule, $0) } },
    by: { $0.1.key })

  /// Returns the findings of all rules.
  ///
  /// - Parameters:
  ///   - target: The declarations of the file's target; `nil` if the file is the only one.
  ///   - fixesAnywhere: Whether fixes may use `Current` outside of builders.
  static func find(
    in file: SyntaxTree, of target: Declarations? = nil, path: String, mayUseCurrent: Bool,
    fixesAnywhere: Bool = false
  ) -> [Finding] {
    var file = file
    var declarations = target ?? Declarations([file])
    declarations.look(at: file)
    file.target = declarations
    let code = file.code
    let isScript = path == "main.swift" || path.hasSuffix("/main.swift")
    var findings =
      StaticRule.find(in: file, path: path, isScript: isScript) + OwnCurrentRule.find(in: file, path: path)
      + MockRule.liveMocks(in: file, path: path) + MockRule.sharedMocks(in: file, path: path)
    var waits: Range<Int> = 0..<0
    for index in code.indices where code[index].isWord {
      if let (rule, subject) = CurrentRule.broken(
        by: index, in: file, isScript: isScript, mayUseCurrent: mayUseCurrent)
      {
        findings.append(Finding(at: code[index], of: path, rule, subject))
      }
      if MockRule.isBroken(by: index, in: file, isScript: isScript) {
        findings.append(Finding(at: code[index - 1], of: path, MockRule.rule))
      }
      guard let candidates = patterns[code[index].name] else { continue }
      let matches = candidates.compactMap { rule, pattern in
        pattern.match(in: file, at: index).map { (rule: rule, pattern: pattern, use: $0) }
      }
      // The longest match wins.
      guard let (rule, pattern, use) = matches.max(by: { $0.use.count < $1.use.count }) else { continue }
      let around = file.nodes(around: index)
      if file.target.isLive(around, in: file) || SelfReadRule.isBuiltIn(around, rule, in: file) { continue }
      // A sleep's deadline isn't a finding of its own, but code in a closure among its arguments is.
      let isDeadline = waits.contains(index) && ["direct-date", "direct-clock"].contains(rule.name)
      if isDeadline, !around.contains(where: { $0.kind == .closure && waits.contains($0.range.lowerBound) }) {
        continue
      }
      if rule.name == "direct-sleep", let call = file.call(use) { waits = call }
      var advised = rule
      let mayUseCurrent = fixesAnywhere || mayUseCurrent || CurrentRule.mayUseCurrent(at: index, in: file)
      if mayUseCurrent, !around.contains(where: { $0.path == ["deinit"] }) {
        let isValue = StaticRule.isValue(around, in: file, isScript: isScript)
        advised.advice =
          (isValue ? CurrentRule.computed + ", and " : "") + rule.advice.replacing(Rule.inBuilder, with: "")
      }
      var finding = Finding(at: code[use.lowerBound], of: path, advised, "'\(spelling(of: code[use]))'")
      if mayUseCurrent, file.isInFunction(index, isScript: isScript) {
        finding.fix = pattern.replacement.flatMap { Fix(use, with: $0, in: file) }
      }
      findings.append(finding)
    }
    return findings
  }

  /// The source of a use, without line breaks and without the rest of the call.
  private static func spelling(of use: ArraySlice<Token>) -> String {
    let text = use.dropFirst().reduce(use.first?.text ?? "") { $0 + ($1.isSpaced ? " " : "") + $1.text }
    return text.count { $0 == "(" } > text.count { $0 == ")" }
      ? text + (text.hasSuffix(":") ? ")" : "…)") : text
  }
}
