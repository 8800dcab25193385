import CWorldTesting
import Foundation
import TestSupport
import Testing
import World
import WorldMocks

@testable import WorldSimulation
@testable import WorldTesting

@globalActor private actor Bank {
  static let shared = Bank()
}

@Bank private final class Pot {
  private(set) var balance = 100
  nonisolated init() {}

  func put(_ amount: Int) { balance += amount }

  func take(_ amount: Int) async {
    guard balance >= amount else { return }
    await Task.yield()
    balance -= amount
  }
}

/// What a report says, word by word.
struct ReportTests {
  /// Its task is cancelled when the run is over, and throws then.
  @Test func whatARunThrowsAfterItsEndIsNotTheNextOnes() async {
    var exploration = World.Exploration(runs: 2, varying: .schedule)
    exploration.timeout = .milliseconds(100)
    let report = await exploration.run {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      for await _ in stream {}
      continuation.finish()
      throw Overdrawn()
    }
    #expect(report.isRepeatable, "\(report)")
    #expect(report.failure?.identity == "deadlock", "\(report)")
  }

  @Test func aScheduleThatIsToBlame() async throws {
    var report = await World.Exploration(runs: 1_000).run {
      let account = Account()
      _ = Current.date()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { await account.withdraw(60) } }
      }
      try await account.check()
    }
    report.hasSameHashes = true
    let token = try #require(report.token)
    // An optimizer moves functions into their callers, and a report names those then.
    let lines = report.description.replacing(/`[\w .]+`/, with: "`…`").split(separator: "\n")
    func isStep(_ line: Substring) -> Bool { ["The steps", "  ", "> "].contains { line.hasPrefix($0) } }
    #if DEBUG
      let steps = lines.filter(isStep).map { line in
        // A counter of coverage is at the function's line.
        line.replacing(/Tests.swift:\d+/, with: "Tests.swift:…")
          .replacing("func withdraw(_ amount: Int) async {", with: "guard balance >= amount else { return }")
      }
      #expect(
        steps == [
          "The steps of the failing run: number, task (a column for each), and the line from which it goes on until it waits. An actor may run several tasks in a step.",
          "    1  1      starts `…`",
          "    2    2    starts `…`",
          "    3    2    ReportTests.swift:…  guard balance >= amount else { return }",
          ">   4      3  starts `…`  (instead of task 2)",
          "    5      3  ReportTests.swift:…  guard balance >= amount else { return }",
          "    6    2    ReportTests.swift:…  await ledger.note(amount)",
          "           3  ReportTests.swift:…  await ledger.note(amount)",
          "    7    2    ReportTests.swift:…  balance -= amount  (ends)",
          "           3  ReportTests.swift:…  balance -= amount  (ends)",
          "    8  1      ReportTests.swift:…  await withTaskGroup(of: Void.self) { group in",
          "    9  1      ReportTests.swift:…  try await account.check()",
          "   10  1      ReportTests.swift:…  try await account.check()  (the test fails)",
        ])
    #endif
    let description = lines.filter { !isStep($0) }.joined(separator: "\n")
    #expect(
      description == """
        Failed in 1 of the first \(report.failedAt ?? 0) runs of seed 0: threw Overdrawn()
        The smallest difference that makes it fail: step 4 starts task 3 before `…` of task 2 goes on.
        Made no difference in other runs: date.
        Never read: time zone, locale, calendar, seed, identifiers, durations, faults.
        Again:  @Test(.exploring(only: "\(token)"))   or   SWIFT_DETERMINISTIC_HASHING=1 WORLD_EXPLORE=\(token)
        """)
  }

  private enum ShopError: Error {
    case declined(Int)
    case soldOut
  }

  /// What is shrunk is the failure that was found: another case of an error is another failure, other values of it aren't.
  @Test func aSmallerRunThrowsTheSameCase() async {
    let report = await World.Exploration(runs: 100, varying: .randomSeed).run {
      let price = World.draw("price", in: 0...1_000)
      if price > 500 { throw ShopError.declined(price) }
      if price > 10 { throw ShopError.soldOut }
    }
    #expect(report.failureText == "threw declined(501)")
  }

  private struct SkipInfo: Error {}

  /// Only Swift Testing's error of this name cancels a test.
  @Test func anErrorFailsWhateverItsNameIs() async {
    let report = await World.Exploration(runs: 1).run { throw SkipInfo() }
    #expect(report.failureText == "threw SkipInfo()")
  }

  #if DEBUG && os(Linux)
    private actor Refresher {
      private(set) var log = ""

      func refresh() -> [Task<Void, Never>] { ["1", "2"].map { name in Task { log += name } } }
    }

    /// An actor runs them in its step, from their first line to their end.
    @Test func aTaskThatNeverWaitsHasARow() async {
      let report = await World.Exploration(runs: 1, varying: .schedule).run {
        let refresher = Refresher()
        for task in await refresher.refresh() { await task.value }
        throw Overdrawn()
      }
      let rows = report.description.split(separator: "\n").filter { $0.hasPrefix("  ") }
      for task in 2...3 {
        #expect(rows.count { $0.contains(" \(task) ") && $0.contains("starts") && $0.contains("ends") } == 1)
      }
      #expect(rows.count { $0.contains("starts") } == 3, "\(report)")
    }

    /// The return is a row only where another task went on before, or where the test fails.
    @Test func aCallOfAnActorIsOneRow() async {
      let report = await World.Exploration(runs: 10, varying: .schedule).run {
        let pot = Pot()
        async let other: Void = pot.put(1)
        await pot.put(2)
        await pot.take(3)
        if Task.isCancelled { return }
        await pot.put(4)
        await other
        throw Overdrawn()
      }
      let rows = report.description.split(separator: "\n").filter { $0.hasPrefix("   ") }
      let words = rows.map { $0.replacing(/^ +\d+ +(\d) +(\S+:\d+)?/) { $0.output.1 } }
      #expect(
        words == [
          "1starts `a closure in ReportTests.aCallOfAnActorIsOneRow`",
          "1  await pot.put(2)", "1  await Task.yield()",
          "2starts `a closure in ReportTests.aCallOfAnActorIsOneRow`",
          "2  async let other: Void = pot.put(1)  (ends)",
          "1  await Task.yield()", "1  balance -= amount", "1  await pot.put(4)",
          "1  throw Overdrawn()  (the test fails)",
        ], "\(report)")
    }
  #endif

  @Test func whatResumedATaskAndHowMuchTimePassed() async throws {
    let report = await World.Exploration(runs: 100).run {
      let first = Task { try await Current.sleep(.seconds(90)) }
      try await first.value
      throw Overdrawn()
    }
    let lines = report.description.split(separator: "\n")
    #expect(lines.contains("       90 s later"))
    #expect(lines.count { $0.contains("(resumed by task 2, the test fails)") } == 1, "\(report)")
  }

  @Test func whatCancelledATask() async throws {
    let report = await World.Exploration(runs: 100).run {
      let sleeper = Task {
        try? await Current.sleep(.seconds(90))
        await Task.yield()
        throw Overdrawn()
      }
      await Task.yield()
      sleeper.cancel()
      await Task.yield()
      try await sleeper.value
    }
    let cancelling = report.description.split(separator: "\n").filter { $0.contains("cancels") }
    #expect(cancelling.count == 1, "\(report)")
    #expect(cancelling.first?.hasSuffix("(cancels task 2)") == true, "\(report)")
  }

  @Test func thePictureHasTheNamesOfTheTasksAndArrowsBetweenThem() async throws {
    let report = await World.Exploration(runs: 1).run {
      let sleeper = Task(name: "a <sleeper>") {
        try? await Current.sleep(.seconds(90))
        await Task.yield()
      }
      await Task.yield()
      sleeper.cancel()
      await sleeper.value
      throw Overdrawn()
    }
    let picture = try #require(report.described?.svg(under: ["the test", "threw Overdrawn()"]), "\(report)")
    let lines = picture.split(separator: "\n")
    #expect(lines.contains("<title>the test</title>"))
    #expect(lines.count { $0.hasSuffix(">threw Overdrawn()</text>") } == 1)
    #expect(lines.count { $0.hasSuffix(">task 2: a &lt;sleeper&gt;</text>") } == 1)
    // Task 1, at 60, cancels task 2, at 88, and so resumes it; task 2 resumes task 1 when it ends.
    let arrows = lines.filter { $0.contains("marker-end") }
    let (cancels, resumes) = (
      arrows.filter { $0.contains("stroke-dasharray") }, arrows.filter { !$0.contains("stroke-dasharray") }
    )
    #expect(cancels.count == 1 && cancels.first?.firstMatch(of: /M60 \d+H80"/) != nil)
    #expect(resumes.count == 2)
    #expect(resumes.first?.firstMatch(of: /M60 \d+H80"/) != nil)
    #expect(resumes.last?.firstMatch(of: /M88 \d+H68"/) != nil)
  }

  /// It is so from the beginning.
  @Test func aChildOfACancelledTaskIsNotCancelledByIt() async {
    let report = await World.Exploration(runs: 100).run {
      let parent = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<2 { group.addTask { await Task.yield() } }
        }
        throw Overdrawn()
      }
      try await parent.value
    }
    let cancelling = report.description.split(separator: "\n").filter { $0.contains("cancels") }
    #expect(cancelling.count == 1, "\(report)")
    #expect(cancelling.first?.hasSuffix("(cancels task 2)") == true, "\(report)")
  }

  /// What fails first is shown. Of few steps none is left out.
  @Test(arguments: [(yields: 8, gaps: 0), (yields: 50, gaps: 1)])
  func aFailureLongAfterItsSwitch(yields: Int, gaps: Int) async throws {
    let report = await World.Exploration(runs: 1_000).run {
      let account = Account()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { await account.withdraw(60) } }
      }
      for _ in 0..<yields { await Task.yield() }
      do { try await account.check() } catch {
        FailureLog().note(Failure(identity: "first", text: "first"))
        for _ in 0..<3 { await Task.yield() }
        throw error
      }
    }
    let lines = report.description.split(separator: "\n")
    #expect(lines.count { $0 == "     …" } == gaps, "\(report)")
    let failing = try #require(lines.firstIndex { $0.contains("the test fails") })
    #expect(lines[failing + 1].hasPrefix("Never read"))
    #if DEBUG
      // With coverage the step's first line is the counter's, in that of `catch`.
      #expect(["FailureLog().note", "check() } catch {"].contains { lines[failing].contains($0) })
    #endif
  }

  #if compiler(>=6.2)
    /// They are in the actor's queue from their creation.
    @Test func tasksThatBeginOnAnActorHaveTheirNames() async throws {
      let report = await World.Exploration(runs: 100).run {
        let pot = Pot()
        let first = Task(name: "rent") { @Bank in await pot.take(60) }
        let second = Task(name: "food") { @Bank in await pot.take(60) }
        _ = await (first.value, second.value)
        if await pot.balance < 0 { throw Overdrawn() }
      }
      let rows = report.description.split(separator: "\n").map(String.init)
      for (name, column) in [("rent", "  2    "), ("food", "    3  ")] {
        #expect(rows.contains { $0.contains(column + "starts \"\(name)\"") }, "\(report)")
      }
    }

    @Test func tasksHaveTheirNames() async throws {
      let report = await World.Exploration(runs: 100).run {
        let account = Account()
        let first = Task(name: "rent") { await account.withdraw(60) }
        let second = Task(name: "food") { await account.withdraw(60) }
        _ = await (first.value, second.value)
        try await account.check()
      }
      #expect(report.description.contains("starts \"rent\""))
      #expect(report.description.contains("starts \"food\""), "\(report)")
    }
  #endif

  @Test func severalDifferences() async throws {
    let report = await World.Exploration(runs: 2_000, seed: 1).run {
      let isLeapDay = Current.date().formatted(.iso8601.month().day()) == "02-29"
      try await Current.sleep(.seconds(1))
      if isLeapDay { try World.Fault.point("gateway times out") { throw Overdrawn() } }
    }
    #expect(report.failingDimensions == [.date, .faults], "\(report)")
    #expect(report.description.contains("\n- the date is "))
    #expect(report.description.contains("\n- \"gateway times out\" fails the first time"))
  }

  @Test func theStartingWorldFails() async {
    var report = await World.Exploration(runs: 10).run { throw Overdrawn() }
    #expect(report.failedAt == 1)
    #expect(report.description.contains("It fails in the starting world, with each task run until it waits."))
    let hint =
      "\nIf it passes with SWIFT_DETERMINISTIC_HASHING=1, it depends on the order of a set or a dictionary.\n"
    report.hasSameHashes = false
    #expect(report.description.contains(hint))
    report.hasSameHashes = true
    #expect(!report.description.contains(hint))
  }

  /// A trait inside of the exploration assigns it in each run.
  @Test func whatATraitFixesWasRead() async throws {
    let test = try #require(Test.current)
    let report = await World.Exploration(runs: 100).run {
      try await WorldTrait.world { $0.locale = { Locale(identifier: "eo") } }.provideScope(
        for: test, testCase: nil
      ) {
        _ = Current.locale()
        throw CancellationError()
      }
    }
    #expect("\(report)".contains("Fixed by the test: locale."), "\(report)")
    #expect("\(report)".contains("Never read: date, time zone, calendar, seed"), "\(report)")
  }

  @Test func timeThatPassesIsOfTheWorld() async {
    let report = await World.Exploration(runs: 100).run { await Current.time.advance(by: .seconds(1)) }
    #expect(!"\(report)".contains("proves nothing"), "\(report)")
    #expect(!report.isWeak)
  }

  @Test func nothingDiffers() async {
    let report = await World.Exploration(runs: 1_000).run {}
    #expect(report.runs == 1)
    #expect(report.description.contains("proves nothing"))
  }

  @Test func allOrders() async {
    let report = await World.Exploration(runs: 1_000).run {
      async let first: Void = Task.yield()
      async let second: Void = Task.yield()
      _ = await (first, second)
    }
    #expect(report.hasRunAllOrders)
    #expect(report.orderCount == 10)
    #expect(report.description.contains("All 10 orders"))
  }

  /// Four choices of two tasks: one order without a switch, four with one, six with two.
  @Test(arguments: [
    (3, nil), (4, "All 5 orders with at most 1 switch between tasks were run."),
    (9, "All 5 orders with at most 1 switch between tasks were run."),
    (10, "All 11 orders with at most 2 switches between tasks were run."),
  ]) func ordersOfSoManySwitches(others: Int, words: String?) async {
    let report = await withRuns(of: {}) { explorer in
      var outcome = explorer.run(Plan())
      outcome.limits = [2, 2, 2, 2]
      var report = World.Exploration.Report(seed: 0)
      report.orders.note(outcome)
      for _ in 0..<others {
        outcome.input.schedule = report.orders.next()?.schedule ?? Schedule()
        report.orders.note(outcome)
      }
      return report
    }
    let lines = report.description.split(separator: "\n").map(String.init)
    #expect(lines.first { $0.contains("orders") } == words)
  }

  /// From its fifth run on it has a step more. The runs that are made again, the first and the tenth, are the same each time.
  @Test func whatOutlivesARunChangesAnOrderThatBeginsAsAnother() async {
    let log = EventLog()
    let report = await World.Exploration(runs: 30, varying: .schedule).run {
      log.note("run")
      async let first: Void = Task.yield()
      async let second: Void = Task.yield()
      if log.count > 4 { await Task.yield() }
      _ = await (first, second)
    }
    #expect(report.description.contains("Runs can't be repeated"), "\(report)")
  }

  @Test(arguments: [(0, false), (1, true)]) func twoOrdersAreAll(choices: Int, isSaid: Bool) async {
    let report = await withRuns(of: {}) { explorer in
      var outcome = explorer.run(Plan())
      outcome.limits = Array(repeating: 2, count: choices)
      var report = World.Exploration.Report(seed: 0)
      report.orders.note(outcome)
      while let order = report.orders.next() {
        outcome.input.schedule = order.schedule
        report.orders.note(outcome)
      }
      return report
    }
    #expect(report.description.contains("All 2 orders") == isSaid)
    #expect(report.description.contains("orders") == isSaid)
  }

  @Test func aDeadlock() async {
    var exploration = World.Exploration(runs: 10)
    exploration.timeout = .milliseconds(1)
    let report = await exploration.run {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    #expect(
      report.failureText
        == "deadlock: no task went on, and nothing outside of the run resumed one within its timeout")
    #expect(report.isRepeatable)
  }

  /// The run that confirms it waits as long as the first one.
  @Test func aDeadlockIsConfirmed() async {
    var exploration = World.Exploration(runs: 10)
    exploration.timeout = .milliseconds(900)
    let start = ContinuousClock.now
    let report = await exploration.run {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    #expect(ContinuousClock.now - start >= .milliseconds(1_800))
    #expect(report.failure?.identity == "deadlock")
  }

  @Test func aDeadlockThatNothingOutsideCanEnd() async {
    let report = await World.Exploration(runs: 1).run {
      let tasks = Locked<[Task<Void, Never>]>([])
      for index in 0..<2 {
        let task = Task {
          await Task.yield()
          await tasks.withLock { $0[1 - index] }.value
        }
        tasks.withLock { $0.append(task) }
      }
      await tasks.withLock { $0[0] }.value
    }
    #expect(report.failureText == "deadlock: no task can go on, and none sleeps")
    #expect(!report.description.contains("wait longer"), "\(report)")
  }

  /// Each waits for the timeout.
  @Test func tenDeadlocksAreEnough() async {
    var exploration = World.Exploration(runs: 50)
    (exploration.timeout, exploration.stopsAtFailure) = (.milliseconds(1), false)
    let report = await exploration.run {
      _ = Current.locale()
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    #expect(report.runs == 10)
  }

  @Test func whatSleptAndWaitsForSomethingElseIsNotAsleep() async {
    var exploration = World.Exploration(runs: 1)
    exploration.timeout = .milliseconds(1)
    let report = await exploration.run {
      try await Current.sleep(.seconds(1))
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    #expect(report.description.contains("task 1 waits for a continuation"), "\(report)")
  }

  @Test func aDeadlockOfTwoActors() async {
    var exploration = World.Exploration(runs: 100)
    exploration.timeout = .milliseconds(1)
    let report = await exploration.run {
      let (one, two) = (Lockable(), Lockable())
      async let first: Void = Lockable.lock(one, two)
      async let second: Void = Lockable.lock(two, one)
      _ = await (first, second)
    }
    #expect(report.failingDimensions == .schedule)
    #expect(
      report.description.contains("starts task 3 before `Lockable.lock` of task 2 goes on"), "\(report)")
    #expect(
      report.description.contains(
        "What the tasks do:\n- task 1 waits for task 2 in `"), "\(report)")
    #expect(
      report.description.contains("\n- task 2 waits for a continuation in `Lockable.lock`"), "\(report)")
    #if DEBUG && compiler(>=6.3) && os(Linux)
      #expect(report.description.contains("`, called at ReportTests.swift:"), "\(report)")
      #expect(report.description.contains(" `await second.lock()`"), "\(report)")
    #endif
  }

  @Test func aDeadlockNamesWhatEachTaskWaitsFor() async {
    var exploration = World.Exploration(runs: 1)
    exploration.timeout = .milliseconds(1)
    let report = await exploration.run {
      let forever = Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      await Task {}.value
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await Task.yield() }
        group.addTask { await forever.value }
        await group.waitForAll()
      }
    }
    let text = report.description
    #expect(text.contains("What the tasks do:\n- task 1 waits for its group in "), "\(text)")
    #expect(text.contains("\n- task 2 waits for a continuation in "), "\(text)")
    #expect(text.contains("\n- task 5 waits for task 2 in "), "\(text)")
    #expect(!text.contains("task 3 ") && !text.contains("task 4 "), "tasks that are over don't wait: \(text)")
  }

  @Test func aTaskThatNeverEnds() async {
    var exploration = World.Exploration(runs: 1)
    exploration.stepLimit = 1_000
    let report = await exploration.run {
      await Task {}.value
      while true { await Task.yield() }
    }
    let text = report.description
    let words = /still running after 1000 steps, 99\d of them task 1's/
    #expect(text.contains(words), "\(text)")
    #expect(
      text.contains("- if it works, explore it with less work: a run has 1000 steps at most"), "\(text)")
    #if DEBUG
      #expect(text.contains(/The tasks that ran last: task 1 in `/), "\(text)")
      #expect(text.contains(/1  .*while true \{ await Task.yield\(\) \}  \(\d+ times\)\n/), "\(text)")
    #endif
  }

  @Test func whoWaitsForATaskThatNeverEndsIsNotNamed() async {
    var exploration = World.Exploration(runs: 1)
    exploration.stepLimit = 1_000
    let report = await exploration.run {
      let task = Task { while !Task.isCancelled { await Task.yield() } }
      await task.value
    }
    let text = report.description
    #expect(text.contains("still running after 1000 steps"), "\(text)")
    #if DEBUG
      #expect(text.contains(/The tasks that ran last: task 2 in `[^`]*`\.\n/), "\(text)")
    #endif
    #expect(text.contains(/2  .*  \(\d+ times\)\n/), "\(text)")
  }

  /// Only tasks that go on without end take so many in what is explored.
  @Test func aRunHasSoManySteps() async {
    let exploration = World.Exploration(runs: 1)
    #expect(exploration.stepLimit == 100_000, "as *Exploration reference* says")
    for (limit, isEnough) in [(2, false), (3, true)] {
      var exploration = exploration
      exploration.stepLimit = limit
      let report = await exploration.run { for _ in 0..<2 { await Task.yield() } }
      #expect((report.failureText == nil) == isEnough, "\(report)")
    }
  }

  @Test func aRunThatWaitsForSomethingOutsideCanWaitLonger() async {
    var exploration = World.Exploration(runs: 1)
    exploration.timeout = .milliseconds(10)
    let text = await exploration.run {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    .description
    #expect(
      text.contains("\n- resume the continuation, or finish the stream, that a task waits for"), "\(text)")
    #expect(text.contains("wait longer: @Test(.exploring(timeout: .seconds(60)))"), "\(text)")
  }

  @Test func aTaskThatIsKeptWaiting() async {
    let report = await World.Exploration(runs: 1_000, varying: .schedule).run {
      let hasRun = Flag()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for _ in 0..<5 { await Task.yield() }
          if !hasRun.isSet { throw Overdrawn() }
        }
        group.addTask { hasRun.set() }
        try await group.waitForAll()
      }
    }
    let text = report.description
    #expect(text.contains(/task 3 waits from step \d to step \d, while task 2 runs/), "\(text)")
  }

  @Test func aRunThatWaitedForAThreadOutside() async {
    let outside = Outside()
    let report = await World.Exploration(runs: 3).run {
      await outside.work()
      _ = Current.date()
    }
    #expect(report.failureText == nil)
    let text = report.description
    #expect(text.contains("a run waited for something outside"))
    #if DEBUG
      #expect(text.contains(/isn't explored: first in `.*Tests\.swift:/), "\(text)")
    #endif
  }

  /// Only in the first run, and maybe when that is run again.
  @Test(arguments: 1...2) func whatCameFromOutsideAtFirstIsSaid(times: Int) async {
    let (outside, runs) = (Outside(), Locked(0))
    let report = await World.Exploration(runs: 3).run {
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      if run <= times { await outside.work() }
      _ = Current.date()
    }
    #expect(report.failureText == nil)
    let text = report.description
    #expect(text.contains("for something outside"))
    #expect(text.contains("Runs can't be repeated") == (times == 1))
    #expect(text.contains(": first in `"), "\(text)")
    #if compiler(>=6.3) && os(Linux) && DEBUG
      #expect(text.contains(/: first in `.*Tests\.swift:/), "\(text)")
    #endif
  }

  @Test func unreachedFaultPoints() async {
    let report = await World.Exploration(runs: 10).run {
      _ = World.Fault.inject("refund", .cancelled) { (_: Int) in }
      _ = Current.date()
    }
    #expect(report.unreachedFaults == ["refund"])
    #expect(report.description.contains("Never reached: \"refund\"."))
  }

  @Test func unreachedFaultPointsOfAFile() async {
    let report = await World.Exploration(runs: 100).run {
      _ = Current.locale()
      reachAFaultPointOfAnotherFile()
    }
    #expect(report.failureText == nil)
    #expect(report.unreachedFaults == ["never in the other file"])
  }

  /// They are other tests'.
  @Test func faultPointsOfAFileOfTestsAreNotExpected() async {
    let report = await World.Exploration(runs: 100).run {
      World.Fault.point("the connection is refused") {}
      if Current.locale().identifier == "xx" { World.Fault.point("the disk is full") {} }
    }
    #expect(report.failureText == nil)
    #expect(report.unreachedFaults == [])
  }

  private enum Slow: Error { case server }

  @Test(arguments: [
    (World.Fault.throwing(Slow.server), "throws server"),
    (.throwingAfterwards(Slow.server), "does its work and then throws server"),
    (.late(.milliseconds(1_500)), "takes 1.5 s longer"),
    (.cancelled, "throws CancellationError()"), (.twice, "is called twice"),
  ])
  func theKindOfAFaultIsNamed(fault: World.Fault, words: String) async {
    let report = await World.Exploration(runs: 100).run {
      let calls = Lock(0)
      let charge = World.Fault.inject("charge", fault) { (_: Int) in calls.withLock { $0 += 1 } }
      let start = Current.date()
      try? await charge(1)
      try? await charge(2)
      if calls.withLock({ $0 }) != 2 || Current.date() != start { throw Overdrawn() }
      if case .throwingAfterwards = fault { try await charge(3) }
    }
    #expect(report.description.contains("that makes it fail: \"charge\" \(words) the "), "\(report)")
  }

  @Test func theKindOfOneOfSeveralFaultsIsNamed() async {
    let report = await World.Exploration(runs: 100).run {
      let calls = Lock(0)
      let charge = World.Fault.inject("charge", .cancelled, .twice) { (_: Int) in calls.withLock { $0 += 1 } }
      try? await charge(1)
      if calls.withLock({ $0 }) > 1 { throw Overdrawn() }
    }
    #expect(
      report.description.contains("makes it fail: \"charge\" is called twice the first time."), "\(report)")
  }

  @Test func namesOfFaultPointsInASource() {
    let source = """
      try World.Fault.point("a b") { throw Timeout() }
      // try World.Fault.point("comment") {}
      charge = World.Fault.inject("charge", .twice, into: charge)
      try World.Fault.point(name) {}; try World.Fault.point("c") {}
      """
    #expect(FaultPoints.names(in: source) == ["a b", "charge", "c"])
  }

  @Test func tokensThatPassAreFollowedByRuns() async throws {
    let body: @Sendable () async throws -> Void = {
      if Current.locale().language.languageCode == "tr" { throw Overdrawn() }
    }
    let token = try #require(await World.Exploration(runs: 2_000).run(body).token)
    let report = await World.Exploration(runs: 5, varying: .date, including: [token]).run {
      _ = Current.locale()
    }
    #expect(report.description.hasPrefix("Passed in 2 runs."), "\(report)")
    let failed = await World.Exploration(runs: 5, including: [token]).run(body)
    #expect(failed.token == token)
    #expect(
      failed.description.hasPrefix("A run that failed once fails again: threw Overdrawn()"), "\(failed)")
    let only = await World.Exploration(runs: 1, only: token).run(body)
    #expect(only.description.hasPrefix("The run of this token failed: threw Overdrawn()"), "\(only)")
  }

  @Test func aTokenOfOtherCodeSaysSo() async throws {
    let report = await World.Exploration(runs: 100).run {
      async let one: Void = Task.yield()
      async let two: Void = Task.yield()
      _ = await (one, two)
      if Current.locale().identifier != World.Exploration.silentMock().locale().identifier {
        throw Overdrawn()
      }
    }
    let token = try #require(report.token)
    var changed = await World.Exploration(runs: 10, including: [token]).run { _ = Current.locale() }
    #expect(changed.failureText == nil)
    let text =
      "The run of \(token) isn't the one that the token was made of: the code has changed since, or the token is of another test, or of another kind of build, debug or release, or "
    changed.hasSameHashes = false
    #expect(
      changed.description.contains(
        text
          + "the order of sets and dictionaries is another, as in each process without SWIFT_DETERMINISTIC_HASHING=1."
      ))
    changed.hasSameHashes = true
    #expect(
      changed.description.contains(text + "it was made without SWIFT_DETERMINISTIC_HASHING=1."))
  }

  @Test func timeThatIsOverIsSaid() async {
    var exploration = World.Exploration(runs: 100)
    exploration.deadline = .now - .seconds(1)
    let report = await exploration.run { _ = Current.locale() }
    #expect(report.runs == 1)
    #expect(report.isOutOfTime)
    #expect(report.description.contains("The time was over after 1 of 100 runs."))
  }

  @Test func runsThatFailAreCounted() async {
    var exploration = World.Exploration(runs: 300)
    exploration.stopsAtFailure = false
    let report = await exploration.run {
      _ = Current.date()
      if Current.locale().language.languageCode == "tr" { throw Overdrawn() }
    }
    #expect(report.runs == 300)
    #expect(report.tally().runs == 300)
    #expect((1...40).contains(report.tally().failures))
    #expect(report.tally(of: .locale).failures == report.tally().failures)
    #expect((50..<300).contains(report.tally(of: .locale).runs))
  }

  @Test func aBlockedStepIsNamed() async throws {
    let monitor = TestMonitor()
    let (entered, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let report = Lock<World.Exploration.Report?>(nil)
    let thread = ExplorerThread()
    defer { thread.end() }
    let watch = Thread {
      entered.wait()
      report.withLock { $0 = monitor.report(after: TestMonitor.Look(stepTime: .seconds(20))) }
      released.signal()
    }
    watch.start()
    let ended = await Task(executorPreference: thread) {
      Explorer(
        World.Exploration(runs: 0),
        body: {
          await Task.yield()
          Blocking.wait(entered, released)
        }, monitor: monitor
      ).run(Plan())
    }.value
    #expect(ended.failure == nil)
    let text = try #require(report.withLock { $0?.failureText })
    // The first step goes to `Task.yield`, and the second comes back.
    #expect(text.hasPrefix("step 2, in "), "\(text)")
    #if DEBUG
      #expect(text.contains("in `a closure in ReportTests.aBlockedStepIsNamed` of task 1"), "\(text)")
    #endif
    #expect(
      text.contains(
        "task 1, has blocked its thread for 20 s. It waits for a lock, a semaphore or input."), "\(text)")
    #expect(report.withLock { $0?.token } != nil)
  }

  @Test func runsThatCannotBeRepeated() async {
    let count = EventLog()
    let report = await World.Exploration(runs: 10).run {
      count.note("run")
      if count.count > 1 { await Task.yield() }
    }
    #expect(!report.isRepeatable)
    #expect(
      report.description.contains("Runs can't be repeated: one was run again and took 2 steps instead of 1."))
  }

  @Test(arguments: [false, true]) func runsMustBeRepeatableIfTheTestSaysSo(isRepeatable: Bool) async {
    let count = EventLog()
    var exploration = World.Exploration(runs: 10)
    exploration.mustBeRepeatable = true
    let report = await exploration.run {
      count.note("run")
      if isRepeatable || count.count > 1 { await Task.yield() }
    }
    #expect((report.failureText == nil) == isRepeatable)
    #expect(report.description.contains("but runs must be repeatable") == !isRepeatable)
    #expect(report.description.contains("Runs can't be repeated: one was run again") == !isRepeatable)
  }

  /// The first and the tenth are.
  @Test(arguments: [(9, 10), (10, 12)]) func someRunsAreRunAgain(runs: Int, times: Int) async {
    let log = EventLog()
    let report = await World.Exploration(runs: runs).run {
      _ = Current.locale()
      log.note("run")
    }
    #expect(report.runs == runs)
    #expect(log.count == times)
  }

  @Test func runsOfAsManyStepsThatAreNotTheSame() async {
    var report = await World.Exploration(runs: 1).run {}
    report.differs = (steps: (22, 22), arrivals: 0)
    #expect(
      report.description.contains("Runs can't be repeated: one was run again, and its steps were others."))
  }

  #if os(Linux)
    /// A file that stays has the same name in the next run.
    @Test func whatIsNamedByUUIDMayBeLeftOfAnotherRun() async {
      let left = Lock<Set<UUID>>([])
      let report = await World.Exploration(runs: 10).run {
        let isNew = left.withLock { $0.insert(UUID()).inserted }
        if !isNew { await Task.yield() }
      }
      let line = "\(report)".split(separator: "\n").last
      #if DEBUG
        let place = ": first in `"
      #else
        // Without lines, Foundation's functions aren't told from others.
        let place = ""
      #endif
      #expect(line?.hasPrefix("`UUID()` is called" + place) == true, "\(report)")
      #expect(line?.contains("It makes the same identifiers in each run") == true, "\(report)")
    }
  #endif

  #if os(Linux)
    @Test func anNSUUIDIsAnIdentifierToo() async {
      let report = await World.Exploration(runs: 5).run { _ = NSUUID() }
      #expect(report.reads.contains(.identifiers))
    }

    @Test func theMainActorsDateIsRead() async {
      let report = await World.Exploration(runs: 5).run { await MainActor.run { _ = Date() } }
      #expect(report.reads.contains(.date))
    }
  #endif

  @Test func ordinals() {
    let texts = [3, 4, 11, 12, 13, 21, 22, 23, 101, 111, 112].map {
      Choices.Entry(index: $0 - 1, value: 1).ordinal
    }
    #expect(
      texts == ["third", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "101st", "111th", "112th"])
  }

  /// It reads nothing of its world, so that there is one run, which passes 99 of 100 times.
  @Test func runsAreComparedByTheirOutcome() async throws {
    let count = Lock(0)
    var exploration = World.Exploration(runs: 1_000)
    exploration.mustBeRepeatable = true
    let report = await exploration.run {
      // As `#expect(Int.random(in: 0..<100) != 7)`.
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number % 100 == 7 { throw Overdrawn() }
    }
    #expect(report.runs == 1)
    #expect(report.failureText == "Passed in 1 run, but runs must be repeatable, and aren't.")
    #expect(
      "\(report)".contains(
        "\nRuns can't be repeated: one was run again with the same steps, and then threw Overdrawn().\n"),
      "\(report)")
  }

  @Test func whatCanBeRepeatedPasses() async {
    let count = Lock(0)
    var exploration = World.Exploration(runs: 50)
    exploration.mustBeRepeatable = true
    let report = await exploration.run { count.withLock { $0 += 1 } }
    #expect(report.failureText == nil, "\(report)")
    #expect(report.runs == 1)
    #expect(count.withLock { $0 } == 51)
  }

  @Test func aFaultPointThatWasRenamedIsNamed() async throws {
    let failing = await World.Exploration(runs: 100).run {
      try World.Fault.point("the disk is full") { throw Overdrawn() }
    }
    let token = try #require(failing.token)
    for exploration in [
      World.Exploration(runs: 1, only: token), World.Exploration(runs: 1, including: [token]),
    ] {
      let report = await exploration.run {
        try World.Fault.point("the disk has no space") { throw Overdrawn() }
      }
      #expect(report.isWeak)
      #expect(
        "\(report)".contains(
          "\nThe token's run no longer comes to \"the disk is full\": maybe the fault point was renamed."),
        "\(report)")
    }
  }

  @Test func aStepThatCancelsIsNeverLeftOut() async {
    let report = await World.Exploration(runs: 1).run {
      let task = Task { try? await Current.sleep(.seconds(1)) }
      for _ in 0..<20 { await Task.yield() }
      task.cancel()
      for _ in 0..<20 { await Task.yield() }
      throw Overdrawn()
    }
    let text = report.description
    #expect(text.contains("cancels task 2"), "\(text)")
    #expect(text.contains("(resumed by task 1, ends)"), "\(text)")
    #expect(text.contains("     …"), "\(text)")
  }

  #if DEBUG && os(Linux)
    /// Those of C are of DWARF 5, where C has any. (Reports show Swift's, of DWARF 4.)
    @Test func linesAreThoseOfTheLineTables() throws {
      let function: @convention(c) () -> Bool = world_testing_knows_layout
      let address = CodeAddress(bits: UInt(bitPattern: unsafeBitCast(function, to: Int.self)))
      #expect(SymbolTable.function(of: address) == "world_testing_knows_layout")
      if let line = SymbolTable.line(of: address) {
        #expect(line.path.hasSuffix("Sources/CWorldTesting/TaskLayout.c"), "\(line.path)")
        let package = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let source = SourceLine(
          path: package.appending(path: "Sources/CWorldTesting/TaskLayout.c").path, number: line.number)
        #expect(source.withText.contains("bool world_testing_knows_layout(void)"), "\(source.withText)")
      }
      // Nothing is there.
      #expect(SymbolTable.line(of: CodeAddress(bits: 1)) == nil)
      #expect(SymbolTable.function(of: CodeAddress(bits: 1)) == nil)
    }
  #endif

  @Test func aLongLineIsShownWhole() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = String(repeating: "#expect(a) ", count: 30) + "// the reason"
    try "\n  \(text)\n".write(to: file, atomically: true, encoding: .utf8)
    #expect(SourceLine(path: file.path, number: 2).withText.hasSuffix("2  \(text)"))
  }

  /// Tasks that are polite forever, with a switch in each second step.
  @Test func aReportOfManySwitchesIsShort() async {
    var exploration = World.Exploration(runs: 200, seed: 1)
    exploration.stepLimit = 500
    let report = await exploration.run {
      let wants = Locked([false, false])
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<2 {
          group.addTask {
            while true {
              wants.withLock { $0[task] = true }
              await Task.yield()
              if wants.withLock({ !$0[1 - task] }) { break }
              wants.withLock { $0[task] = false }
              await Task.yield()
            }
            wants.withLock { $0[task] = false }
          }
        }
      }
    }
    #expect(report.failure?.identity == "steps", "\(report)")
    #expect("\(report)".split(separator: "\n").count < 200)
  }

  @Test func shortNamesOfFunctions() {
    let names = [
      "(2) await resume partial function for function signature specialization <Arg[0] = Dead> of static App.Account.load() async throws -> ()":
        "Account.load",
      "function signature specialization <Arg[1] = [Constant Propagated Function : closure #1 () -> () in App.main() -> ()]> of generic specialization <Swift.Int> of App.twice<A>(A) -> ()":
        "twice",
      "(2) suspend resume partial function for App.Account.withdraw(Swift.Int) async -> ()":
        "Account.withdraw",
      "App.(Account in _0AF3).withdraw(Swift.Int) async -> ()": "Account.withdraw",
      "closure #1 () async -> () in App.(Account in _0AF3).withdraw(Swift.Int) -> ()":
        "a closure in Account.withdraw",
      "closure #1 @Sendable () async -> () in closure #2 () -> () in App.refresh() -> ()":
        "a closure in refresh",
      "static App.Cache.load<A>(A) async -> A": "Cache.load",
      "static (extension in App):Swift.Task.first<A>() async -> A": "Task.first",
      "static (extension in _Concurrency):Swift.Task<A, B>.yield() async -> ()": nil,
      "closure #1 () async -> () in (extension in WorldTesting):World.World.applying(in: A) -> A": nil,
      "closure #1 () async -> () in closure #1 () -> () in static (extension in App):Swift.Task.first<A>() async -> A":
        "a closure in Task.first",
      "closure #1 () -> () in static (extension in Swift):Swift.Task< where A == Swift.Never>.sleep(for: B) async throws -> ()":
        nil,
      "(1) suspend resume partial function for closure #1 () async -> () in closure #1 (Swift.UnsafeContinuation<(), Swift.Error>) -> () in closure #1 () async throws -> () in static (extension in Swift):Swift.Task< where A == Swift.Never, B == Swift.Never>.sleep(nanoseconds: Swift.UInt64) async throws -> ()":
        "the timer of Task.sleep",
      "closure #1 (App.Inbox) async -> () in variable initialization expression of static App.Service.live : App.Service":
        "a closure in Service.live",
      "main": nil,
    ]
    for (long, short) in names { #expect(SymbolTable.shortened(long) == short) }
  }
}

actor Lockable {
  private var isLocked = false
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  static func lock(_ first: Lockable, _ second: Lockable) async {
    await first.lock()
    await second.lock()
    await second.unlock()
    await first.unlock()
  }

  private func lock() async {
    while isLocked { await withUnsafeContinuation { waiting.append($0) } }
    isLocked = true
  }

  private func unlock() {
    isLocked = false
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

struct Overdrawn: Error {}

actor Ledger {
  private var amounts: [Int] = []

  func note(_ amount: Int) { amounts.append(amount) }
}

actor Account {
  private var balance = 100
  private let ledger = Ledger()

  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    await ledger.note(amount)
    balance -= amount
  }

  func check() throws { if balance < 0 { throw Overdrawn() } }
}

private enum Blocking {
  static func wait(_ entered: DispatchSemaphore, _ released: DispatchSemaphore) {
    entered.signal()
    released.wait()
  }
}
