import Testing

@testable import CheckWorld

struct LexerTests {
  private func names(_ source: String) -> [Substring] {
    Lexer(source).tokens.filter(\.isWord).map(\.name)
  }

  @Test(arguments: [
    "let now = Current.date()",
    "f(Current)",
    "`Current`",
    #""It is \(Current.date())""#,
    #""a \(f("b \(Current.date()) c")) d""#,
    #""a \(f(")", (1))) b \(Current.date())""#,
    ##"#"It is \#(Current.date())"#"##,
    "\"\"\"\n  It is \\(Current.date())\n  \"\"\"",
    "\"\"\"\r\n  It is \\(Current.date())\r\n  \"\"\"",
    "#\"\"\"\n  It is \\(no) \\#(Current.date())\n  \"\"\"#",
    "/* a comment */ Current.date()",
    "/* one /* in */ another */ Current.date()",
    "/**/ Current.date()",
    #""\""; Current.date()"#,
    #""\\"; Current.date()"#,
    #""//"; Current.date()"#,
    ##"#"""#; Current.date()"##,
    ##"#"\"#; Current.date()"##,
    "\"\"; Current.date()",
    "\"never closed\nCurrent.date()",
    "// a comment\nCurrent.date()",
    "#if os(Linux) // \"\nCurrent.date()\n#endif",
    "let quote = /\"/; Current.date()",
    "let slashes = #/ // \" /#; Current.date()",
    "#/\n  \" # a quote\n/#\nCurrent.date()",
    "text.split(separator: /[\"']/); Current.date()",
    "reduce(1, /) + \"/\"; Current.date()",
    "a / b / Current.date()",
    "a/b/Current.date()",
    "x /* y */ = 1; Current.date()",
    "-/* y */Current.date()",
    "#!/usr/bin/env swift\"\nCurrent.date()",
    "\u{FEFF}Current.date()",
    "größe≤Current.date()",
  ])
  func codeIsSeen(source: String) {
    #expect(names(source).contains("Current"))
  }

  @Test(arguments: [
    "// Current.date()",
    "/// ``Current``",
    "/* Current.date() */",
    "/* one /* in */ Current */",
    "/* never closed Current",
    #""Current.date()""#,
    #""\"Current""#,
    "\"\"\"\n  \"Current\"\n  \"\"\"",
    "\"\"\"\n  \\\"\"\" Current\n  \"\"\"",
    ##"#"a "Current" \(Current) b"#"##,
    "let word = /Current/",
    #"let path = /a\/Current/"#,
    "#/ a/Current /#",
    "##/ /# Current /##",
    "Locale.current; Currently(); theCurrent; Current1; _Current; größeCurrent; $Current",
  ])
  func proseIsNotSeen(source: String) {
    #expect(!names(source).contains("Current"))
  }

  @Test func positionsAreTheCompilers() {
    let tokens = Lexer("a\n  \"é\\(b)\" /* \n */ c\r\n`d e`").tokens.filter(\.isWord)
    // Columns count bytes.
    #expect(tokens.map { "\($0.name) \($0.line):\($0.column)" } == ["a 1:1", "b 2:8", "c 3:5", "d e 4:1"])
  }

  @Test func dotsOfOperatorsLeadToNoMember() {
    #expect(
      Lexer("0...a.b 1.5.c x..<.y").tokens.map(\.text) == [
        "0", "...", "a", ".", "b", "1.5", ".", "c", "x", "..<.", "y",
      ])
  }

  @Test(arguments: ["\"", "\"\"\"\n", "#\"", "\"\\(", "\"\\", "/*", "`", "#", "/", "#/", "\\", ".", "//", ""])
  func brokenCodeEnds(source: String) {
    #expect(Lexer(source + "\n" + source).tokens.count < 10)
  }
}
