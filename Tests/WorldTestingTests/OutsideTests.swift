import Dispatch
import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

/// Tests whose tasks are resumed from outside at any moment, or never.
@Suite(.timeLimit(.minutes(120)))
struct OutsideTests {
  /// More with `OUTSIDE_AWAITS=1000000`.
  static let awaits = ProcessInfo.processInfo.environment["OUTSIDE_AWAITS"].flatMap(Int.init) ?? 20_000

  private static func awaitAQueue(_ count: Int) async {
    let queue = DispatchQueue(label: "outside")
    for _ in 0..<count { await withCheckedContinuation { resumed in queue.async { resumed.resume() } } }
  }

  /// What is reported while a test runs.
  private func issues(
    _ trait: WorldTrait, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [World.Issue] {
    let test = try #require(Test.current)
    return try await reports { try await trait.provideScope(for: test, testCase: nil, performing: body) }
  }

  #if os(Linux) || os(macOS)
    // In a process of its own, since other tests need the cores.
    @Test func aQueueThatResumesAtOnceAndChildrenThatEndElsewhereAreNoDeadEnd() async {
      await #expect(processExitsWith: .success) {
        try await OutsideTests.failNothingBesideThreads {
          await OutsideTests.awaitAQueue(OutsideTests.awaits)
        }
        // A child is over before its group notices that.
        try await OutsideTests.failNothingBesideThreads {
          for _ in 0..<OutsideTests.awaits {
            await withTaskGroup(of: Void.self) { group in
              group.addTask(executorPreference: globalConcurrentExecutor) {}
            }
          }
        }
      }
    }
  #endif

  /// Threads that compute take the cores, so that the others stop anywhere.
  private static func failNothingBesideThreads(_ body: @escaping @Sendable () async -> Void) async throws {
    let (isOver, said) = (Flag(), Locked<[HaltReport]>([]))
    for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
      Thread.detachNewThread { while !isOver.isSet {} }
    }
    defer { isOver.set() }
    try await Scheduler().runTest(
      timeout: .seconds(600), report: { report in said.withLock { $0.append(report) } }, body)
    let failures = said.value.filter(\.isFailure)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func aQueueThatResumesAtOnceIsNoDeadlock() async {
    let report = await World.Exploration(runs: Self.awaits / 1_000).run {
      _ = Current.locale()
      await Self.awaitAQueue(2_000)
    }
    #expect(report.failureText == nil)
    #expect(report.runs == Self.awaits / 1_000)
  }

  /// They are freed by another thread, for which this test may have to wait long.
  @Test(.ticker, .world(.mock)) func childrenOfADiscardingGroupThatRunElsewhere() async {
    let ended = Locked(0)
    for _ in 0..<200 {
      await withDiscardingTaskGroup { group in
        for _ in 0..<20 {
          group.addTask(executorPreference: globalConcurrentExecutor) { ended.withLock { $0 += 1 } }
        }
      }
    }
    #expect(ended.withLock { $0 } == 4_000)
  }

  @Test(.ticking) func aContinuationThatNobodyResumesIsReportedAfterSixTimesTheTimeout() async throws {
    let issues = try await issues(.world(.mock, timeout: .seconds(10))) {
      // After a step of the main actor nothing waits for the main queue.
      await MainActor.run {}
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    #expect(
      issues.isOne(
        saying: "isn't over after 60 s", "task 1 waits for a continuation in `a closure in OutsideTests.")
    )
  }

