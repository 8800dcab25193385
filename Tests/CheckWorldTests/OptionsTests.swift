import Testing

@testable import CheckWorld

struct OptionsTests {
  private func options(_ words: String...) throws -> Options {
    var options = Options()
    try options.read(words)
    return options
  }

  @Test func flagsAreRead() throws {
    let options = try options(
      "--strict", "--target", "A", "--target=B", "--may-use-current", "Roots", "--baseline", "old",
      "--fix", "--format", "sarif", "--rules")
    var expected = Options()
    expected.isStrict = true
    expected.targets = ["A", "B"]
    expected.mayUseCurrent = [Glob("Roots")]
    expected.baseline = "old"
    expected.isFixing = true
    expected.format = .sarif
    expected.wantsRules = true
    #expect(options == expected)
  }

  @Test(arguments: [
    (["--sctrict"], "'--sctrict' is not a flag of check-world; see --help"),
    (["Shop"], "'Shop' is not a flag of check-world; see --help"),
    (["--strict=yes"], "'--strict=yes' is not a flag of check-world; see --help"),
    (["--fix=all"], "'--fix=all' is not a flag of check-world; see --help"),
    (
      ["--rules=all"],
      "--rules all: it is a list of rules with commas between, of 'direct', or of 'default'; see --rules"
    ),
    (
      ["--rules", "direct,"],
      "--rules direct,: it is a list of rules with commas between, of 'direct', or of 'default'; see --rules"
    ),
    (["--rules="], "--rules needs a value; see --help"),
    (["--format"], "--format needs a value; see --help"),
    (["--format", "--fix"], "--format needs a value; see --help"),
    (["--format", "yaml"], "--format yaml: it is one of text, json, sarif, github"),
    (["--format=JSON"], "--format JSON: it is one of text, json, sarif, github"),
    (["--fix", "--write-baseline", "b"], "--write-baseline and --fix: run one, and then the other"),
    (["--target"], "--target needs a value; see --help"),
    (["--target="], "--target needs a value; see --help"),
    (["--baseline", "--strict"], "--baseline needs a value; see --help"),
    (
      ["--write-baseline", "b", "--target", "A"],
      "--write-baseline writes the findings of all targets; remove --target"
    ),
  ])
  func mistakesAreExplained(words: [String], message: String) {
    var options = Options()
    #expect(throws: UsageError(message)) { try options.read(words) }
  }

  @Test func aFileHasFlagsALine() throws {
    var options = Options()
    try options.read(file: "# the composition root\r\n  --may-use-current Sources/The Shop/*  \n\n--strict")
    #expect(options.mayUseCurrent == [Glob("Sources/The Shop/*")])
    #expect(options.isStrict)
    #expect(throws: UsageError(".check-world: '--no' is not a flag of check-world; see --help")) {
      try options.read(file: "--no")
    }
  }
}
