// SPDX-License-Identifier: MIT

import Synchronization
import World

/// A test or an exploration that is under way: its name, its scheduler, and for how long it and its running step have run.
final class TestMonitor: Sendable {
  /// What a look found. Only time in which the test could run counts: not its waits for a thread, for a core, for another test, for an
  /// exploration, or for the main queue while that runs steps of other tests.
  struct Look: Sendable {
    /// How long the test has been under way.
    var time = Duration.zero
    /// How long the same step has run, or has waited for the main queue, which something outside holds.
    var stepTime = Duration.zero
    /// The processor time that the step has used.
    var used = Duration.zero
    var isWaitingForMain = false

    /// Whether the step waits, and doesn't compute.
    var isBlocked: Bool { used * 2 < stepTime }
  }

  private struct State: Sendable {
    var scheduler: Scheduler?
    /// The thread that runs the steps, and its processor time when it began to, in nanoseconds.
    var thread: StepThread?
    var begin = 0
    /// The processor time that threads used for steps before that, and how much of all use the last look has counted.
    var used = 0
    var countedUse = 0
    var isWaitingForMain = false
    /// The counts of the last look.
    var steps = 0
    var othersMainSteps = 0
    var last = Look()
  }

  /// The beginnings and ends of steps: odd while one runs.
  private let count = Atomic<Int>(0)
  /// The beginnings and ends of steps in the main queue: those of all tests, and this test's.
  private let allMainSteps: MainSteps
  private let mainSteps = Atomic<Int>(0)
  /// The number of other tests and explorations that the test waits for.
  private let awaitedOthers = Atomic<Int>(0)
  private let state = Lock(State())

  /// The monitor of the test. An exploration inside a test's step belongs to that test.
  var test: TestMonitor { outer?.test ?? self }
  private let outer = Scheduler.current?.monitor
  /// The test's name and place, or "an exploration".
  let name = TestIdentity.current.map { "the test \($0.name)" } ?? "an exploration"
  /// In an exploration: a number that differs between tests and between their cases.
  let testNumber: UInt64

  /// What an exploration has while it counts as one of those that run.
  private let slot: ConcurrencyLimit.Slot?

  init(
    testNumber: UInt64 = 0, slot: ConcurrencyLimit.Slot? = nil, allMainSteps: MainSteps = .ofProcess
  ) {
    (self.testNumber, self.slot, self.allMainSteps) = (testNumber, slot, allMainSteps)
  }

  /// Counts the steps of all tests that the main queue runs.
  final class MainSteps: Sendable {
    static let ofProcess = MainSteps()

    fileprivate let count = Atomic<Int>(0)
  }

  /// Ends the test's turn, because nothing more is run.
  func endTurn() { if outer == nil { Turns.ofProcess.endTurn(of: self, isOver: true) } }

  /// Ends the turn of a test that has taken longer than its timeout, so that others may enter the actors that it entered or created.
  ///
  /// - Returns: The tests that waited for that.
  func giveUpTurn() -> [String] { outer == nil ? Turns.ofProcess.endTurn(of: self, isOver: false) : [] }

  /// The scheduler of the test, or of the run that is under way.
  var scheduler: Scheduler? {
    get { state.withLock { $0.scheduler } }
    set { state.withLock { $0.scheduler = newValue } }
  }

  /// Where the running step's task goes on, and its callers.
  var functions: [CodeAddress] { scheduler?.test.functions.addresses ?? [] }

  /// Where the thread is that runs the step, and its callers; none if no step runs, or if that isn't known.
  var stack: [CodeAddress] {
    // The thread can't end meanwhile: to stop running steps, it would need the lock.
    state.withLock { runsStep ? $0.thread?.stack ?? [] : [] }
  }

  /// Whether the running step asked the system for the date, and got the test's.
  var hasReadDate: Bool { state.withLock { $0.thread?.hasReadDate ?? false } }

  var runsStep: Bool { !count.load(ordering: .relaxed).isMultiple(of: 2) }

  /// Whether the main queue runs a step of this test.
  var runsOnMain: Bool { !mainSteps.load(ordering: .relaxed).isMultiple(of: 2) }

  func begin(isMain: Bool = false) {
    if isMain {
      allMainSteps.count.add(1, ordering: .relaxed)
      mainSteps.add(1, ordering: .relaxed)
    }
    let before = count.add(1, ordering: .relaxed).oldValue
    assert(before & 1 == 0, "two steps run at a time")
  }

