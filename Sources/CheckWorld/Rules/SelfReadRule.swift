/// A dependency that reads itself calls itself until the stack ends: `$0.date = { Current.date() + 3600 }`.
enum SelfReadRule {
  static let name = "self-read"

  private static let dependencies: Set<Substring> = [
    "date", "calendar", "timezone", "locale", "uuid", "sleep",
  ]

  /// The assignments of a closure to a dependency in which the closure reads that dependency of `Current`.
  static func find(in code: [Token], path: String) -> [Finding] {
    var findings: [Finding] = []
    for index in code.indices where code[index].text == "=" && index >= 2 && index + 1 < code.count {
      let dependency = code[index - 1].name
      guard dependencies.contains(dependency), code[index - 2].text == ".", code[index + 1].text == "{",
        let read = read(of: dependency, in: code[(index + 1)...])
      else { continue }
      findings.append(
        Finding(
          at: read, of: path, name,
          "'Current.\(dependency)' is read by the closure that becomes '\(dependency)', which so calls itself; "
            + "capture the old one: 'let old = $0.\(dependency)'"))
    }
    return findings
  }

  /// The first read of a dependency of `Current` in the block that the code begins with.
  private static func read(of dependency: Substring, in code: ArraySlice<Token>) -> Token? {
    var depth = 0
    for index in code.indices {
      if code[index].text == "{" { depth += 1 }
      if code[index].text == "}" { depth -= 1 }
      if depth == 0 { return nil }
      guard code[index].name == "Current", index + 2 < code.endIndex, code[index + 1].text == "." else {
        continue
      }
      if code[index + 2].name == dependency { return code[index] }
    }
    return nil
  }
}
