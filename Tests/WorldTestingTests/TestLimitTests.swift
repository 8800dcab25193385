import CWorldTesting
import Dispatch
import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

/// A test that isn't over after its timeout is named, and after six times that fails and ends, whatever it does.
@Suite(.timeLimit(.minutes(120)))
struct TestLimitTests {
  // MARK: The time that counts

  @Test func aStepThatBlocksItsThreadUsesTime() {
    let monitor = TestMonitor()
    monitor.begin()
    let looks = (0..<4).map { _ in monitor.look(Ticker()) }
    #expect(looks.map(\.time) == (1...4).map { Ticker.interval * $0 })
    // The first look is the first that finds this step.
    #expect(looks.map(\.stepTime) == (0...3).map { Ticker.interval * $0 })
    #expect(looks.dropFirst().allSatisfy { $0.isBlocked && !$0.isWaitingForMain })
  }

  @Test func aStepThatEndsIsNotTheNextOne() {
    let monitor = TestMonitor()
    for _ in 0..<100 {
      monitor.begin()
      #expect(monitor.look(Ticker()).stepTime == .zero)
      monitor.end()
    }
    #expect(monitor.look(Ticker()).time == Ticker.interval * 101)
  }

  @Test func waitsForOtherTestsAndExplorationsAreNotCounted() {
    let monitor = TestMonitor()
    for _ in 0..<2 { monitor.beginWaitingForOther() }
    #expect(monitor.look(Ticker()).time == .zero)
    monitor.endWaitingForOther()
    #expect(monitor.look(Ticker()).time == .zero)
    monitor.endWaitingForOther()
    #expect(monitor.look(Ticker()).time == Ticker.interval)
  }

  @Test func theMainQueueIsHeldUnlessItRunsStepsOfOthers() {
    let all = TestMonitor.MainSteps()
    let (monitor, other) = (TestMonitor(allMainSteps: all), TestMonitor(allMainSteps: all))
    monitor.waitForMain { whenBegun in
      other.begin(isMain: true)
      #expect(monitor.look(Ticker()).time == .zero)
      #expect(monitor.look(Ticker()).time == .zero)
      other.end(isMain: true)
      _ = monitor.look(Ticker())
      let look = monitor.look(Ticker())
      #expect(look.isWaitingForMain && look.stepTime == Ticker.interval)
      whenBegun()
    }
  }

  @Test func whatIsDueWhen() {
    let limit = TestLimit(.seconds(10))
    func stages(_ times: [Int], isCancelled: Bool = false) -> [TestLimit.Stage?] {
      times.map { limit.stage(after: .seconds($0), isCancelled: isCancelled) }
    }
    #expect(stages([0, 9, 10, 59, 60, 69, 70]) == [nil, nil, .warning, .warning, .failure, .failure, .end])
    // It has as long as its timeout to end.
    #expect(stages([25, 34, 35, 45], isCancelled: true) == [.warning, .warning, .failure, .end])
    #expect(TestLimit(.zero).timeout == Ticker.interval)
    #expect(TestLimit(.seconds(Int64.max)).stage(after: .seconds(1_000_000), isCancelled: false) == nil)
  }