  /// It cancels the sleep when no task can go on, and before a tenth of a second is over.
  @Test(.ticker) func aSleeperThatAThreadCancelsIsNoDeadEnd() async throws {
    let ticker = Ticker.current
    let issues = try await issues(.world(.mock)) {
      let sleeping = Task { try await Current.sleep(.seconds(2)) }
      let scheduler = try #require(Scheduler.current)
      Thread.detachNewThread {
        while !scheduler.isIdle { sched_yield() }
        sleeping.cancel()
        ticker.tick()
      }
      _ = await sleeping.result
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  /// Cancels a task by one of the runtime's threads, when no task of the test can go on. All of those threads are busy until the
  /// time is over that the test has for that, and the thread that cancels it has no core until the next question has an answer.
  private static func cancelBehindOthers(
    _ task: Task<Void, any Error>, of scheduler: Scheduler, _ ticker: Ticker
  ) {
    let (isDone, isEnqueued) = (Flag(), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        Task.detached { while !isDone.isSet { sched_yield() } }
      }
      Task.detached {
        while ticker.count < 5 { sched_yield() }
        task.cancel()
      }
      isEnqueued.signal()
      while !scheduler.isIdle { sched_yield() }
      for _ in 0..<4 { ticker.tick() }
      isDone.set()
      ticker.tick()
    }
    isEnqueued.wait()
  }

  @Test(.ticker) func aSleeperIsCancelledWhenTheRuntimesThreadsAreFree() async throws {
    let ticker = Ticker.current
    let issues = try await issues(.world(.mock)) {
      let sleeping = Task { try await Current.sleep(.seconds(2)) }
      await Task.yield()
      Self.cancelBehindOthers(sleeping, of: try #require(Scheduler.current), ticker)
      _ = await sleeping.result
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  /// All threads of the runtime are busy when it begins to wait.
  @Test func aSleeperOfARunIsCancelledWhenTheRuntimesThreadsAreFree() async throws {
    var exploration = World.Exploration(runs: 1)
    exploration.autoAdvance = false
    let report = await exploration.run {
      let sleeping = Task { try await Current.sleep(.seconds(2)) }
      await Task.yield()
      let scheduler = try #require(Scheduler.current)
      let isEnqueued = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let isDone = Flag()
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
          Task.detached { while !isDone.isSet { sched_yield() } }
        }
        Task.detached { sleeping.cancel() }
        isEnqueued.signal()
        while !scheduler.inbox.isResting { sched_yield() }
        isDone.set()
      }
      isEnqueued.wait()
      _ = await sleeping.result
    }
    #expect(report.failureText == nil, "\(report)")
  }

  /// The question isn't a task of the run, which waits for the answer.
  @Test func theThreadOfARunIsToldWhenTheRuntimesThreadsAreFree() async {
    let scheduler = Scheduler()
    await withCheckedContinuation { told in
      Thread.detachNewThread { scheduler.asStepThread { scheduler.afterPool { told.resume() } } }
    }
    #expect(scheduler.core.tasks.count == 0)
  }

  /// Has the runtime's threads busy until a test is ended, a fifth of a second at a time.
  private static func compute(until scheduler: Scheduler) {
    Thread.detachNewThread {
      Task.detached {
        let end = DispatchTime.now() + .milliseconds(200)
        while DispatchTime.now() < end { sched_yield() }
        if !scheduler.core.isEndedEarly { compute(until: scheduler) }
      }
    }
  }

  /// Whether a thread of the runtime is about to cancel the sleep can't be known then.
  @Test(.ticking) func aSleepThatNobodyEndsIsReportedThoughTheRuntimesThreadsAreBusy() async throws {
    let issues = try await issues(.world(.mock)) {
      let scheduler = try #require(Scheduler.current)
      for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount { Self.compute(until: scheduler) }
      try? await Current.sleep(.seconds(2))
    }
    #expect(issues.isOne(saying: "Time stands still, and no task of the test can go on"))
  }

  @Test func whatRunsElsewhereHasItsOwnAdvice() {
    let outside = TaskActivity(order: nil, state: .outside, functions: [])
    let fixes = HaltReport.fixes(for: [outside], in: nil)
    #expect(fixes == ["see what they wait for: World doesn't control what runs on an executor of its own"])
    #expect(HaltReport.fixes(for: [], in: nil) != fixes)
    let own = TaskActivity(order: 0, state: .group, functions: [])
    #expect(HaltReport.fixes(for: [outside, own], in: nil) != fixes)
  }

  @Test func continuationsAreToBeResumed() {
    let continuation = TaskActivity(order: 0, state: .continuation, functions: [])
    let group = TaskActivity(order: 1, state: .group, functions: [])
    func texts(_ waiting: TaskActivity...) -> [Bool] {
      let fixes = HaltReport.fixes(for: waiting, in: nil).joined(separator: "; ")
      return [fixes.contains("resume the continuation"), fixes.contains("release a lock")]
    }
    #expect(texts(continuation, group) == [true, false])
    #expect(texts(continuation, continuation) == [true, true])
    #expect(texts(group) == [false, true])
  }

  @Test(.ticking) func aStreamThatNeverEndsIsReportedAfterSixTimesTheTimeout() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let issues = try await issues(.world(.mock)) {
      for await _ in stream {}
    }
    #expect(
      issues.isOne(
        saying: "isn't over after 60 s", "task 1 waits for a continuation in `a closure in OutsideTests.")
    )
    continuation.finish()
  }

  /// A minute's sixfold is counted, too.
  @Test(.world(.mock, timeout: .seconds(Int64.max))) func aTimeoutMayBeAsLongAsADuration() {
    #expect(Scheduler.current != nil)
  }

  /// It waits at most for its own timeout, and may have to wait for others to end.
  @Test(.ticker) func anExplorationInATestMayTakeSixTimesTheTimeout() async throws {
    let ticker = Ticker.current
    let issues = try await issues(.world(.mock, timeout: .seconds(10))) {
      var exploration = World.Exploration(runs: 1)
      exploration.timeout = .seconds(600)
      let report = await exploration.run {
        let scheduler = try #require(Scheduler.current)
        await withUnsafeContinuation { resumed in
          Thread.detachNewThread {
            while !scheduler.inbox.isResting { sched_yield() }
            for _ in 0..<2 * Ticker.ticks(in: .seconds(60)) { ticker.tick() }
            resumed.resume()
          }
        }
      }
      #expect(report.failureText == nil)
    }
    #expect(issues.isEmpty)
  }

