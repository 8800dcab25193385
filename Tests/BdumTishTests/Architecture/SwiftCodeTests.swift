import Testing

struct SwiftCodeTests {
  @Test(arguments: [
    "let now = Current.date()",
    "f(Current)",
    "\"It is \\(Current.date())\"",
    "\"a \\(f(\"b \\(Current.date()) c\")) d\"",
    "#\"It is \\#(Current.date())\"#",
    "\"\"\"\n  It is \\(Current.date())\n  \"\"\"",
    "/* a comment */ Current.date()",
    "/* one /* in */ another */ Current.date()",
    "\"\\\"\"; Current.date()",
    "\"//\"; Current.date()",
    "#\"\"\"#; Current.date()",
    "// a comment\nCurrent.date()",
    "World.Current",
  ])
  func codeIsSeen(source: String) {
    #expect(SwiftCode(source).identifiers.contains("Current"))
  }

  @Test(arguments: [
    "// Current.date()",
    "/// ``Current``",
    "/* Current.date() */",
    "/* one /* in */ Current */",
    "\"Current.date()\"",
    "\"\\\"Current\"",
    "\"\"\"\n  \"Current\"\n  \"\"\"",
    "#\"a \"Current\" \\(Current) b\"#",
    "Locale.current; Currently(); theCurrent; Current1; _Current",
  ])
  func proseIsNotSeen(source: String) {
    #expect(!SwiftCode(source).identifiers.contains("Current"))
  }
}
