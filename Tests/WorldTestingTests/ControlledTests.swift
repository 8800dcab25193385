import Dispatch
import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What runs in a test of a mock world, and in which order: each row of the article on deterministic tests.
@Suite(.world(.mock, timeout: .seconds(600)), .timeLimit(.minutes(120)))
struct ControlledTests {
  private let log = EventLog()
  private let start = World.mock.date()

  private var elapsed: TimeInterval { Current.date().timeIntervalSince(start) }

  /// Two steps, with a yield in between.
  private func steps(_ name: Int) async {
    log.note("\(name) a")
    await Task.yield()
    log.note("\(name) b")
  }

  private static func inTurns(_ count: Int) -> [String] {
    ["a", "b"].flatMap { step in (0..<count).map { "\($0) \(step)" } }
  }

  @Test func childTasksTakeTurns() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 { group.addTask { await steps(number) } }
    }
    #expect(log.drain() == Self.inTurns(20))
    async let first: Void = steps(0)
    async let second: Void = steps(1)
    _ = await (first, second)
    #expect(log.drain() == Self.inTurns(2))
  }

  @Test func whoWaitsForAllOthersGoesOnInTurn() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<3 {
        group.addTask {
          try? await Current.time.waitForSleepers(0)
          log.note("\(number)")
        }
      }
    }
    #expect(log.drain() == ["0", "1", "2"])
  }

  @Test func tasksTakeTurns() async {
    for number in 0..<20 { Task { await steps(number) } }
    await Current.time.advance(by: .zero)
    #expect(log.drain() == Self.inTurns(20))
  }

  @Test func detachedTasksTakeTurnsAndLoseTheWorld() async {
    for number in 0..<20 { Task.detached { await steps(number) } }
    await Current.time.advance(by: .zero)
    #expect(log.drain() == Self.inTurns(20))
    let hasScope = await Task.detached { Scope.innermost != nil }.value
    #expect(!hasScope)
  }

  private actor Place {
    func visit(_ number: Int, _ log: EventLog) async {
      log.note("\(number) a")
      await Task.yield()
      log.note("\(number) b")
    }
  }

  @Test func actorsAreEnteredInOneOrder() async {
    let place = Place()
    for number in 0..<20 { Task { await place.visit(number, log) } }
    await Current.time.advance(by: .zero)
    #expect(log.drain() == Self.inTurns(20))
  }

  #if os(Linux)
    @Test func theMainActorsStepsHaveTheirTurns() async {
      for number in 0..<6 {
        if number.isMultiple(of: 2) {
          Task { @MainActor in
            MainActor.assertIsolated()
            await steps(number)
          }
        } else {
          Task { await steps(number) }
        }
      }
      await Current.time.advance(by: .zero)
      #expect(log.drain() == Self.inTurns(6))
    }

    /// Beside steps that compute.
    @Test func aTaskSleepsExactlyAsLongAsItAskedFor() async throws {
      for number in 1...2_000 {
        let nap = Duration.microseconds(number * 17)
        let begin = ContinuousClock.now
        var sum: UInt64 = 0
        for index in 0..<UInt64(number % 50 * 20) { sum ^= index &* 0x9E37_79B9 }
        async let slept: Void = Task.sleep(for: nap)
        await Current.time.advance(by: nap)
        try await slept
        #expect(begin.duration(to: .now) == nap, "\(sum)")
        await Current.time.advance(by: .milliseconds(number % 3))
      }
    }

    @Test func anotherTimeMachineMovesNoClockOfTheTest() async {
      let (begin, other) = (ContinuousClock.now, TimeMachine(frozenAt: start))
      await other.advance(by: .seconds(5))
      #expect(begin.duration(to: .now) == .zero)
      await Current.time.advance(by: .seconds(3))
      #expect(begin.duration(to: .now) == .seconds(3))
    }

    @Test func taskSleepIsInTheTestsTime() async throws {
      let begin = ContinuousClock.now
      for nap in [250, 1_250, 12_000, 86_400_000] {
        Task {
          let begin = Current.clock.now
          try await Task.sleep(for: .milliseconds(nap))
          log.note("\(nap): \(begin.duration(to: Current.clock.now) / .milliseconds(1))")
        }
      }
      let clock = Task {
        try await ContinuousClock().sleep(for: .seconds(3_600))
        return elapsed
      }
      await Current.time.advance(by: .seconds(86_400))
      #expect(
        log.drain() == ["250: 250.0", "1250: 1250.0", "12000: 12000.0", "86400000: 86400000.0"])
      #expect(try await clock.value == 3_600)
      #expect(begin.duration(to: .now) == .seconds(86_400))
      try await Task.sleep(for: .zero)
      #expect(elapsed == 86_400)
      let suspending = Task {
        let begin = SuspendingClock.now
        try await SuspendingClock().sleep(for: .milliseconds(50))
        return begin.duration(to: .now)
      }
      await Current.time.advance(by: .milliseconds(50))
      #expect(try await suspending.value == .milliseconds(50))
    }
  #endif

  /// An actor whose steps run on a queue of its own.
  private actor Elsewhere {
    private let queue = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func isScheduled() -> Bool { Scheduler.current != nil }
  }

  @Test func anActorsOwnExecutorIsOutside() async throws {
    let scheduler = try #require(Scheduler.current)
    let isScheduled = await Elsewhere().isScheduled()
    #expect(!isScheduled)
    #expect(scheduler.core.log.outsideArrivals > 0)
    #expect(Scheduler.current === scheduler)
  }

  @Test func clocksOfTimeMachinesAreExact() async throws {
    let other = TimeMachine(frozenAt: .distantPast)
    let tasks = [
      Task {
        try await Current.clock.sleep(until: Current.clock.now.advanced(by: .seconds(1.25)))
        return elapsed
      },
      Task {
        try await other.sleep(for: .seconds(5))
        return other.date.timeIntervalSince(.distantPast)
      },
    ]
    await Current.time.advance(by: .seconds(1.25))
    await other.advance(by: .seconds(5))
    #expect(try await tasks[0].value == 1.25)
    #expect(try await tasks[1].value == 5)
  }

  @Test func streamsAndContinuationsResumeInOneOrder() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    Task { for await number in stream { log.note("received \(number)") } }
    Task {
      for number in 0..<3 {
        continuation.yield(number)
        await withCheckedContinuation { resumed in Task { resumed.resume() } }
        log.note("resumed \(number)")
      }
    }
    await Current.time.advance(by: .zero)
    #expect(
      log.drain() == [
        "received 0", "resumed 0", "received 1", "resumed 1", "received 2", "resumed 2",
      ])
  }

  @Test func whatAThreadOrAQueueResumesIsAStepOfTheTest() async throws {
    let scheduler = try #require(Scheduler.current)
    await withCheckedContinuation { resumed in Thread.detachNewThread { resumed.resume() } }
    #expect(Scheduler.current === scheduler)
    await withCheckedContinuation { resumed in DispatchQueue.global().async { resumed.resume() } }
    #expect(Scheduler.current === scheduler)
  }

  /// Answers each request of a session with its path.
  private final class Answer: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
      guard let url = request.url else { return }
      let response = URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Data(url.path.utf8))
      client?.urlProtocolDidFinishLoading(self)
    }
  }

  @Test func aRequestIsWaitedFor() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Answer.self]
    let url = try #require(URL(string: "test://host/path"))
    let (data, _) = try await URLSession(configuration: configuration).data(from: url)
    #expect(String(decoding: data, as: UTF8.self) == "/path")
    #expect(Scheduler.current != nil)
  }

  @Test func aLockThatAStepHoldsIsFree() async {
    let lock = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { lock.withLock { $0 += 1 } } }
    }
    #expect(lock.withLock { $0 } == 100)
  }

  @Test(.world(.mock, inParallel: true)) func inParallelNothingIsScheduled() async {
    #expect(Scheduler.current == nil)
    let isScheduled = await Task { Scheduler.current != nil }.value
    #expect(!isScheduled)
  }

  @Test func aConfirmationCountsWhatTheTasksDo() async {
    await confirmation(expectedCount: 3) { ticked in
      let ticker = Task {
        while true {
          try await Current.sleep(.seconds(1))
          ticked()
        }
      }
      await Current.time.advance(by: .seconds(3))
      ticker.cancel()
    }
  }

  @Test(arguments: 1...20) func eachCaseHasASchedulerOfItsOwn(hours: Int) async throws {
    let scheduler = try #require(Scheduler.current)
    // The body is the first task.
    #expect(scheduler.core.step.task == 0)
    async let slept: Void = Current.sleep(.seconds(hours * 3_600))
    await Current.time.advance(by: .seconds(hours * 3_600))
    try await slept
    #expect(elapsed == Double(hours * 3_600))
  }

  #if os(Linux) || os(macOS)
    @Test func anExitTestIsNotScheduled() async {
      await #expect(processExitsWith: .success) {
        precondition(Scheduler.current == nil)
        withWorld(.mock) { precondition(Scheduler.current == nil) }
      }
    }
  #endif

  @Test func anExplorationInsideHasSchedulersOfItsOwn() async throws {
    let scheduler = try #require(Scheduler.current)
    let others = Locked(0)
    let log = log
    _ = await World.Exploration(runs: 3, varying: .schedule).run {
      let isOther = Scheduler.current.map { $0 !== scheduler } ?? false
      if isOther { others.withLock { $0 += 1 } }
      async let first: Void = log.note("first")
      async let second: Void = log.note("second")
      _ = await (first, second)
    }
    #expect(others.withLock { $0 } == log.count / 2)
    #expect(log.count > 0)
    #expect(Scheduler.current === scheduler)
    let isScheduled = await Task { Scheduler.current === scheduler }.value
    #expect(isScheduled)
  }

  @Test func aTickingMachineIsInRealTime() async throws {
    Current.use(TimeMachine(startingAt: start, rate: 1_000_000))
    try await Current.sleep(.seconds(60))
    #expect(elapsed >= 60)
  }

  @Test func advancingIsExactAndSettled() async {
    for number in 1...3 {
      Task {
        try await Current.sleep(.seconds(number * 10))
        log.note("\(number) at \(elapsed)")
        await Place().visit(number, log)
      }
    }
    await Current.time.advance(by: .seconds(25))
    #expect(log.drain() == ["1 at 10.0", "1 a", "1 b", "2 at 20.0", "2 a", "2 b"])
    #expect(elapsed == 25)
  }
}

