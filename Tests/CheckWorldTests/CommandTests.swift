#if os(Linux) || os(macOS)
  import Foundation
  import Testing

  @testable import CheckWorld

  /// The executable, as the plugin runs it.
  struct CommandTests {
    private struct Result: Equatable {
      var code: Int32
      var output = ""
      var errors = ""
    }

    private func run(_ arguments: String..., for shop: Shop, in folder: String? = nil) throws -> Result {
      try JSONEncoder().encode(shop.package).write(to: URL(fileURLWithPath: shop.folder + "/package.json"))
      let (process, output, errors) = (Process(), Pipe(), Pipe())
      process.executableURL = CommandTests.url
      process.arguments = [shop.folder + "/package.json"] + arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder ?? shop.folder)
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      let (printed, complained) = (
        try output.fileHandleForReading.readToEnd(), try errors.fileHandleForReading.readToEnd()
      )
      process.waitUntilExit()
      return Result(
        code: process.terminationStatus, output: String(decoding: printed ?? Data(), as: UTF8.self),
        errors: String(decoding: complained ?? Data(), as: UTF8.self))
    }

    /// It stands beside the tests.
    private static let url: URL = {
      #if os(macOS)
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return tests.bundleURL.deletingLastPathComponent().appendingPathComponent("CheckWorld")
      #else
        return Bundle.main.bundleURL.appendingPathComponent("CheckWorld")
      #endif
    }()

    private let message =
      "'Date()' reads the machine's clock; take 'Current.date()' in a builder and pass it on, "
      + "or allow it: '// check-world: allow <reason>'"

    @Test func warningsAreFine() throws {
      let shop = try Shop(["Sources/Shop/a.swift": "\n Date()"])
      #expect(
        try run(for: shop)
          == Result(
            code: 0,
            output:
              "Sources/Shop/a.swift:2:2: warning: \(message) [direct-date]\ncheck-world: 1 file, 1 finding\n")
      )
    }

    @Test func strictlyTheyAreErrors() throws {
      let shop = try Shop(["Sources/Shop/a.swift": "Date()", "Sources/Shop/b.swift": ""])
      #expect(
        try run("--strict", for: shop, in: "/usr")
          == Result(
            code: 1,
            output: """
              \(shop.folder)/Sources/Shop/a.swift:1:1: error: \(message) [direct-date]
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
          == Result(code: 0, output: "check-world: 2 files, 0 findings, 1 allowed, 1 in the baseline\n"))
    }

    @Test func mistakesAreOnStandardError() throws {
      let shop = try Shop(["Sources/Shop/a.swift": "Date()"])
      #expect(
        try run("--srtict", for: shop)
          == Result(code: 2, errors: "check-world: '--srtict' is not a flag of check-world; see --help\n"))
      #expect(
        try run("--target", "Shpo", for: shop)
          == Result(code: 2, errors: "check-world: there is no target 'Shpo' to check; there are Shop\n"))
      #expect(try run("--baseline", "old", for: shop).code == 2)
      #expect(try run("--write-baseline", "no/such/folder", for: shop).code == 2)
    }

    @Test func aBaselineIsWrittenAndRead() throws {
      let shop = try Shop(["Sources/Shop/a.swift": "Date()", ".check-world": "--strict\n--baseline old"])
      #expect(
        try run("--write-baseline", "old", for: shop)
          == Result(code: 0, output: "check-world: findings written to old: 1\n"))
      #expect(try run(for: shop).code == 0)
      try shop.write("Date()\nUUID()", to: "Sources/Shop/a.swift")
      #expect(try run(for: shop).code == 1)
    }

    @Test func helpNamesEveryFlag() throws {
      let help = try run("--help", for: Shop(["Sources/Shop/a.swift": ""])).output
      for flag in ["--strict", "--target", "--may-use-current", "--baseline", "--write-baseline", "--help"] {
        #expect(help.contains("  \(flag)"))
      }
      #expect(help.split(separator: "\n").allSatisfy { $0.count <= 110 })
    }
  }
#endif
