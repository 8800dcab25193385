#if os(Linux) || os(macOS)
  import Foundation
  import SweepReports
  import TestSupport
  import Testing

  /// `swift package explore-worlds merge`: one report of those of several machines.
  struct MergingTests {
    private let folder = TemporaryFolder()

    private func row(
      _ test: String, _ result: SweepReport.Verdict, failures: Int = 0, cases: Int = 1, of all: Int = 1,
      token: String? = nil
    ) -> SweepReport.ExploredTest {
      var row = SweepReport.ExploredTest(
        test: "ShopTests.CartTests/\(test)/CartTests.swift:11:4", name: test,
        file: "ShopTests/CartTests.swift",
        line: 11, result: result)
      (row.runs, row.failures, row.cases, row.allCases) = (200, failures, cases, all)
      (row.token, row.neverRead) = (token, ["date"])
      if token != nil { (row.differs, row.differences) = (["schedule"], ["step 4 starts task 3"]) }
      return row
    }

    private func report(
      _ shard: String?, _ rows: SweepReport.ExploredTest..., unreached: [String] = [], isComplete: Bool = true
    ) -> SweepReport {
      SweepReport(
        runs: 200, shard: shard.flatMap { Shard($0) }, isComplete: isComplete, tests: rows,
        unreachedFaults: unreached, remembered: [])
    }

    private func report(of rows: [SweepReport.ExploredTest]) -> SweepReport {
      SweepReport(
        runs: 200, shard: nil, isComplete: true, tests: rows, unreachedFaults: [], remembered: [])
    }

    /// Writes reports into files, and merges these.
    private func merge(_ reports: SweepReport..., options: String...) throws -> ProcessResult {
      let files = try reports.enumerated().map { index, report in
        let file = folder.file("\(index).json")
        try JSONEncoder().encode(report).write(to: URL(fileURLWithPath: file))
        return file
      }
      return try merge(files + options)
    }

    private func merge(_ arguments: [String]) throws -> ProcessResult {
      let process = Process()
      process.executableURL = builtProgram("ExploreWorlds")
      process.arguments = ["check", "merge"] + arguments
      return try process.result()
    }

    @Test func aTestHasItsWorstResultAndTheRunsOfAll() throws {
      let merged = try merge(
        report("2/2", row("adds()", .breaks, failures: 3, token: "w2:AgM"), row("pays()", .passes)),
        report("1/2", row("adds()", .passes), row("pays()", .passes)))
      #expect(merged.code == 1)
      #expect(merged.errors == "1 test breaks\n")
      #expect(
        merged.output == """
          Explored 2 tests: 1 test breaks.
          | test | result | failing runs | smallest difference |
          | --- | --- | --- | --- |
          | ShopTests/CartTests.swift:11 adds() | breaks by schedule | 3 of 400 | step 4 starts task 3; w2:AgM |
          | ShopTests/CartTests.swift:11 pays() | passes; reads  | 0 of 400 |  |
          explore-worlds: again: swift package explore-worlds --run 'w2:AgM' --filter '^ShopTests\\.CartTests/adds\\(\\)'

          """)
    }

    @Test func passingReportsPass() throws {
      let merged = try merge(
        report(nil, row("adds()", .passes)), report(nil, row("pays()", .passes)), options: "--verbose")
      #expect((merged.code, merged.errors) == (3, ""))
      #expect(
        merged.output.contains(
          "\nShopTests/CartTests.swift:11 pays(): 200 runs, 0 orders; never read: date\n"))
    }

    /// Who reads only the end of a log sees what kind of results there are.
    @Test func theLastLineCountsEachKind() throws {
      let rows = [
        row("a", .failsAtOnce), row("a", .needsExactTimes), row("b", .needsExactTimes),
        row("c", .isNotRepeatable),
        row("d", .isNotRepeatable), row("e", .needsItsWorld), row("f", .passes),
      ]
      let others = "1 needs its world, 1 needs exact times, 2 can't be repeated"
      let breaks = try merge(report(of: rows))
      #expect(breaks.errors == "1 test breaks, \(others)\n")
      #expect(breaks.output.hasPrefix("Explored 6 tests: 1 test breaks, \(others).\n"))
      let passes = try merge(report(of: Array(rows.dropFirst(2))))
      #expect((passes.code, passes.errors) == (3, ""))
      #expect(passes.output.hasSuffix("\nexplore-worlds: 0 tests break, \(others)\n"))
    }

    @Test func aFileOfTokensThatIsBadIsAnError() throws {
      var bad = report(nil, row("adds()", .passes))
      bad.problems = ["adds.tokens: \"x\" is no token of a run"]
      let merged = try merge(bad, bad)
      #expect((merged.code, merged.errors) == (2, "adds.tokens: \"x\" is no token of a run\n"))
    }

    @Test func eachBugOfATestIsKept() throws {
      var faulty = row("adds()", .breaks, failures: 1, token: "w2:AgN")
      faulty.differs = ["faults"]
      let merged = try SweepReport(merging: [
        report("1/2", row("adds()", .breaks, failures: 1, token: "w2:AgM")), report("2/2", faulty),
      ])
      #expect(merged.tests.compactMap(\.token) == ["w2:AgN", "w2:AgM"])
      #expect(merged.breaking == 1)
      #expect(merged.commands.count == 2)
    }

    @Test func casesAreThoseOfOneMachine() throws {
      let merged = try SweepReport(merging: [
        report("1/2", row("adds()", .passes, cases: 5, of: 5)),
        report(
          "2/2", row("adds()", .passes, cases: 4, of: 5),
          row("adds()", .breaks, failures: 1, of: 5, token: "w2:AgM")),
      ])
      #expect(merged.tests.map(\.cases) == [1, 5])
      #expect(
        merged.text.contains("adds(), 1 of 5 cases | breaks by schedule | 1 of 200 |"), "\(merged.text)")
      #expect(merged.text.contains("adds() | passes; reads  | 0 of 400 |"), "\(merged.text)")
      #expect(merged.breaking == 1)
    }

    @Test func aFaultThatAMachineReachedIsReached() throws {
      let merged = try SweepReport(merging: [
        report(nil, row("adds()", .passes), unreached: ["refund", "send"]),
        report(nil, row("adds()", .passes), unreached: ["send", "store"]),
      ])
      #expect(merged.unreachedFaults == ["send"])
      #expect(merged.text.hasSuffix("Never reached: \"send\"."))
    }

    @Test func theWholeSaysWhatEachPartSays() throws {
      var first = report("1/2", row("adds()", .passes), unreached: ["refund", "send"])
      var second = report("2/2", row("adds()", .passes), unreached: ["refund", "send"], isComplete: false)
      (first.runs, first.remembered, first.problems) = (100, ["one"], ["bad"])
      (second.runs, second.remembered, second.problems) = (200, ["two"], ["worse"])
      for parts in [[first, second], [second, first]] {
        let merged = try SweepReport(merging: parts)
        #expect(merged.runs == 200 && !merged.isComplete)
        #expect(merged.remembered.sorted() == ["one", "two"])
        #expect(merged.problems == ["bad", "worse"])
        #expect(merged.text.hasSuffix("Never reached: \"refund\", \"send\"."))
      }
    }

    @Test func aRowSaysWhatTheRowsOfAllPartsSay() throws {
      var (one, other) = (row("adds()", .passes), row("adds()", .passes))
      (one.orders, one.hasAllOrders, one.reads) = (3, true, ["date"])
      (one.neverRead, one.reachedFaults) = (["locale", "seed"], ["refund"])
      (other.orders, other.reads) = (5, ["locale"])
      (other.neverRead, other.reachedFaults) = (["date", "seed"], ["send"])
      for (first, second) in [(one, other), (other, one)] {
        let merged = try SweepReport(merging: [report("1/2", first), report("2/2", second)])
        let row = try #require(merged.tests.first)
        #expect(row.orders == 5 && !row.hasAllOrders)
        #expect(row.reads == ["date", "locale"] && row.neverRead == ["seed"])
        #expect(row.reachedFaults == ["refund", "send"])
      }
    }

    @Test func rowsOfOneFileComeByLine() {
      var later = row("adds()", .passes)
      later.line = 12
      #expect(report(nil, later, row("pays()", .passes)).tests.map(\.line) == [11, 12])
    }

    @Test func partsAreCountedFromOne() {
      #expect(Shard("0/8") == nil && Shard("9/8") == nil && Shard("-1/8") == nil)
      #expect(Shard("1/8")?.description == "1/8" && Shard("8/8")?.description == "8/8")
    }

    @Test func theReportAndTheSummaryAreWritten() throws {
      let (all, summary) = (folder.file("all.json"), folder.file("summary.md"))
      try Data("# Before\n".utf8).write(to: URL(fileURLWithPath: summary))
      var failing = row("adds() <T> | U & V", .breaks, failures: 3, token: "w2:AgM")
      failing.differences = ["the text is \"a|b\"\nand <more>"]
      _ = try merge(report("1/1", failing), options: "--report", all, "--summary", summary)
      #expect(
        try String(contentsOfFile: summary, encoding: .utf8) == """
          # Before
          ### explore-worlds

          Explored 1 test: 1 test breaks.

          | test | result | failing runs | smallest difference |
          | --- | --- | --- | --- |
          | ShopTests/CartTests.swift:11 adds() &lt;T> \\| U &amp; V | breaks by schedule | 3 of 200 | the text is "a\\|b" and &lt;more>; w2:AgM |

          To run it again:

          ```
          swift package explore-worlds --run 'w2:AgM' --filter '^ShopTests\\.CartTests/adds\\(\\) <T> \\| U & V'
          ```

          """)
      // It can be merged again.
      #expect(try merge([all]).code == 1)
    }

    @Test func whatIsMissingIsNamed() throws {
      let (first, second) = (report("1/3"), report("2/3"))
      #expect(try merge(first, second) == ProcessResult(code: 2, errors: "part 3/3 is missing\n"))
      #expect(try merge(first, second, second) == ProcessResult(code: 2, errors: "part 2/3 is there twice\n"))
      let mixed = "the reports aren't parts of one exploration\n"
      #expect(try merge(first, report(nil)) == ProcessResult(code: 2, errors: mixed))
      #expect(try merge(report("1/2"), report("2/3")) == ProcessResult(code: 2, errors: mixed))
      let early = try merge(report("1/2"), report("2/2", row("adds()", .passes), isComplete: false))
      #expect((early.code, early.errors) == (2, "the tests of \(folder.file("1.json")) ended early\n"))
    }

    @Test func filesThatAreNoReportsAreNamed() throws {
      let file = folder.file("a.json")
      #expect(try merge([file]) == ProcessResult(code: 2, errors: "\(file) can't be read\n"))
      let noPart =
        "{\"version\": 3, \"isComplete\": true, \"tests\": [], \"unreachedFaults\": [], \"remembered\": [], \"problems\": [], \"table\": \"\", \"shard\": {\"number\": 1, \"count\": 0}}"
      for text in ["", "{", "[]", "{\"version\": 3}", "{\"tests\": []}", noPart] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        #expect(
          try merge([file]) == ProcessResult(code: 2, errors: "\(file) is no report of explore-worlds\n"))
      }
      try Data("{\"version\": 9}".utf8).write(to: URL(fileURLWithPath: file))
      #expect(
        try merge([file])
          == ProcessResult(code: 2, errors: "\(file) is a report of version 9, and not of 3\n"))
    }

    @Test func aTestOfSeveralRowsIsCountedOnce() {
      let merged = report(
        nil, row("a", .failsAtOnce), row("a", .passes), row("b", .passes), row("c", .breaks),
        row("c", .failsAtOnce),
        row("d", .failsAtOnce), row("e", .breaks), row("f", .needsItsWorld))
      #expect((merged.count(), merged.breaking) == (6, 4))
    }

    @Test func ordersBeyondTheLimitAreNotCounted() {
      var row = row("adds()", .passes)
      row.neverRead = []
      row.orders = SweepReport.orderLimit
      #expect(row.summary == "200 runs, 10000 orders or more")
      row.orders -= 1
      #expect(row.summary == "200 runs, 9999 orders")
    }

    @Test func aNameIsOneWordOfACommand() {
      #expect("it's".inShell == "'it'\\''s'")
      #expect(SweepReport.filter(ofTest: "A.B/`1 + 1 = 2?`()/B.swift:1:2") == "^A\\.B/`1 \\+ 1 = 2\\?`\\(\\)")
      #expect(SweepReport.name(ofTest: "A.b()") == "A.b()")
    }
  }
#endif
