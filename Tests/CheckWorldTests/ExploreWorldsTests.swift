#if os(Linux) || os(macOS)
  import Foundation
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
    }

    @Test(arguments: [
      (["--runs", "none"], "--runs is a number above 0, not 'none'"),
      (["--runs=0"], "--runs is a number above 0, not '0'"),
      (["--minutes", "-1"], "--minutes is a number above 0, not '-1'"),
      (["--minutes", "0"], "--minutes is a number above 0, not '0'"),
      (["--minutes", "inf"], "--minutes is a number above 0, not 'inf'"),
      (["--filter"], "--filter has no value"),
      (["--report", "--runs"], "--report has no value"),
      (["--run", "3"], "unknown option '--run'"),
    ])
    func badOptionsAreNamed(arguments: [String], message: String) {
      let problem = #expect(throws: Problem.self) { try ExploreOptions(arguments) }
      #expect(problem?.description == message + ". Try: swift package explore-worlds --help")
    }

    @Test func aTestOfSeveralRowsIsCountedOnce() throws {
      let json = """
        {"isComplete": true, "table": "", "tests": [
          {"test": "a", "result": "fails"}, {"test": "a", "result": "passes"}, {"test": "b", "result": "passes"},
          {"test": "c", "result": "breaks"}, {"test": "c", "result": "fails"}, {"test": "d", "result": "fails"},
          {"test": "e", "result": "breaks"}, {"test": "f", "result": "needs its world"}
        ]}
        """
      let report = try JSONDecoder().decode(SweepReport.self, from: Data(json.utf8))
      #expect((report.count(), report.breaking) == (6, 4))
    }

    @Test func errorsAreOnStandardErrorWithCodeOne() throws {
      #expect(
        try check("--help") == ProcessResult(code: 2, output: ExploreOptions.help + "\n"))
      #expect(try check("--runs", "3") == ProcessResult(code: 0))
      #expect(
        try check("--runs", "x")
          == ProcessResult(
            code: 1, errors: "--runs is a number above 0, not 'x'. Try: swift package explore-worlds --help\n"
          ))
      #expect(
        try run("--report", "/no/folder/report.json")
          == ProcessResult(code: 1, errors: "the report can't be written to /no/folder/report.json\n"))
    }
  }
#endif