  @Test func eachStageIsDoneOnce() {
    let limit = TestLimit(.seconds(10))
    #expect(
      [limit.claimMessage(.warning), limit.claimMessage(.warning), limit.claimMessage(.failure)] == [
        true, false, true,
      ])
    #expect([limit.claim(.failure), limit.claim(.warning), limit.claim(.end)] == [true, false, true])
    #expect(limit.stuck == nil)
    limit.noteFailure("a reason")
    #expect(limit.stuck.map { [$0.reason, "\($0.isReported)"] } == ["a reason", "false"])
    limit.noteReport()
    #expect(limit.stuck?.isReported == true)
  }

  // MARK: Tests that never end

  private actor Place {
    var count = 0
    func enter() { count += 1 }
  }

  private struct Endless: Sendable, CustomTestStringConvertible {
    var name: String
    /// What the failure says.
    var said: [String]
    var autoAdvance = false
    /// Calls the closure now and then, which lets a tenth of a second pass.
    var body: @Sendable (_ tick: @escaping @Sendable () -> Void) async throws -> Void
    var testDescription: String { name }
  }

  private static let isDone = Flag()
  private static let endless = [
    Endless(
      name: "yields",
      said: ["task 1 is about to go on in `", "await what a loop waits for", "autoAdvance: true"]
    ) { tick in
      while !isDone.isSet {
        tick()
        await Task.yield()
      }
    },
    Endless(
      name: "yields until a date",
      said: ["task 1 is about to go on in `", "if it waits for Date(), which stays 2018-08-28T12:27:31Z"]
    ) { tick in
      let end = Date() + 1
      while Date() < end {
        tick()
        await Task.yield()
      }
    },
    Endless(name: "yields on the main actor", said: ["task 1 is about to go on in `"]) { tick in
      await yieldOnMain(tick)
    },
    Endless(name: "polls", said: ["task 1 ", "its sleep number ", " s of its own time)"], autoAdvance: true) {
      tick in
      while !isDone.isSet {
        tick()
        try? await Task.sleep(for: .milliseconds(10))
      }
    },
    Endless(
      name: "ticks", said: ["task 1 ", "task 2 ", "its sleep number ", " s of its own time)"],
      autoAdvance: true
    ) { tick in
      Task { while true { try await Current.sleep(.seconds(60)) } }
      while true {
        tick()
        try await Current.sleep(.seconds(60))
      }
    },
    Endless(name: "creates tasks", said: ["task 1 "]) { tick in
      while !isDone.isSet {
        tick()
        await Task {}.value
      }
    },
    Endless(name: "creates tasks that sleep for no time", said: ["task 1 "], autoAdvance: true) { tick in
      Task { try await Task.sleep(for: .seconds(1)) }
      while !isDone.isSet {
        tick()
        await Task { try? await Task.sleep(for: .zero) }.value
      }
    },
    Endless(name: "feeds a stream", said: ["task 1 ", "task 2 "]) { tick in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      Task {
        while !isDone.isSet {
          tick()
          continuation.yield(1)
          await Task.yield()
        }
      }
      for await _ in stream {}
    },
    Endless(name: "calls an actor", said: ["task 1 "]) { tick in
      let place = Place()
      while !isDone.isSet {
        tick()
        await place.enter()
        await Task.yield()
      }
    },
    Endless(
      name: "waits for something outside",
      said: ["task 1 waits for a continuation", "task 2 sleeps 5 s more"]
    ) { tick in
      async let slept: Void = Current.sleep(.seconds(5))
      let scheduler = try #require(Scheduler.current)
      Thread.detachNewThread {
        // Only ticks at which no thread runs its steps count.
        while !scheduler.core.isEndedEarly {
          tick()
          sched_yield()
        }
      }
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      try await slept
    },
  ]

  @MainActor private static func yieldOnMain(_ tick: () -> Void) async {
    while !isDone.isSet {
      tick()
      await Task.yield()
    }
  }

  @Test(.ticker, arguments: endless) private func aTestThatNeverEndsIsNamedAndEnded(_ program: Endless)
    async throws
  {
    let test = try #require(Test.current)
    let trait = WorldTrait.world(.mock, autoAdvance: program.autoAdvance, timeout: .seconds(10))
    let ticker = Ticker.current
    let issues = try await reports {
      try await trait.provideScope(for: test, testCase: nil) { try await program.body { ticker.tick() } }
    }
    #expect(issues.count == 1, "\(issues)")
    let text = issues.first?.description ?? ""
    #expect(text.contains("The test isn't over after 60 s in which it could run"), "\(text)")
    for said in program.said { #expect(text.contains(said), "\(text)") }
  }

  /// It goes on with other steps, each of which takes its time.
  @Test(.ticker) func manyStepsAfterTheFailureAreCutShort() async throws {
    let (steps, ticker) = (Locked(0), Ticker.current)
    try await Scheduler().runTest(timeout: .seconds(1), report: { _ in }) {
      while true {
        steps.withLock { $0 += 1 }
        ticker.tick()
        await Task.yield()
      }
    }
    // In seven seconds of a test that could run, and not two thousand steps after the sixth.
    #expect((70..<80).contains(steps.value), "\(steps.value)")
  }

  // MARK: Steps that don't return

  /// Moves a ticker, once the body says that it begins, until the test of a step that doesn't return has failed.
  private static func haltReports(
    of body: @escaping @Sendable (_ hasBegun: Flag, _ isOver: Flag) async -> Void
  ) async throws -> [HaltReport] {
    let (said, hasBegun, isOver, ticker) = (Locked<[HaltReport]>([]), Flag(), Flag(), Ticker())
    Thread.detachNewThread {
      while !hasBegun.isSet { sched_yield() }
      while !ticker.isStuck {
        ticker.tick()
        usleep(100)
      }
    }
    try await Ticker.$current.withValue(ticker) {
      let scheduler = Scheduler()
      scheduler.use(World.mock.time)
      scheduler.answerSystem(from: .mock)
      try await scheduler.runTest(
        timeout: .seconds(1),
        report: { report in
          said.withLock { $0.append(report) }
          if report.isFailure { isOver.set() }
        },
        { await body(hasBegun, isOver) })
    }
    return said.value
  }

  #if os(Linux) || os(macOS)
    // In processes of their own, since the steps block threads that other tests need.
    @Test func aStepThatDoesNotReturnIsNamed() async {
      await #expect(processExitsWith: .success) {
        try await TestLimitTests.nameStep(polls: false)
        try await TestLimitTests.nameStep(polls: true)
      }
    }

    #if os(Linux)
      /// The body's only step asks for the date that stands still.
      @Test func aStepThatWaitsForADateIsToldThatItStandsStill() async {
        await #expect(processExitsWith: .success) {
          try await TestLimitTests.waitForDate(asks: false)
          try await TestLimitTests.waitForDate(asks: true)
        }
      }
    #endif
  #endif

  private static func nameStep(polls: Bool) async throws {
    @Sendable func wait(_ hasBegun: Flag, _ isOver: Flag) {
      hasBegun.set()
      while !isOver.isSet { if polls { Thread.sleep(forTimeInterval: 0.001) } }
    }
    let said = try await haltReports { hasBegun, isOver in
      await Task {
        await Task.yield()
        wait(hasBegun, isOver)
      }.value
    }
    #expect(said.map(\.isFailure) == [false, true])
    #if DEBUG && os(Linux) && compiler(>=6.3)
      #expect(
        said.allSatisfy { $0.summary.contains("a step of task 2 in `a closure in TestLimitTests.nameStep") },
        "\(said)")
    #endif
    #if DEBUG && os(Linux)
      // A sanitizer delivers the signal later.
      guard world_testing_sees_work_outside() else { return }
      #expect(said.last?.summary.contains(", now in `") == true, "\(said)")
    #endif
  }

  private static func waitForDate(asks: Bool) async throws {
    let said = try await haltReports { hasBegun, isOver in
      let start = asks ? Date() : .distantPast
      hasBegun.set()
      while !isOver.isSet, !asks || Date() < start + 1 {}
    }
    let isSaid = said.map {
      $0.fixes.first?.hasPrefix("if it waits for Date(), which stays 2018-08-28T12:27:31Z") == true
    }
    #expect(isSaid == [asks, asks], "\(said)")
  }

  #if os(Linux) || os(macOS)
    /// Runs a test in a process of its own whose only step doesn't return.
    private static func run(_ body: @escaping @Sendable () async -> Void) async throws {
      let ticker = Ticker()
      try await withTicking(ticker) {
        try await Ticker.$current.withValue(ticker) {
          let run = TestRun("the test of a step")
          try await Scheduler().runTest(timeout: .seconds(1), report: { $0.report(of: run.description) }) {
            await body()
          }
        }
      }
    }

    private static func pump() {
      let end = Date(timeIntervalSinceNow: 1e9)
      while Date(timeIntervalSinceNow: 0) < end {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
      }
    }

    private func expectEnd(_ result: ExitTest.Result?, saying texts: String...) {
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      for text in texts + ["isn't over after ", "The process ends."] {
        #expect(output.contains(text), "\(output)")
      }
    }

    @Test func aStepThatSpinsEndsTheProcess() async {
      let result = await #expect(
        processExitsWith: .exitCode(EXIT_FAILURE), observing: [\.standardErrorContent]
      ) {
        let flag = Flag()
        try await TestLimitTests.run { while !flag.isSet {} }
      }
      expectEnd(result, saying: "has run for", ", now in `")
    }

    @Test func aStepThatBlocksEndsTheProcess() async {
      let result = await #expect(
        processExitsWith: .exitCode(EXIT_FAILURE), observing: [\.standardErrorContent]
      ) {
        try await TestLimitTests.run { TestLimitTests.block() }
      }
      expectEnd(result, saying: "has blocked its thread for")
      // Dispatch keeps no frame pointers.
      #if os(Linux) && DEBUG
        expectEnd(result, saying: ", now in `TestLimitTests.block` at TestLimitTests.swift:")
      #endif
    }

    private static func block() { DispatchSemaphore(value: 0).wait() }

    @Test func aPumpOfARunLoopEndsTheProcess() async {
      let result = await #expect(
        processExitsWith: .exitCode(EXIT_FAILURE), observing: [\.standardErrorContent]
      ) {
        try await TestLimitTests.run { TestLimitTests.pump() }
      }
      expectEnd(result, saying: "a step of task 1")
    }

    /// What runs elsewhere may use what the caller of the test refers to.
    @Test func aChildThatRunsElsewhereEndsTheProcess() async {
      let result = await #expect(
        processExitsWith: .exitCode(EXIT_FAILURE), observing: [\.standardErrorContent]
      ) {
        try await TestLimitTests.run {
          await withTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: globalConcurrentExecutor) {
              while true { try? await Task.sleep(for: .milliseconds(1)) }
            }
          }
        }
      }
      expectEnd(result, saying: "task 1 waits for its group", "a task outside isn't over")
    }

    /// They have all threads, which the reports don't need.
    @Test(.timeLimit(.minutes(120))) func asManyTestsThatPollAsThereAreThreadsAreNamed() async {
      await #expect(processExitsWith: .success) {
        let count = ProcessInfo.processInfo.activeProcessorCount
        let said = Locked<Set<Int>>([])
        await withTaskGroup { group in
          for test in 0..<count {
            group.addTask {
              await #expect(throws: Never.self) {
                try await Scheduler().runTest(
                  timeout: .seconds(1), report: { _ in _ = said.withLock { $0.insert(test) } },
                  { while !said.withLock({ $0.contains(test) }) {} })
              }
            }
          }
        }
      }
    }
  #endif
}
