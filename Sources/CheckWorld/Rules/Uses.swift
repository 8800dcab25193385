/// The uses of the system in a file's code.
enum Uses {
  private static let patterns: [Substring: [(rule: Rule, pattern: Pattern)]] = Dictionary(
    grouping: Rule.all.flatMap { rule in rule.patterns.map { (rule, $0) } }, by: { $0.1.key })

  static func find(in code: [Token], path: String, mayUseCurrent: Bool) -> [Finding] {
    var findings = SelfReadRule.find(in: code, path: path)
    for index in code.indices where code[index].isWord {
      if !mayUseCurrent, CurrentRule.isUse(code, at: index) {
        findings.append(Finding(at: code[index], of: path, CurrentRule.name, CurrentRule.message))
      }
      for (rule, pattern) in patterns[code[index].name] ?? [] {
        guard let use = pattern.match(in: code, at: index), let first = use.first else { continue }
        findings.append(Finding(at: first, of: path, rule.name, rule.message(for: spelling(of: use))))
      }
    }
    return findings
  }

  /// As it is written, without line breaks and the rest of the call.
  private static func spelling(of use: ArraySlice<Token>) -> String {
    let text = use.dropFirst().reduce(use.first?.text ?? "") { $0 + ($1.isSpaced ? " " : "") + $1.text }
    return text.hasSuffix(":") ? text + ")" : text
  }
}
