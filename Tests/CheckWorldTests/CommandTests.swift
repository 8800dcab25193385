#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing

  @testable import CheckWorld

  /// The executable, as the plugin runs it.
  struct CommandTests {
    private func run(_ arguments: String..., for shop: Shop, in folder: String? = nil) throws -> ProcessResult
    {
      try run(arguments, for: shop, in: folder)
    }

    private func run(_ arguments: [String], for shop: Shop, in folder: String? = nil) throws -> ProcessResult
    {
      try JSONEncoder().encode(shop.package).write(to: URL(fileURLWithPath: shop.folder + "/package.json"))
      let process = Process()
      process.executableURL = builtProgram("CheckWorld")
      process.arguments = [shop.folder + "/package.json"] + arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder ?? shop.folder)
      return try process.result()
    }

    private let message =
      "'Date()' reads the machine's clock; take 'Current.date()' in a builder and pass it on, "
      + "or allow it: '// check-world: allow <reason>'"

    private let hint =
      "check-world: Shop: no entry point and no builders; '--rules direct' is for libraries\n"

    @Test func warningsAreFine() throws {
      let shop = try Shop(["Sources/Shop/a.swift": "\n Date()"])
      #expect(
        try run(for: shop)
          == ProcessResult(
            code: 0,
            output:
              "\(hint)Sources/Shop/a.swift:2:2: warning: \(message) [direct-date]\n     1 direct-date\ncheck-world: 1 file, 1 finding\n"
          )
      )
    }

    @Test func strictlyTheyAreErrors() throws {
      let shop = try Shop(["Sources/Shop/a.swift": "Date()", "Sources/Shop/b.swift": ""])
      #expect(
        try run("--strict", for: shop, in: "/usr")
          == ProcessResult(
            code: 1,
            output: """
              \(hint)\(shop.folder)/Sources/Shop/a.swift:1:1: error: \(message) [direct-date]
                   1 direct-date
              check-world: 2 files, 1 finding

              """))
    }

    @Test func nothingFoundIsFine() throws {
      let shop = try Shop([
        "Sources/Shop/a.swift": "Date()  // check-world: allow it", "Sources/Shop/b.swift": "Date()",
        "old": "direct-date\tSources/Shop/b.swift\tDate()",
      ])
      #expect(
        try run("--strict", "--baseline", "old", for: shop)
          == ProcessResult(
            code: 0, output: "check-world: 2 files, 0 findings, 1 allowed, 1 in the baseline\n"))
    }

    /// Each ends with the documented code, prints nothing, and says on standard error what is wrong.
    @Test(arguments: [
      (["--srtict"], "'--srtict' is not a flag of check-world; see --help"),
      (["Shop"], "'Shop' is not a flag of check-world; see --help"),
      (
        ["--rules", "dirct"],
        "--rules dirct: it is a list of rules with commas between, of 'direct', or of 'default'; see --rules"
      ),
      (["--format", "xml"], "--format xml: it is one of text, json, sarif, github"),
      (["--format"], "--format needs a value; see --help"),
      (["--target", "Shpo"], "there is no target 'Shpo' to check; there are Shop"),
      (
        ["--may-use-current", "Rots"], "--may-use-current Rots: there is no such source; correct or remove it"
      ),
      (["--baseline", "old"], "the baseline old can't be read; write it with --write-baseline old"),
      (["--fix", "--write-baseline", "new"], "--write-baseline and --fix: run one, and then the other"),
    ])
    func mistakesAreOnStandardError(words: [String], message: String) throws {
      let source = "import World\nfunc f() { g(Date()) }"
      let shop = try Shop(["Sources/Shop/aBuilder.swift": source])
      #expect(try run(words, for: shop) == ProcessResult(code: 2, errors: "check-world: \(message)\n"))
      #expect(try shop.read("Sources/Shop/aBuilder.swift") == source)
    }

    @Test func whatCannotBeReadOrWrittenEndsWithTwo() throws {
      let shop = try Shop(["Sources/Shop/a.swift": "Date()"])
      let unwritten = try run("--write-baseline", "no/such/folder", for: shop)
      #expect((unwritten.code, unwritten.output) == (2, ""))
      #expect(unwritten.errors.hasPrefix("check-world: no/such/folder can't be written ("))
      try FileManager.default.removeItem(atPath: shop.folder + "/Sources/Shop/a.swift")
      #expect(
        try run(for: shop)
          == ProcessResult(code: 2, errors: "check-world: Sources/Shop/a.swift can't be read\n"))
    }

    @Test func fixesAreWritten() throws {
      let shop = try Shop([
        "Sources/Shop/aBuilder.swift": "import World\nfunc f() { g(Date()) }",
        "Sources/Shop/b.swift": "let a = UUID()",
      ])
      let result = try run("--fix", "--strict", for: shop)
      #expect(result.code == 1)
      #expect(
        result.output.hasSuffix(
          "[direct-uuid]\n     1 direct-uuid\ncheck-world: 2 files, 1 finding, 1 fixed\n"))
      #expect(
        try shop.read("Sources/Shop/aBuilder.swift") == "import World\nfunc f() { g(Current.date()) }")
      #expect(try shop.read("Sources/Shop/b.swift") == "let a = UUID()")
      try FileManager.default.removeItem(atPath: shop.folder + "/Sources/Shop/b.swift")
      try shop.write("", to: "Sources/Shop/b.swift")
      #expect(
        try run("--fix", "--strict", for: shop)
          == ProcessResult(code: 0, output: "check-world: 2 files, 0 findings\n"))
    }

    @Test(arguments: Report.Format.allCases)
    func formatsArePrintedAlone(format: Report.Format) throws {
      let shop = try Shop(["Sources/Shop/a.swift": "Date()"])
      var options = Options()
      options.isStrict = true
      let report = Report(check: try Check(shop.package, options), workingFolder: shop.folder)
      #expect(
        try run("--strict", "--format", format.rawValue, for: shop)
          == ProcessResult(code: 1, output: report.text(format)))
    }

    @Test func rulesAreListedWithTheirWaysOut() throws {
      let result = try run("--rules", for: Shop(["Sources/Shop/a.swift": "Date()"]))
      #expect((result.code, result.errors) == (0, ""))
      let parts = result.output.components(separatedBy: "\n\n")
      #expect(parts.count == Rule.all.count)
      let optional = ["direct-files", "direct-network", "singleton"]
      let chosen = "if it is chosen: --rules default,"
      for (part, rule) in zip(parts, Rule.all) {
        let lines = part.split(separator: "\n").map(String.init)
        #expect(
          lines == [
            rule.name + (optional.contains(rule.name) ? " (\(chosen)\(rule.name))" : ""),
            "  finds:   \(rule.summary)", "  way out: \(rule.wayOut)",
          ])
        if rule.isAllowable {
          #expect(rule.wayOut.hasSuffix("or allow it: '// check-world: allow <reason>'"))
        }
      }
    }

    @Test func aListOfRulesIsChecked() throws {
      let shop = try Shop(["Sources/Shop/a.swift": "f(Current.date())"])
      #expect(try run("--strict", "--rules", "direct", for: shop).code == 0)
      #expect(try run("--strict", "--rules", "default", for: shop).code == 1)
      try shop.write("--rules direct", to: ".check-world")
      #expect(
        try run("--strict", for: shop) == ProcessResult(code: 0, output: "check-world: 1 file, 0 findings\n"))
    }

    @Test func aBaselineIsWrittenAndRead() throws {
      let shop = try Shop(["Sources/Shop/a.swift": "Date()", ".check-world": "--strict\n--baseline old"])
      #expect(
        try run("--write-baseline", "old", for: shop)
          == ProcessResult(code: 0, output: "check-world: findings written to old: 1\n"))
      #expect(try run(for: shop).code == 0)
      try shop.write("Date()\nUUID()", to: "Sources/Shop/a.swift")
      #expect(try run(for: shop).code == 1)
    }

    @Test func helpNamesEveryFlag() throws {
      let help = try run("--help", for: Shop(["Sources/Shop/a.swift": ""])).output
      for flag in [
        "--strict", "--fix", "--format", "--rules", "--target", "--may-use-current", "--baseline",
        "--write-baseline", "--help",
      ] {
        #expect(help.contains("  \(flag)"))
      }
      #expect(help.split(separator: "\n").allSatisfy { $0.count <= 110 })
    }
  }
#endif
