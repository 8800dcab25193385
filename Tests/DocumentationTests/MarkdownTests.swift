import Testing

/// The check of the documents is only worth what it can catch.
@Suite
struct MarkdownTests {
  private let fence = "```"

  private func blocks(_ text: String) throws -> [CodeBlock] {
    try Markdown.blocks(of: "swift", in: text, document: "D.md")
  }

  @Test func findsTheBlocksOfOneLanguage() throws {
    let text = """
      Text
      \(fence)swift
      let a = 1

        let b = 2
      \(fence)
      \(fence)
      not Swift
      \(fence)
      - a list
        \(fence)swift
        let c = 3
        \(fence)
      \(fence)swiftly
      no
      \(fence)
      """
    #expect(
      try blocks(text) == [
        CodeBlock(document: "D.md", line: 2, text: "let a = 1\n\n  let b = 2"),
        CodeBlock(document: "D.md", line: 11, text: "  let c = 3"),
      ])
  }

  @Test(arguments: ["", "no code", "`let a = 1`"])
  func findsNothingWhereNothingIs(text: String) throws {
    #expect(try blocks(text).isEmpty)
  }

  @Test func aFenceThatIsNotClosedIsAnError() {
    #expect(throws: Markdown.UnclosedFence(line: 2)) { try blocks("a\n\(fence)swift\nlet a = 1") }
  }

  @Test func findsLinks() {
    #expect(Markdown.links(in: "[a](b.md), ![c](d.png) and (e)") == ["b.md", "d.png"])
    #expect(Markdown.links(in: "none").isEmpty)
  }

  private let source = CompiledSource(
    """
    import World

    func f() {
      Current.date = { .distantPast }

      if true {
        g()
      }
    }
    """)

  @Test(arguments: [
    "import World",
    "Current.date = { .distantPast }\nif true {\n  g()\n}",
    "    Current.date = { .distantPast }  \n\n\n",
  ])
  func aSnippetIsFoundWhateverItsIndentationAndBlankLines(snippet: String) {
    #expect(source.contains(snippet))
  }

  @Test(arguments: [
    "",
    "import Worlds",
    "Current.date = { .distantFuture }",
    "import World\nCurrent.date = { .distantPast }",
    "g()\nif true {",
    "Current.date",
    "Current.date = {.distantPast}",
    "}\n}\n}",
  ])
  func aSnippetThatIsNotThereIsNotFound(snippet: String) {
    #expect(!source.contains(snippet))
  }

  @Test(arguments: ["/*\nlet a = 1\n*/", "#if false\nlet a = 1\n#endif", "// let a = 1", "\"let a = 1\""])
  func whatWasNotCompiledDoesNotCount(source: String) {
    #expect(!CompiledSource(source).contains("let a = 1"))
  }
}
