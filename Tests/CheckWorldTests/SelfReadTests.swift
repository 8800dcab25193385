import Testing

@testable import CheckWorld

/// A dependency that reads itself is found in its plain form, also where `Current` may be used.
struct SelfReadTests {
  private func found(_ source: String) -> [String] {
    Uses.find(in: SyntaxTree(Lexer(source).tokens), path: "a.swift", mayUseCurrent: true)
      .map { "\($0.line):\($0.column) \($0.rule)" }
  }

  @Test(arguments: [
    ("$0.date = { Current.date() + 3600 }", "1:13"),
    ("Current.timezone = {\n  Current.timezone()\n}", "2:3"),
    ("world.uuid = { [log] in if log { note() }; return Current.uuid() }", "1:51"),
    ("$0.sleep = { try await Current.sleep($0 * 2) }", "1:24"),
  ])
  func plainForms(source: String, place: String) {
    #expect(found(source) == ["\(place) self-read"])
  }

  @Test(arguments: [
    "let old = $0.date\n$0.date = { old() + 3600 }", "$0.date = { Current.calendar().startOfDay() }",
    "date = { Current.date() }", "$0.date = { other }\nprint(Current.date())", "$0.title = { Current.title }",
    "if $0.date == Current.date {}",
  ])
  func othersAreLeftAlone(source: String) {
    #expect(found(source) == [])
  }

  @Test func theMessageSaysWhatToDo() {
    let findings = Uses.find(
      in: SyntaxTree(Lexer("$0.date = { Current.date() }").tokens), path: "a.swift", mayUseCurrent: true)
    #expect(findings.first?.message.contains("capture the old one: 'let old = $0.date'") == true)
  }
}