/// An actor with an executor of its own, which does nothing at once.
@globalActor
private actor Late {
  static let shared = Late()

  private let executor = QueueExecutor(delay: 0.1)
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// How a test in a mock world ends: each test here runs another one inside.
@Suite(.timeLimit(.minutes(120)))
struct EndOfTestTests {
  private let log = EventLog()

  /// What is reported while a test runs.
  private func issues(
    _ trait: WorldTrait = .world(.mock), _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [World.Issue] {
    let test = try #require(Test.current)
    return try await reports { try await trait.provideScope(for: test, testCase: nil, performing: body) }
  }

  // A function that ends with the sleep has no frame while it sleeps, in an optimized program.
  @inline(never)
  private static func page() async throws {
    try await Current.sleep(.seconds(30))
    try Task.checkCancellation()
  }

  @Test func whatIsLeftRunsAndItsSleepsAreCancelled() async throws {
    let log = log
    let issues = try await issues {
      Task {
        log.note("runs")
        do { try await Current.sleep(.seconds(60)) } catch { log.note("\(error is CancellationError)") }
      }
      Task { while true { try await Current.sleep(.seconds(1)) } }
    }
    #expect(issues.isEmpty)
    #expect(log.drain() == ["runs", "true"])
  }

  @Test func aSleepThatNobodyEndsIsReportedAtOnce() async throws {
    let log = log
    let issues = try await issues {
      async let page: Void = Self.page()
      do { try await page } catch { log.note("\(error is CancellationError)") }
    }
    #expect(
      issues.isOne(
        saying: "Time stands still, and no task of the test can go on", "task 1 waits for task 2",
        "task 2 sleeps 30 s more in `EndOfTestTests.page`",
        "await Current.time.advance(by: .seconds(30))",
        "@Test(.world(.mock, autoAdvance: true))"))
    #expect(log.drain() == ["true"])
  }

  @Test func bothWaysOutOfTheReportWork() async throws {
    let log = log
    var issues = try await issues {
      async let page: Void = Self.page()
      await Current.time.advance(by: .seconds(30))
      try await page
      log.note("moved")
    }
    issues += try await self.issues(.world(.mock, autoAdvance: true)) {
      async let page: Void = Self.page()
      try await page
      log.note("passed")
    }
    #expect(issues.isEmpty)
    #expect(log.drain() == ["moved", "passed"])
  }

  @Test func waitingForSleepersWhoNeverComeIsReportedAtOnce() async throws {
    let issues = try await issues { try? await Current.time.waitForSleepers(2) }
    #expect(issues.isOne(saying: "task 1 waits for 2 sleeping tasks, of 0"))
  }

  /// `machine` stands for what the test calls it.
  @Test func theWayOutOfASleepByAnotherMachineMovesThat() async throws {
    let issues = try await issues(.world(.mock, autoAdvance: true)) {
      try? await TimeMachine(frozenAt: Date(timeIntervalSince1970: 0)).sleep(for: .seconds(30))
    }
    #expect(
      issues.isOne(saying: "Time stands still", "Current.time: await machine.advance(by: .seconds(30))."))
    #expect(!"\(issues)".contains("autoAdvance"))
  }

  @Test func aLoopThatSleepsInSpiteOfErrorsIsReportedAtOnce() async throws {
    let issues = try await issues {
      while true { try? await Task.sleep(for: .seconds(12)) }
    }
    #expect(issues.isOne(saying: "Time stands still", "await Current.time.advance(by: .seconds(12))"))
  }

  /// It isn't among the tasks that run here, and may do something for the others.
  @Test func aTaskThatBeginsOutsideMayEndTheWaits() async throws {
    let log = log
    let issues = try await issues {
      let asleep = Task { try await Current.sleep(.seconds(30)) }
      Task { @Late in
        try await Current.time.waitForSleepers()
        await Current.time.advance(by: .seconds(30))
      }
      try await asleep.value
      log.note("woken")
    }
    #expect(issues.isEmpty)
    #expect(log.drain() == ["woken"])
  }

  @Test func tasksThatAwaitEachOtherAreReportedAtOnce() async throws {
    let issues = try await issues {
      let other = Locked<Task<Void, Never>?>(nil)
      let first = Task<Void, Never> { await other.withLock { $0 }?.value }
      let second = Task<Void, Never> { await first.value }
      other.withLock { $0 = second }
      await second.value
    }
    #expect(
      issues.isOne(
        saying: "No task of the test can go on", "task 2 waits for task 3", "task 3 waits for task 2"))
  }

  @Test(.ticking) func aTaskThatWaitsForSomethingOutsideIsReportedAfterTheTimeout() async throws {
    let issues = try await issues(.world(.mock)) {
      async let slept: Void = Current.sleep(.seconds(30))
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      try await slept
    }
    #expect(
      issues.isOne(
        saying: "The test isn't over after 60 s in which it could run: ",
        "task 2 sleeps 30 s more", "task 1 waits for a continuation in `",
        "await Current.time.advance(by: .seconds(30))", "@Test(.world(.mock, timeout: .seconds(60)))"))
  }

  @Test func timeThatPassedBeforeSomethingCameFromOutsideIsReported() async throws {
    let issues = try await issues(.world(.mock, autoAdvance: true)) {
      let resume = Locked<CheckedContinuation<Void, Never>?>(nil)
      async let answer: Void = withCheckedContinuation { continuation in
        resume.withLock { $0 = continuation }
      }
      try await Current.sleep(.seconds(60))
      let continuation = resume.withLock { $0 }
      Thread.detachNewThread { continuation?.resume() }
      await answer
    }
    #expect(
      issues.isOne(saying: "Time passed by itself while a task waited for something outside of the test"))
  }

  @Test(.ticker) func aLoopThatOnlyYieldsIsReportedAfterTheTimeout() async throws {
    let issues = try await issues(.world(.mock, timeout: .milliseconds(200))) {
      while !Task.isCancelled {
        for _ in 0..<1_000 { await Task.yield() }
        Ticker.current.tick()
      }
    }
    #expect(issues.isOne(saying: "isn't over after 1.2 s", "task 1 is about to go on in `", " steps"))
  }

  @Test func aLoopThatOnlyYieldsLetsTimePass() async throws {
    let issues = try await issues(.world(.mock, autoAdvance: true)) {
      let isOver = Flag()
      Task {
        try await Current.sleep(.seconds(60))
        isOver.set()
      }
      while !isOver.isSet { await Task.yield() }
    }
    #expect(issues.isEmpty)
  }

  /// The pause of a debounce that is rounded down, for example.
  @Test func aLoopThatSleepsForNoTimeLetsTimePass() async throws {
    let issues = try await issues(.world(.mock, autoAdvance: true)) {
      let sleeping = Task { try await Task.sleep(for: .seconds(60)) }
      let isOver = Flag()
      Task {
        _ = await sleeping.result
        isOver.set()
      }
      while !isOver.isSet {
        try await Task.sleep(nanoseconds: 0)
        try await Task.sleep(for: .zero)
      }
    }
    #expect(issues.isEmpty)
  }

  #if os(Linux) || os(macOS)
    // In a process of its own, since it blocks a thread that other tests need.
    @Test func aStepThatBlocksItsThreadIsReportedAfterTheTimeout() async {
      await #expect(processExitsWith: .success) {
        let (texts, semaphore) = (Locked<[String]>([]), DispatchSemaphore(value: 0))
        @Sendable func wait() { semaphore.wait() }
        try await Scheduler().runTest(
          timeout: .milliseconds(200),
          report: { report in
            texts.withLock { $0 += [report.summary, report.fixes.joined(separator: "; ")] }
            semaphore.signal()
          },
          { await Task { wait() }.value })
        let begin = texts.value.prefix(2)
        #expect(begin.count == 2)
        #expect(
          begin.first?.contains(
            "has blocked its thread for 0.2 s: it sleeps, or waits for a lock, a semaphore, a queue or a run loop"
          )
            == true)
        #expect(begin.last?.contains("@Test(.world(.mock, inParallel: true))") == true)
      }
    }
  #endif

  @Test(.ticker) func aTimeLimitCancelsTheTest() async throws {
    let log = log
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    let (never, keepOpen) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await issues {
        begin.finish()
        for await _ in never {}
        log.note("\(Task.isCancelled)")
      }
    }
    for await _ in began {}
    task.cancel()
    #expect(try await task.value.isEmpty)
    #expect(log.drain() == ["true"])
    keepOpen.finish()
  }

  /// A continuation that nobody resumes can't be cancelled: its task never goes on.
  @Test(.ticking) func aCancelledTestThatWaitsForAContinuationIsAbandoned() async throws {
    let issues = try await issues(.world(.mock)) {
      // As its time limit does, which is passed on to the test's task.
      withUnsafeCurrentTask { $0?.cancel() }
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    #expect(issues.isOne(saying: "isn't over after", "task 1 waits for a continuation"))
  }
}
