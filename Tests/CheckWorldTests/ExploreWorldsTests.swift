#if os(Linux) || os(macOS)
  import Foundation
  import SweepReports
  import TestSupport
  import Testing

  @testable import ExploreWorlds

  /// What `swift package explore-worlds` runs. That it explores is shown by `.ci/run explore-worlds`.
  struct ExploreWorldsTests {
    private func run(_ arguments: String...) throws -> ProcessResult {
      try result(["/no/package", "/no/plugins/ExploreWorldsPlugin/outputs"] + arguments)
    }

    private func check(_ arguments: String...) throws -> ProcessResult { try result(["check"] + arguments) }

    private func result(_ arguments: [String]) throws -> ProcessResult {
      let process = Process()
      process.executableURL = builtProgram("ExploreWorlds")
      process.arguments = arguments
      return try process.result()
    }

    @Test(arguments: [
      (nil, false), ("", false), ("0", false), ("False", false), ("true", true), ("1", true),
    ])
    func aVariableSaysWhetherItRunsInCI(value: String?, isInCI: Bool) {
      #expect(SweepReports.isInCI(value.map { ["CI": $0] } ?? [:]) == isInCI)
    }

    @Test func optionsAreRead() throws {
      let options = try ExploreOptions([
        "--runs", "20", "--minutes=0.5", "--filter", "A", "--filter=B", "--skip", "C", "--skip=D=E",
        "--report", "/tmp/r.json",
      ])
      #expect(options.runs == 20)
      #expect(options.minutes == 0.5)
      #expect(options.filters == ["A", "B"])
      #expect(options.skips == ["C", "D=E"])
      #expect(options.report?.path == "/tmp/r.json")
      #expect(try ExploreOptions([]).runs == 200)
      let one = try ExploreOptions([
        "--run", "w2:AgM", "--filter=A", "--shard", "3/8", "--verbose", "--summary=s.md",
      ])
      #expect(one.run == "w2:AgM")
      #expect(one.shard?.description == "3/8")
      #expect(one.isVerbose)
      #expect(one.summary?.lastPathComponent == "s.md")
      #expect(one.merged == nil)
      let merge = try ExploreOptions(["merge", "a.json", "--report", "all.json", "b.json"])
      #expect(merge.merged?.map(\.lastPathComponent) == ["a.json", "b.json"])
      #expect(merge.report?.lastPathComponent == "all.json")
    }

    @Test(arguments: [
      (["--runs", "none"], "--runs is a number above 0, not 'none'"),
      (["--runs=0"], "--runs is a number above 0, not '0'"),
      (["--minutes", "-1"], "--minutes is a number above 0, not '-1'"),
      (["--minutes", "0"], "--minutes is a number above 0, not '0'"),
      (["--minutes", "inf"], "--minutes is a number above 0, not 'inf'"),
      (["--filter"], "--filter has no value"),
      (["--report", "--runs"], "--report has no value"),
      (["--ran", "3"], "unknown option '--ran'"),
      (["a.json"], "unknown option 'a.json'"),
      (["--run", "3", "--filter", "A"], "--run is a token that begins with w2:, not '3'"),
      (["--run", "w2:AgM"], "--run needs a --filter: a token is of one test"),
      (["--shard", "9/8"], "--shard is a part of all, such as 3/8, not '9/8'"),
      (["--shard=3"], "--shard is a part of all, such as 3/8, not '3'"),
      (["merge"], "merge needs reports"),
      (["merge", "a.json", "--runs=3"], "merge has no option '--runs'"),
    ])
    func badOptionsAreNamed(arguments: [String], message: String) {
      let problem = #expect(throws: Problem.self) { try ExploreOptions(arguments) }
      #expect(problem?.description == message + ". Try: swift package explore-worlds --help")
    }

    @Test func theTestsThatAreNamedAreCounted() throws {
      let output = """
        Building for debugging...
        Shop.OldCartTests/testAdds
        Shop.CartTests/adds()
        Shop.CartTests/adds(number:)
        Shop.`a cart`/`it adds`()
        Shop.inNoSuite()

        """
      func list(_ arguments: String...) throws -> TestList { TestList(output, try ExploreOptions(arguments)) }
      #expect(try list().names.count == 5)
      #expect(try list().ofXCTest == 1)
      #expect(try list().explorable == 4)
      #expect(try list("--filter", "^Shop[.]Cart", "--filter", "Old").names.count == 3)
      #expect(
        try list("--filter", "Cart", "--skip", "adds\\(\\)").names == [
          "Shop.OldCartTests/testAdds", "Shop.CartTests/adds(number:)",
        ])
      #expect(
        try list("--filter", "Cart", "--skip", "adds\\(\\)", "--skip", "Old").names == [
          "Shop.CartTests/adds(number:)"
        ])
    }

    @Test func errorsAreOnStandardErrorWithCodeTwo() throws {
      #expect(
        try check("--help") == ProcessResult(code: 3, output: ExploreOptions.help + "\n"))
      #expect(try check("--runs", "3") == ProcessResult(code: 0))
      #expect(
        try check("--runs", "x")
          == ProcessResult(
            code: 2, errors: "--runs is a number above 0, not 'x'. Try: swift package explore-worlds --help\n"
          ))
      #expect(
        try run("--report", "/no/folder/report.json")
          == ProcessResult(code: 2, errors: "the report can't be written to /no/folder/report.json\n"))
    }
  }
#endif