  #if os(Linux) || os(macOS)
    /// In a process of its own, whose main queue is held until that is said.
    @Test(.timeLimit(.minutes(120))) func anExplorationWhoseMainQueueIsHeldSaysSo() async {
      await #expect(processExitsWith: .success) {
        let (pipe, isSaid) = (Pipe(), DispatchSemaphore(value: 0))
        dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
        Thread.detachNewThread {
          var said = ""
          while !said.contains(
            "the main actor waits for the main queue, which something outside of the test has held for ")
          {
            said += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
          }
          isSaid.signal()
        }
        DispatchQueue.main.async { isSaid.wait() }
        var exploration = World.Exploration(runs: 1)
        exploration.timeout = .milliseconds(100)
        let report = await exploration.run { await MainActor.run { _ = Current.locale() } }
        #expect(report.failureText == nil)
        // What is written after that has a reader.
        dup2(STDOUT_FILENO, STDERR_FILENO)
        withExtendedLifetime(pipe) {}
      }
    }
  #endif

  private actor Shared {
    static let shared = Shared()
    private var count = 0
    func enter() { count += 1 }
  }

  @Test(.timeLimit(.minutes(120))) func anExplorationThatBlocksItsThreadGivesUpItsTurn() async throws {
    let semaphore = DispatchSemaphore(value: 0)
    defer { semaphore.signal() }
    // The run goes on afterwards, and is made again.
    @Sendable func block() {
      semaphore.wait()
      semaphore.signal()
    }
    var exploration = World.Exploration(runs: 1)
    exploration.timeout = .milliseconds(100)
    let report = await exploration.run {
      await Shared.shared.enter()
      block()
    }
    #expect(report.failureText?.contains("has blocked its thread") == true)
    let isOver = Flag()
    try await Scheduler().runTest(timeout: .seconds(10), report: { _ in }) {
      await Shared.shared.enter()
      isOver.set()
    }
    #expect(isOver.isSet)
  }

  @globalActor private actor Busy {
    static let shared = Busy()
    private var count = 0
    func ping() -> Int {
      count += 1
      return count
    }
  }

  #if DEBUG
    /// A run ends after so many steps, in the actor or outside of it. Optimized, the loop stays in the actor, and is one step
    /// without an end.
    @Test(arguments: 0...1) func anActorThatARunLeavesInTheMiddleGoesOn(yields: Int) async {
      var exploration = World.Exploration(runs: 1)
      exploration.stepLimit = 1_000
      let report = await exploration.run {
        for _ in 0..<yields { await Task.yield() }
        while true { _ = await Busy.shared.ping() }
      }
      #expect(
        report.failureText == "still running after 1000 steps, \(1_000) of them task 1's")
      let count = await Busy.shared.ping()
      #expect(count > 100)
    }
  #endif

  @Test(arguments: [0, -5]) func anExplorationWithoutRunsFails(runs: Int) async {
    let report = await World.Exploration(runs: runs).run {}
    #expect(report.failureText?.contains("\(runs) runs") == true)
  }

  @Test(.world(.mock)) func aStepMayUseTheMainQueue() async {
    #expect(!Thread.isMainThread)
    let isIsolated: Bool = DispatchQueue.main.sync {
      MainActor.assertIsolated()
      return MainActor.assumeIsolated { true }
    }
    #expect(isIsolated)
  }

  @Test func timeOfAMachineThatTheTestChoosesPassesByItself() async throws {
    let issues = try await issues(.world(.mock, autoAdvance: true)) {
      Current.use(TimeMachine(frozenAt: .distantPast))
      try await Current.sleep(.seconds(5))
      #expect(Current.date() == .distantPast + 5)
    }
    #expect(issues.isEmpty)
  }

  #if os(Linux)
    /// Binds the calling thread to the first core that it may use. (Glibc's module doesn't have these functions.)
    private static func bindToACore() throws {
      typealias Function = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32
      func function(_ name: String) throws -> Function {
        unsafeBitCast(try #require(dlsym(dlopen(nil, RTLD_NOW), name)), to: Function.self)
      }
      var cores = [UInt8](repeating: 0, count: 128)
      #expect(try function("sched_getaffinity")(0, cores.count, &cores) == 0)
      let byte = try #require(cores.firstIndex { $0 != 0 })
      let first = cores[byte] & ~(cores[byte] - 1)
      cores = cores.indices.map { $0 == byte ? first : 0 }
      #expect(try function("sched_setaffinity")(0, cores.count, &cores) == 0)
    }

    /// The thread that watches it has the only core.
    @Test func aStepThatHasNoCoreUsesNoTime() async {
      let monitor = TestMonitor()
      let (hasBegun, isOver) = (Flag(), Flag())
      Thread.detachNewThread {
        #expect(throws: Never.self) { try Self.bindToACore() }
        monitor.usingThread {
          monitor.begin()
          hasBegun.set()
          while !isOver.isSet {}
          monitor.end()
        }
      }
      let time = await withCheckedContinuation { found in
        Thread.detachNewThread {
          #expect(throws: Never.self) { try Self.bindToACore() }
          while !hasBegun.isSet { sched_yield() }
          for _ in 0..<1_000 { _ = monitor.look(.ofProcess) }
          found.resume(returning: monitor.look(.ofProcess))
        }
      }
      isOver.set()
      #expect(time.stepTime < .seconds(50))
      #expect(!time.isBlocked)
    }
  #endif
}