  func end(isMain: Bool = false) {
    let before = count.add(1, ordering: .relaxed).oldValue
    assert(before & 1 == 1, "no step runs")
    if isMain {
      mainSteps.add(1, ordering: .relaxed)
      allMainSteps.count.add(1, ordering: .relaxed)
    }
  }

  /// Notes a wait for the main queue, until `whenBegun` is called.
  func waitForMain(_ wait: (_ whenBegun: @escaping @Sendable () -> Void) -> Void) {
    state.withLock { $0.isWaitingForMain = true }
    wait { self.state.withLock { $0.isWaitingForMain = false } }
  }

  /// Waits for another test. An exploration lets another one run meanwhile: the test may wait until its own may run.
  func whileWaitingForOtherTest(_ wait: () -> Void) {
    freeSlot()
    beginWaitingForOther()
    wait()
    endWaitingForOther()
  }

  private func freeSlot() {
    slot?.free()
    outer?.freeSlot()
  }

  /// Notes that the test begins to wait for another test or an exploration.
  func beginWaitingForOther() { awaitedOthers.add(1, ordering: .relaxed) }

  /// Notes that the test no longer waits for another test or an exploration.
  func endWaitingForOther() { awaitedOthers.subtract(1, ordering: .relaxed) }

  /// Runs an operation in which the calling thread runs the steps.
  func usingThread<Result>(_ operation: () -> Result) -> Result {
    let (thread, begin) = (StepThread.current, StepThread.currentTime)
    let before = state.withLock { state in
      defer { (state.thread, state.begin) = (thread, begin) }
      return (thread: state.thread, begin: state.begin)
    }
    defer {
      let used = StepThread.currentTime - begin
      state.withLock { state in
        // Otherwise, the outer call counts it.
        if before.thread != thread { state.used += used }
        (state.thread, state.begin) = before
      }
    }
    return operation()
  }

  /// Counts the time since the last look: a tick at most, so that the time of a stopped process doesn't count.
  func look(_ ticker: Ticker) -> Look {
    let isIdle = scheduler?.isIdle ?? true
    let steps = count.load(ordering: .relaxed)
    let othersMainSteps =
      allMainSteps.count.load(ordering: .relaxed) - mainSteps.load(ordering: .relaxed)
    // On a busy machine, what the test waits for may wait for a core.
    let isBusy = ticker.isPoolBusy
    let thread = state.withLock { $0.thread }
    // Without the lock, for which the thread would seem to wait.
    let waits = thread.map { !$0.canRun } ?? (isIdle && !isBusy)
    return state.withLock { state in
      let used = state.used + (state.thread.map { $0.time - state.begin } ?? 0)
      var ran = min(max(.nanoseconds(used - state.countedUse), .zero), Ticker.interval)
      // A ticker that is moved by hand isn't in proportion to what threads do.
      if !ticker.isReal, ran > .zero { ran = Ticker.interval }
      let isHeld =
        ticker.countsSteps && !isBusy && state.isWaitingForMain && othersMainSteps == state.othersMainSteps
        && othersMainSteps.isMultiple(of: 2)
      let isSameStep = isHeld || !steps.isMultiple(of: 2) && steps == state.steps
      let isWaiting =
        state.isWaitingForMain ? isHeld : waits && thread == state.thread && (isSameStep || !isBusy)
      let isCounted =
        awaitedOthers.load(ordering: .relaxed) == 0 && (ticker.countsSteps || state.thread == nil)
      let passed = !isCounted ? .zero : isWaiting ? Ticker.interval : ran
      (state.countedUse, state.steps, state.othersMainSteps) = (used, steps, othersMainSteps)
      state.last = Look(
        time: state.last.time + passed, stepTime: isSameStep ? state.last.stepTime + passed : .zero,
        used: isSameStep ? state.last.used + ran : .zero, isWaitingForMain: isHeld)
      return state.last
    }
  }
}

extension TestMonitor {
  /// Returns the report of an exploration whose running step doesn't return.
  func report(after look: Look) -> World.Exploration.Report {
    guard let scheduler, let input = scheduler.input else { return .stuck("a step", look, token: nil) }
    let outcome = RunOutcome(scheduler, input)
    let (step, task) = (scheduler.core.stepCount, scheduler.core.step.task + 1)
    let name = CodePlaces(of: Set(functions)).name(of: functions).map { "`\($0)` of " } ?? ""
    return .stuck("step \(step), in \(name)task \(task),", look, token: outcome.token)
  }
}
