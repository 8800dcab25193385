import Foundation
import SweepReports
import TestSupport
import Testing
import World
import WorldSimulation

@testable import WorldTesting

/// The table at the end of a sweep says what each test reads, and by what it fails.
struct SweepTableTests {
  struct Failed: Error {}

  private func table(
    file: String? = nil, isSweep: Bool = true, runs: Int = 50,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> String {
    let table = SweepTable(file: file, runs: runs)
    var exploration = World.Exploration(runs: runs)
    exploration.stopsAtFailure = false
    table.add(await exploration.run(body), of: try #require(Test.current), isSweep: isSweep)
    return table.description
  }

  @Test func aTestThatReadsNothingSaysSo() async throws {
    let table = try await table {}
    #expect(table.contains("Explored 1 test: 0 tests break."))
    #expect(table.contains("| reads nothing that differs | 0 of 1 |"))
    #expect(table.contains("SweepTableTests.swift:"))
  }

  @Test func aTestThatPassesSaysWhatItReads() async throws {
    let table = try await table { _ = Current.date() }
    #expect(table.contains("| passes; reads date | 0 of 50 |"), "\(table)")
  }

  @Test func aTestThatExpectsOneWorldIsToldFromOneThatBreaks() async throws {
    let mock = World.Exploration.silentMock().locale().identifier
    let needs = try await table { if Current.locale().identifier != mock { throw Failed() } }
    #expect(needs.contains("Explored 1 test: 0 tests break, 1 needs its world."))
    let row = try #require(needs.split(separator: "\n").last)
    let numbers = try #require(
      row.firstMatch(of: /needs its locale: (\d+) of (\d+) runs in another fail \| (\d+) of 50 \|/))
    #expect(numbers.1 == numbers.3)
    // The mock world's own locale is drawn now and then.
    let (failed, all) = (try #require(Int(numbers.1)), try #require(Int(numbers.2)))
    #expect(failed * 10 > all * 8)
    #expect(row.contains("| the locale is en_US; w2:"))

    let breaks = try await table(runs: 300) {
      if Current.locale().language.languageCode == "tr" { throw Failed() }
    }
    #expect(breaks.contains("Explored 1 test: 1 test breaks."))
    #expect(breaks.contains("| breaks by locale | "))
    #expect(breaks.contains(" of 300 | the locale is tr; w2:"))
  }

  /// A test that expects exact times isn't wrong; one that also fails in another order is.
  @Test(arguments: [false, true]) func aTestThatExpectsExactTimesIsToldFromOneThatBreaks(hasRace: Bool)
    async throws
  {
    let body: @Sendable () async throws -> Void = {
      let (start, order) = (Current.date(), Order())
      await withTaskGroup(of: Void.self) { group in
        for number in 1...2 { group.addTask { await order.note(number) } }
      }
      try await Current.sleep(.seconds(7))
      if Current.date().timeIntervalSince(start) != 7 { throw Failed() }
      if hasRace, await order.numbers == [2, 1] { throw Failed() }
    }
    var exploration = World.Exploration(runs: 300, varying: [.durations, .schedule])
    exploration.stopsAtFailure = false
    let report = await exploration.run(body)
    #expect(SweepReport.Verdict(report, isSweep: true) == (hasRace ? .breaks : .needsExactTimes))
    #expect(SweepReport.Verdict(report, isSweep: false) == .breaks)
    let line = "\(report)".split(separator: "\n").first
    #expect(line?.contains("only because a sleep lasts 1 ms longer") == !hasRace, "\(report)")
  }

  @Test func aTestThatFailsByTheOrderOfItsTasksBreaks() async throws {
    let table = try await table {
      let order = Order()
      async let first: Void = order.note(1)
      async let second: Void = order.note(2)
      _ = await (first, second)
      if await order.numbers != [1, 2] { throw Failed() }
    }
    #expect(table.contains("| breaks by schedule | "), "\(table)")
  }

  /// Most runs fail because the date is another, and that comes first.
  @Test func aRaceIsNotHiddenByAWorldThatTheTestNeeds() async throws {
    let date = World.Exploration.silentMock().date()
    let table = try await table(runs: 200) {
      let order = Order()
      async let first: Void = order.note(1)
      async let second: Void = order.note(2)
      async let third: Void = order.note(3)
      _ = await (first, second, third)
      if await order.numbers == [3, 2, 1] || Current.date() != date { throw Failed() }
    }
    #expect(table.contains("Explored 1 test: 1 test breaks."), "\(table)")
    #expect(table.contains("| breaks by schedule | "), "\(table)")
  }

  @Test func aTestThatFailsAndCannotBeRepeatedSaysWhy() async throws {
    let runs = Lock(0)
    let table = try await table {
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      if run.isMultiple(of: 2) { return }
      await Task.yield()
      throw Failed()
    }
    #expect(table.contains("Explored 1 test: 0 tests break, 1 can't be repeated."), "\(table)")
    #expect(table.contains("| can't be repeated: one took 1 steps instead of 2 |"), "\(table)")
  }

  /// It fails in other locales, which is excused; and in other orders, but not each time.
  @Test func whatCannotBeRepeatedIsNotExplainedByTheFailureBefore() async throws {
    let locale = World.Exploration.silentMock().locale().identifier
    let failsByLocale = Flag()
    let others = Lock(0)
    var exploration = World.Exploration(runs: 200, varying: [.locale, .schedule])
    exploration.stopsAtFailure = false
    let report = await exploration.run {
      let order = Order()
      async let first: Void = order.note(1)
      async let second: Void = order.note(2)
      _ = await (first, second)
      if Current.locale().identifier != locale {
        failsByLocale.set()
        throw Failed()
      }
      if await order.numbers == [1, 2] || !failsByLocale.isSet { return }
      let isOdd = others.withLock { others in
        others += 1
        return others % 2 == 1
      }
      if isOdd { throw Failed() }
    }
    #expect(!report.isRepeatable && report.failureText != nil, "\(report)")
    #expect(report.failingDimensions.isEmpty, "\(report)")
  }

  @Test func aTestThatIsExploredByItselfIsNotExcused() async throws {
    let mock = World.Exploration.silentMock().locale().identifier
    let table = try await table(isSweep: false) { if Current.locale().identifier != mock { throw Failed() } }
    #expect(table.contains("| breaks by locale | "))
  }

  @Test func aTestForWhichNoTimeWasLeftSaysSo() async throws {
    let table = SweepTable()
    var exploration = World.Exploration(runs: 50)
    exploration.deadline = .now
    let report = await exploration.run { _ = Current.date() }
    table.add(report, of: try #require(Test.current), isSweep: true)
    #expect(table.description.contains("| out of time: only its own world was run | 0 of 1 |"), "\(table)")
  }

  @Test(arguments: [(1, SweepReport.Verdict.breaks), (2, .needsItsWorld)])
  func whatNeedsItsWorldFailsInMoreThanAQuarterOfTheOthers(
    failing: Int, result: SweepReport.Verdict
  ) async {
    let report = await withRuns(of: {}) { explorer in
      var report = World.Exploration.Report(seed: 0)
      var outcome = explorer.run(Plan())
      outcome.input.locale = "tr_TR"
      (report.failure, report.failingInput) = (Failure(identity: "it", text: "it"), outcome.input)
      for run in 0..<4 {
        outcome.failure = run < failing ? report.failure : nil
        report.note(outcome)
      }
      return report
    }
    #expect(SweepReport.Verdict(report, isSweep: true) == result)
  }

  /// Runs in the test's own world say nothing of another one.
  @Test func whatNeedsItsWorldIsMeasuredByTheRunsThatDifferAsTheFailingOne() async {
    let report = await withRuns(of: {}) { explorer in
      var report = World.Exploration.Report(seed: 0)
      var outcome = explorer.run(Plan())
      for _ in 0..<6 { report.note(outcome) }
      outcome.input.locale = "tr_TR"
      outcome.failure = Failure(identity: "it", text: "it")
      (report.failure, report.failingInput) = (outcome.failure, outcome.input)
      for _ in 0..<2 { report.note(outcome) }
      return report
    }
    #expect(SweepReport.Verdict(report, isSweep: true) == .needsItsWorld)
  }

  @Test func aStateIsUnreachedUntilARunReachesIt() async throws {
    let table = SweepTable()
    for isFull in [false, true] {
      let report = await World.Exploration(runs: 5).run {
        World.mustReach("is empty", if: false)
        World.mustReach("is full", if: isFull)
        _ = Current.locale()
      }
      table.add(report, of: try #require(Test.current), isSweep: true)
      #expect(
        table.report(isComplete: false).unreachedFaults == (isFull ? ["is empty"] : ["is empty", "is full"]))
    }
  }

  @Test func aTestThatHadMoreRunsThanOneWasExplored() {
    var report = World.Exploration.Report(seed: 0)
    (report.isOutOfTime, report.runs) = (true, 1)
    #expect(SweepReport.Verdict(report, isSweep: true) == .outOfTime)
    report.runs = 2
    #expect(SweepReport.Verdict(report, isSweep: true) == .readsNothing)
  }

  @Test func whatOneRunReachesOrMeetsHoldsForAll() async {
    let report = await withRuns(of: {}) { explorer in
      var report = World.Exploration.Report(seed: 0)
      var outcome = explorer.run(Plan())
      (outcome.declaredFaults, outcome.states) = (["send", "is full"], ["is full": false])
      for arrivals in [1, 0] {
        outcome.arrivals = arrivals
        report.note(outcome)
      }
      return report
    }
    #expect(report.hasArrivals)
    // A state is named with the states.
    #expect(report.unreachedFaults == ["send"] && report.unreachedStates == ["is full"])
  }

  @Test func anEmptyVariableIsAsOneThatIsNotSet() {
    let options = EnvironmentOptions(["WORLD_EXPLORE": "3", "WORLD_EXPLORE_REPORT": ""])
    #expect(options.report == nil && options.problem == nil)
    #expect(!EnvironmentOptions(["WORLD_EXPLORE_REPORT": ""]).isSweep)
  }

  @Test func aReportThatCannotBeWrittenLeavesTheTable() async throws {
    let table = try await table(file: "/no/such/folder/report.json", runs: 2) { _ = Current.date() }
    #expect(table.contains("Explored 1 test"))
  }

  @Test func theCasesOfATestWithOneResultAreOneRow() async throws {
    let table = SweepTable()
    let test = try #require(Test.current)
    let mock = World.Exploration.silentMock().locale().identifier
    var differing = World.Exploration.Tally()
    for number in 0..<5 {
      var exploration = World.Exploration(runs: 50, varying: .locale)
      exploration.stopsAtFailure = false
      let report = await exploration.run {
        // Most of the others, and not all.
        let isLate = number > 2 && Current.locale().identifier > mock
        if number == 0 || isLate { throw Failed() }
      }
      if number > 2 {
        differing.runs += report.tally(of: .locale).runs
        differing.failures += report.tally(of: .locale).failures
      }
      table.add(report, of: test, isSweep: true)
    }
    try #require(differing.failures < differing.runs)
    let text = table.description
    #expect(text.contains("Explored 1 test: 1 test breaks."), "\(text)")
    let rows = text.split(separator: "\n").filter { $0.contains("SweepTableTests.swift") }
    try #require(rows.count == 3, "\(text)")
    #expect(rows[0].contains("WithOneResultAreOneRow(), 1 of 5 cases | fails | 1 of 1 |"), "\(rows)")
    #expect(
      rows[1].contains(
        "(), 2 of 5 cases | needs its locale: \(differing.failures) of \(differing.runs) runs in another fail"
      ), "\(rows)")
    #expect(rows[1].contains(" of 100 | the locale is "), "\(rows)")
    #expect(rows[2].contains("(), 2 of 5 cases | reads nothing that differs | 0 of 2 |"), "\(rows)")
  }

  @Test func whatPassesSaysWhatItWasWorth() async throws {
    let table = SweepTable()
    let report = await World.Exploration(runs: 30).run {
      let order = Order()
      let note = World.Fault.inject("note", .late(.seconds(1))) { (number: Int) async in
        await order.note(number)
      }
      async let first: Void = note(1)
      async let second: Void = note(2)
      _ = try await (first, second)
      _ = Current.locale()
    }
    table.add(report, of: try #require(Test.current), isSweep: true)
    let row = try #require(table.report(isComplete: true).tests.first)
    #expect(row.runs == 30)
    #expect((5..<30).contains(row.orders))
    #expect(!row.hasAllOrders)
    #expect(row.reachedFaults == ["note"])
    #expect(row.neverRead == ["date", "time zone", "calendar", "seed", "identifiers"])
    #expect(
      row.summary
        == "30 runs, \(row.orders) orders; faults reached: note; never read: date, time zone, calendar, seed, identifiers"
    )
  }

  @Test func allOrdersAreSaidToBe() async throws {
    let table = SweepTable()
    let report = await World.Exploration(runs: 400, varying: .schedule).run {
      let order = Order()
      async let first: Void = order.note(1)
      async let second: Void = order.note(2)
      _ = await (first, second)
    }
    table.add(report, of: try #require(Test.current), isSweep: true)
    let row = try #require(table.report(isComplete: true).tests.first)
    #expect(row.orders == report.orderCount)
    #expect(
      row.summary.hasPrefix(
        "\(report.runs) runs, \(row.orders) orders, all those of the starting world; never read: date"))
  }

  @Test func theReportIsJSON() async throws {
    struct Document: Decodable {
      struct Row: Decodable {
        var test: String
        var result: String
        var runs: Int
        var failures: Int
        var differs: [String]
        var token: String?
      }
      var version: Int
      var runs: Int
      var isComplete: Bool
      var tests: [Row]
      var unreachedFaults: [String]
    }
    let folder = TemporaryFolder()
    let file = folder.url.appending(path: "report.json")
    _ = try await table(file: file.path, runs: 300) {
      _ = World.Fault.inject("refund", .cancelled) { (_: Int) in }
      if Current.locale().language.languageCode == "tr" { throw Failed() }
    }
    // Written when the test was over, and not only at the end of the process.
    let document = try JSONDecoder().decode(Document.self, from: Data(contentsOf: file))
    #expect(document.version == 3)
    #expect(document.runs == 300)
    #expect(!document.isComplete)
    #expect(document.unreachedFaults == ["refund"])
    let row = try #require(document.tests.first)
    #expect(row.test.contains("theReportIsJSON"))
    #expect(row.result == "breaks")
    #expect(row.differs == ["locale"])
    #expect(row.token?.hasPrefix("w2:") == true)
    #expect((1..<100).contains(row.failures))
  }
}

#if os(Linux) || os(macOS)
  /// In processes of their own, since other tests start processes, too.
  struct StartedProcessesTests {
    /// Whether it is said that each run starts a process, where some of the first three do.
    private static func isInEachRun(_ runs: Set<Int>) async throws -> Bool {
      let processes = StartedProcesses()
      for run in 1...4 {
        try await processes.noting {
          guard runs.contains(run) else { return }
          let process = try Process.run(URL(fileURLWithPath: "/usr/bin/env"), arguments: ["true"])
          process.waitUntilExit()
        }
      }
      return processes.isInEachRun
    }

    @Test func aProcessInSomeRunsIsNotOneInEach() async {
      await #expect(processExitsWith: .success) {
        for runs in [[], [1], [1, 3], [2, 3], [1, 2, 4], [1, 2, 3]] as [Set<Int>] {
          let isInEachRun = try await StartedProcessesTests.isInEachRun(runs)
          #expect(isInEachRun == runs.isSuperset(of: [1, 2, 3]), "\(runs)")
        }
      }
    }
  }
#endif

private actor Order {
  private(set) var numbers: [Int] = []
  func note(_ number: Int) { numbers.append(number) }
}
