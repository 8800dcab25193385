#if os(Linux)
  import Dispatch
  import Foundation
  import Synchronization
  import TestSupport
  import Testing
  import World
  import WorldMocks

  @testable import WorldTesting

  /// Tests in a process in which no function of the runtime is replaced: `WORLD_RUNTIME=hooks`.
  @Suite(.timeLimit(.minutes(120)))
  struct HooksAloneTests {
    @Test func testsOfMockTimePass() async {
      await #expect(processExitsWith: .success) {
        let (code, output) = try HooksAloneTests.run("TestsWithHooksAlone")
        #expect(code == 0, "\(output)")
        let count = output.firstMatch(of: /Test run with (\d+) tests.* passed/).flatMap { Int($0.1) } ?? 0
        #expect(count >= 14, "\(output)")
        #expect(output.contains("(WORLD_RUNTIME is hooks), so tests of mock worlds aren't"), "\(output)")
      }
    }

    @Test func theFirstFailureSaysWhatIsNotControlled() async {
      await #expect(processExitsWith: .success) {
        let (code, output) = try HooksAloneTests.run("FailingTestsWithHooksAlone/fails")
        #expect(code == 1)
        #expect(output.split(separator: "it fails").count == 3, "\(output)")
        #expect(output.split(separator: "\(HooksAloneTests.missing).").count == 2, "\(output)")
      }
    }

    @Test func aReportSaysWhatIsNotControlled() async {
      await #expect(processExitsWith: .success) {
        let (code, output) = try HooksAloneTests.run("FailingTestsWithHooksAlone/arrivesLate")
        #expect(code == 1)
        let last = output.firstMatch(of: #/advance\(by: …\)\s+Not controlled here: /#)
        #expect(last != nil, "\(output)")
        #expect(output.split(separator: HooksAloneTests.missing).count == 2, "\(output)")
      }
    }

    @Test func aSweepSaysWhatIsNotControlled() async {
      await #expect(processExitsWith: .success) {
        let (code, output) = try HooksAloneTests.run(
          "TestsWithHooksAlone/theCheck", ["WORLD_EXPLORE": "5"])
        #expect(code == 0, "\(output)")
        let table = output.split(separator: "Explored 1 test").last ?? ""
        #expect(table.hasSuffix("|\n\(HooksAloneTests.missing).\n"), "\(output)")
      }
    }

    static let missing =
      "Not controlled here: entries into actors, cancellations, the main actor, Task.yield(), Task.sleep, Date(), Int.random and UUID(), what tasks wait for"

    private static func run(_ filter: String, _ environment: [String: String] = [:]) throws -> (Int32, String)
    {
      let result = try runTests(
        library: "swift-testing",
        ["WORLD_RUNTIME": "hooks", "WORLD_DETERMINISM": "", "NO_COLOR": "1"].merging(environment) { $1 },
        ["--filter", "[.]\(filter)"])
      return (result.code, result.output)
    }
  }

  /// What can't be done is said, by its name.
  struct NotControlledTests {
    private static func check(_ failed: [RuntimeCheck.Part]) -> RuntimeCheck {
      RuntimeCheck(ticker: Ticker()) { failed }
    }

    @Test func nothingIsSaidIfAllIsControlled() {
      #expect(RuntimeCheck.ofProcess.notControlled == nil)
      #expect(NotControlledTests.check([]).notControlled == nil)
      #expect(NotControlledTests.check([]).knowsOrders)
    }

    @Test func partsHaveNames() {
      let check = NotControlledTests.check([.sleeps, .mainActor])
      #expect(check.notControlled == "Not controlled here: the main actor, Task.sleep")
      #expect(!check.knowsOrders)
      #expect(Set(RuntimeCheck.Part.allCases.map(\.name)).count == RuntimeCheck.Part.allCases.count)
    }

    @Test(arguments: RuntimeCheck.Part.allCases)
    func whatChangesOrdersLeavesThemUnknown(part: RuntimeCheck.Part) {
      let leavesOrders = [.dates, .random, .waits].contains(part)
      #expect(NotControlledTests.check([part]).knowsOrders == leavesOrders)
    }

    @Test func aCheckWithoutResultKnowsNothing() {
      let ticker = Ticker()
      let check = RuntimeCheck(within: .zero, ticker: ticker) {
        ticker.tick()
        DispatchSemaphore(value: 0).wait()
        return []
      }
      #expect(check.notControlled == "It isn't known what is controlled here")
      #expect(!check.knowsOrders)
    }

    @Test func aValueOfTheVariableThatMeansNothingIsAProblem() {
      #expect(EnvironmentOptions(["WORLD_RUNTIME": "hooks"]).usesHooksAlone)
      #expect(EnvironmentOptions(["WORLD_RUNTIME": "hooks"]).problem == nil)
      #expect(!EnvironmentOptions(["WORLD_RUNTIME": ""]).usesHooksAlone)
      #expect(
        EnvironmentOptions(["WORLD_RUNTIME": "hook"]).problem
          == #"WORLD_RUNTIME is "hook". It is "hooks", or unset."#)
    }
  }

  /// These run in a process of their own.
  @Suite(.enabled(if: HooksAlone.areUsed), .world(.mock), .timeLimit(.minutes(120)))
  private struct TestsWithHooksAlone {
    private let log = Log()

    /// What happened, and whether a step of a test did it.
    private final class Log: Sendable {
      private let events = Lock<[String]>([])

      func note(_ text: String) {
        let place = Scheduler.current == nil ? " elsewhere" : ""
        events.withLock { $0.append(text + place) }
      }

      var all: [String] { events.withLock { $0 } }
    }

    private actor Place {
      private let log: Log

      init(_ log: Log) { self.log = log }

      func enter(_ name: String) async {
        log.note("\(name) enters")
        await Task {}.value
        log.note("\(name) leaves")
      }

      func yield(_ name: String) async {
        log.note(name)
        await Task.yield()
        log.note("\(name) again")
      }
    }

    /// How often something outside made a task of the running test ready.
    private static var arrivals: Int? { Scheduler.current?.core.log.outsideArrivals }

    @Test func theCheckSaysWhatIsMissing() {
      #expect(
        RuntimeCheck.ofProcess.failed == [
          .sharedActors, .cancellations, .mainActor, .yields, .sleeps, .dates, .random, .waits,
        ])
      #expect(RuntimeCheck.ofProcess.notControlled == HooksAloneTests.missing)
    }

    @Test func children() async {
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b"] {
          group.addTask {
            log.note(name)
            await Task.yield()
            log.note(name)
          }
        }
      }
      async let child: Void = log.note("child")
      await child
      #expect(log.all == ["a", "b", "a", "b", "child"])
    }

    @Test func tasks() async {
      let tasks = ["a", "b", "c"].map { name in
        Task {
          log.note(name)
          await Task { log.note("\(name) inside") }.value
          log.note("\(name) again")
        }
      }
      for task in tasks { await task.value }
      #expect(
        log.all == [
          "a", "b", "c", "a inside", "b inside", "c inside", "a again", "b again", "c again",
        ])
    }

    @Test func detachedTasks() async {
      let tasks = ["a", "b"].map { name in
        Task.detached {
          log.note(name)
          async let child: Void = log.note("\(name)'s child")
          await child
        }
      }
      for task in tasks { await task.value }
      #expect(log.all == ["a", "b", "a's child", "b's child"])
    }

    @Test func actors() async {
      let place = Place(log)
      let tasks = ["a", "b"].map { name in Task { await place.enter(name) } }
      await place.enter("c")
      for task in tasks { await task.value }
      #expect(log.all.allSatisfy { !$0.hasSuffix("elsewhere") }, "\(log.all)")
      #expect(log.all == ["c enters", "a enters", "b enters", "c leaves", "a leaves", "b leaves"])
    }

    @Test func streams() async {
      let (stream, input) = AsyncStream.makeStream(of: Int.self)
      let producer = Task {
        for number in 0..<3 {
          log.note("\(number) is sent")
          input.yield(number)
          await Task { log.note("between") }.value
        }
        input.finish()
      }
      for await number in stream { log.note("\(number) comes") }
      await producer.value
      #expect(
        log.all == [
          "0 is sent", "0 comes", "between", "1 is sent", "1 comes", "between", "2 is sent", "2 comes",
          "between",
        ])
    }

    @Test func timeIsMoved() async throws {
      let start = Current.date()
      let sleeping = Task {
        try await Current.sleep(.seconds(30))
        log.note("awake")
        return Current.date()
      }
      await Current.time.advance(by: .seconds(29))
      #expect(log.all.isEmpty)
      await Current.time.advance(by: .seconds(1))
      #expect(log.all == ["awake"])
      #expect(try await sleeping.value == start + 30)
    }

    @Test(.world(.mock, autoAdvance: true)) func timePassesByItself() async throws {
      let start = Current.time.now
      try await withThrowingTaskGroup(of: Void.self) { group in
        for seconds in [3, 1, 2] {
          group.addTask {
            try await Current.sleep(.seconds(seconds))
            log.note("\(seconds)")
          }
        }
        try await group.waitForAll()
      }
      try await Task { try await Current.sleep(.seconds(4)) }.value
      #expect(log.all == ["1", "2", "3"])
      #expect(start.duration(to: Current.time.now) == .seconds(7))
    }

    @Test func anotherOrderIsFound() async {
      let report = await World.Exploration(runs: 100).run {
        let log = Locked<[String]>([])
        let tasks = ["a", "b"].map { name in
          Task {
            await Task {}.value
            log.withLock { $0.append(name) }
          }
        }
        for task in tasks { await task.value }
        struct Backwards: Error {}
        if log.value == ["b", "a"] { throw Backwards() }
      }
      #expect(report.failureText?.contains("Backwards") == true, "\(report)")
      #expect(report.failingDimensions == .schedule, "\(report)")
      #expect(report.isRepeatable, "\(report)")
      #expect("\(report)".hasSuffix("\n\(HooksAloneTests.missing)."), "\(report)")
    }

    @Test func noExplorationHasAllOrders() async {
      let report = await World.Exploration(runs: 100).run {
        async let first: Void = Task {}.value
        async let second: Void = Task {}.value
        _ = await (first, second)
      }
      #expect(report.failureText == nil)
      #expect(!report.hasRunAllOrders)
      #expect(!"\(report)".contains("orders"), "\(report)")
    }

    /// What isn't controlled returns to the test.
    @Test func anotherThreadResumesATask() async {
      let task = Task {
        await withCheckedContinuation { resumed in Thread.detachNewThread { resumed.resume() } }
        log.note("resumed")
      }
      await task.value
      #expect(log.all == ["resumed"])
    }

    @Test func aTaskOfAnotherThreadStaysThere() async {
      let waiting = Locked<CheckedContinuation<Void, Never>?>(nil)
      let (ending, end) = AsyncStream.makeStream(of: Never.self)
      await withCheckedContinuation { begun in
        Thread.detachNewThread {
          Task.detached {
            await withCheckedContinuation { continuation in
              waiting.withLock { $0 = continuation }
              begun.resume()
            }
            log.note("the other")
            end.finish()
          }
        }
      }
      waiting.value?.resume()
      for await _ in ending {}
      log.note("the test")
      #expect(log.all == ["the other elsewhere", "the test"])
    }

    @Test func tasksYield() async {
      let tasks = ["a", "b"].map { name in
        Task {
          for number in 0..<3 {
            log.note("\(name)\(number)")
            await Task.yield()
          }
        }
      }
      for task in tasks { await task.value }
      #expect(log.all == ["a0", "b0", "a1", "b1", "a2", "b2"])
      #expect(TestsWithHooksAlone.arrivals == 0)
    }

    /// It may return as from a thread, so that another order is possible.
    @Test func aTaskYieldsInAnActor() async {
      let place = Place(log)
      let tasks = ["a", "b"].map { name in Task { await place.yield(name) } }
      for task in tasks { await task.value }
      #expect(Set(log.all) == ["a", "b", "a again", "b again"])
    }

    @Test func aTaskSleepsInRealTime() async throws {
      // check-world: allow what is tested is the sleep
      try await Task { try await Task.sleep(for: .milliseconds(1)) }.value
      log.note("after")
      #expect(log.all == ["after"])
    }

    @Test func theMainActorRunsBeside() async {
      await Task { @MainActor in log.note("main") }.value
      await Task {
        await MainActor.run { log.note("main") }
        log.note("after")
      }.value
      #expect(log.all == ["main elsewhere", "main elsewhere", "after"])
    }

    private static let running = Atomic(0)

    @Test(arguments: 0..<20) func oneTestAtATime(_: Int) async {
      #expect(TestsWithHooksAlone.running.add(1, ordering: .relaxed).newValue == 1)
      await anotherThreadResumesATask()
      #expect(TestsWithHooksAlone.running.subtract(1, ordering: .relaxed).newValue == 0)
    }
  }

  @Suite(.enabled(if: HooksAlone.areUsed))
  private struct FailingTestsWithHooksAlone {
    @Test(.world(.mock)) func fails() async { Issue.record("it fails") }
    @Test(.world(.mock)) func failsToo() async { Issue.record("it fails") }

    @Test(.world(.mock, autoAdvance: true)) func arrivesLate() async {
      let resumed = Locked<CheckedContinuation<Void, Never>?>(nil)
      async let sleeping: Void? = try? Current.sleep(.seconds(1))
      async let waiting: Void = withCheckedContinuation { continuation in
        resumed.withLock { $0 = continuation }
      }
      _ = await sleeping
      // Only now, so that time has passed before.
      Thread.detachNewThread { resumed.value?.resume() }
      await waiting
    }
  }
#endif
