/// The uses of the outside in a file's code.
struct Uses {
  private static let patterns: [Substring: [(rule: Rule, pattern: Pattern)]] = Dictionary(
    grouping: Rule.all.flatMap { rule in rule.patterns.map { (rule, $0) } }, by: { $0.1.key })

  /// In the order of the code.
  static func find(in code: [Token], path: String, mayUseCurrent: Bool) -> [Finding] {
    var findings: [Finding] = []
    for index in code.indices where code[index].kind != .symbol {
      if !mayUseCurrent, CurrentRule.isUse(code, at: index) {
        let token = code[index]
        findings.append(
          Finding(
            path: path, line: token.line, column: token.column, rule: CurrentRule.name,
            message: CurrentRule.message))
      }
      for (rule, pattern) in patterns[code[index].name] ?? [] {
        guard let use = pattern.match(in: code, at: index), let first = use.first else { continue }
        findings.append(
          Finding(
            path: path, line: first.line, column: first.column, rule: rule.name,
            message: rule.message(for: spelling(of: use))))
      }
    }
    return findings
  }

  private static func spelling(of use: ArraySlice<Token>) -> String {
    let text = use.dropFirst().reduce(use.first?.text ?? "") { $0 + ($1.isSpaced ? " " : "") + $1.text }
    return text.hasSuffix("(") ? text + "…)" : text.hasSuffix(":") && text.contains("(") ? text + ")" : text
  }
}
