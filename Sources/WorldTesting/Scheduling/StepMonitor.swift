// SPDX-License-Identifier: MIT

import Synchronization
import World

/// Shows another thread whether a test makes progress.
final class StepMonitor: Sendable {
  /// The reason why a test doesn't go on.
  enum Halt: Hashable, Sendable {
    /// A step blocks its thread.
    case blocked
    /// A step computes or polls. The value is the processor time that it used, in seconds.
    case runs(Double)
    /// A step of the main actor waits for the main queue.
    case mainQueue
    /// Tasks do nothing but yield.
    case yields
    /// Tasks do nothing but yield, on average at least a millisecond apart.
    case yieldsSlowly
    /// A task does nothing but call actors, or switch from one to another.
    case calls
    /// Tasks go on while others sleep, so that time doesn't pass by itself.
    case timeStands
    /// No task can go on.
    case idle

    /// Whether the step may never end.
    var isBlocked: Bool { self == .blocked || self == .mainQueue }
    /// Whether a single step doesn't end. Otherwise, the maximum number of steps ends a run of an exploration.
    var isInStep: Bool { if case .runs = self { true } else { isBlocked } }
  }

  private struct State: Sendable {
    var scheduler: Scheduler?
    /// The number of runs so far.
    var run = 0
    var thread: StepThread?
    var isWaitingForMain = false
    var isWaitingForTurn = false
    /// The number of explorations that the test waits for.
    var explorations = 0
    var last = Look()
    /// How many looks in a row were the same: in all values, and in the scheduler's progress alone.
    var same = 0
    var sameProgress = 0
    /// The processor time of the thread that runs the step, in nanoseconds: at the first of the looks that were the
    /// same, and at the last.
    var time: Int?
    var lastTime: Int?
    /// How many looks in a row found the same processor time.
    var sameTime = 0
    /// After a report: the number of looks that have found that the test doesn't go on; 0 if it has gone on since.
    var countSaid = 0
    /// The counts when the scheduler last made progress.
    var countAtProgress = 0
    var callsAtProgress = 0
    /// How often time had passed by itself at the last look, while tasks sleep; for how many looks that is so, and the
    /// count at the first.
    var passages: Int?
    var samePassages = 0
    var countAtPassage = 0
  }

  private struct Look: Hashable, Sendable {
    var run = 0
    var steps = 0
    var progress = 0
  }

  /// The steps that began, times two; odd while one runs.
  private let count = Atomic<Int>(0)
  private let state = Lock(State())

  /// The monitor of the test. An exploration inside a test's step belongs to that test.
  var test: StepMonitor { outer?.test ?? self }
  private let outer = Scheduler.current?.monitor
  /// The test's name and place.
  let name = TestIdentity.current.map { "the test \($0.name)" } ?? "an exploration"
  /// In an exploration: a number that differs between tests and between their cases.
  let seed: UInt64

  init(seed: UInt64 = 0) { self.seed = seed }

  /// Ends the test's turn, because nothing more is run.
  func endTurn() { if outer == nil { Turns.ofProcess.leave(test, isOver: true) } }

  /// Ends the turn of a test that doesn't go on, so that others may enter the actors that it entered or created.
  ///
  /// - Returns: The tests that waited for that.
  func giveUpTurn() -> [String] { outer == nil ? Turns.ofProcess.leave(test, isOver: false) : [] }

  /// The scheduler of the test, or of the run that is under way.
  var scheduler: Scheduler? {
    get { state.withLock { $0.scheduler } }
    set {
      state.withLock { state in
        state.scheduler = newValue
        state.run += 1
      }
    }
  }

  /// Where the running step's task goes on, and its callers.
  var functions: [CodeAddress] { scheduler?.state.withLock { $0.functions }.addresses ?? [] }

  func begin() {
    let before = count.add(1, ordering: .relaxed).oldValue
    assert(before & 1 == 0, "two steps run at a time")
  }

  func end() {
    let before = count.add(1, ordering: .relaxed).oldValue
    assert(before & 1 == 1, "no step runs")
  }

  /// Waits for the main queue, which doesn't count as a step's time.
  func waitsForMain(_ wait: (_ whenBegun: @escaping @Sendable () -> Void) -> Void) {
    state.withLock { $0.isWaitingForMain = true }
    wait { self.state.withLock { $0.isWaitingForMain = false } }
  }

  func waitsForTurn(_ wait: () -> Void) {
    state.withLock { $0.isWaitingForTurn = true }
    wait()
    state.withLock { $0.isWaitingForTurn = false }
  }

  /// Notes that the test begins to wait for an exploration, or no longer waits for it.
  func noteExplorations(_ change: Int) { state.withLock { $0.explorations += change } }

  /// Notes that the calling thread runs the steps from now on.
  func useThread() {
    let thread = StepThread.current
    state.withLock { $0.thread = thread }
  }

  /// Decides whether to report what a look found: after `limit` looks that found it, and again after every `6 * limit`.
  ///
  /// - Returns: Whether this is reported again; `nil` if there is nothing to report.
  func isToBeSaid(_ look: (halt: Halt, count: Int)?, after limit: Int) -> Bool? {
    state.withLock { state in
      guard let look else { return nil }
      if look.count < state.countSaid { state.countSaid = 0 }
      if look.count < limit { return nil }
      defer { state.countSaid = look.count }
      return state.countSaid == 0 ? false : look.count.isMultiple(of: 6 * limit) ? true : nil
    }
  }

  /// Checks whether anything happened since the last look.
  ///
  /// Looks are counted, and not the time between them, so that the time of a stopped process doesn't count.
  ///
  /// - Returns: Why the test doesn't go on, and how many looks have found that.
  func look() -> (halt: Halt, count: Int)? {
    let scheduler = scheduler
    let (progress, calls, passages) =
      scheduler?.state.withLock { ($0.progress, $0.calls, $0.passagesInSleep) } ?? (0, 0, nil)
    let isIdle = scheduler?.isIdle ?? true
    let steps = count.load(ordering: .relaxed)
    return state.withLock { state in
      let isRunning = !steps.isMultiple(of: 2)
      let now = Look(run: state.run, steps: steps, progress: progress)
      defer { state.last = now }
      let isSameRun = now.run == state.last.run
      state.sameProgress = isSameRun && progress == state.last.progress ? state.sameProgress + 1 : 0
      if state.sameProgress == 0 { (state.countAtProgress, state.callsAtProgress) = (steps, calls) }
      let isSamePassage = isSameRun && passages != nil && passages == state.passages
      (state.passages, state.samePassages) = (passages, isSamePassage ? state.samePassages + 1 : 0)
      if state.samePassages == 0 { state.countAtPassage = steps }
      let time = isRunning ? state.thread?.time : nil
      // On a busy machine a thread may get no core for a while. That look doesn't count.
      if now == state.last, let time, time == state.lastTime, state.thread?.waitsForCore == true {
        return nil
      }
      state.sameTime = time == state.lastTime ? state.sameTime + 1 : 0
      state.lastTime = time
      guard now == state.last, !state.isWaitingForTurn, state.explorations == 0 else {
        (state.same, state.time) = (0, time)
        // By then, a slow machine may not have reached the step at which time passes.
        let isOften = steps - state.countAtProgress > 2 * ScheduleState.yieldLimit
        if !isOften {
          let isLong = steps - state.countAtPassage > 20 * ScheduleState.yieldLimit
          return isLong ? (.timeStands, state.samePassages) : nil
        }
        let isSlow = (steps - state.countAtProgress) / 2 < 100 * state.sameProgress
        let halt: Halt = calls != state.callsAtProgress ? .calls : isSlow ? .yieldsSlowly : .yields
        return (halt, state.sameProgress)
      }
      state.same += 1
      if isRunning {
        let used = (time ?? 0) - (state.time ?? 0)
        let isBlocked = used == 0 || state.sameTime * 2 > state.same
        return (isBlocked ? .blocked : .runs(Double(used) / 1e9), state.same)
      }
      // On a busy machine, it may take long until the thread runs the steps.
      return state.isWaitingForMain ? (.mainQueue, state.same) : isIdle ? (.idle, state.same) : nil
    }
  }
}

extension StepMonitor {
  /// Returns the report of an exploration whose running step blocks its thread.
  func report(after duration: Duration) -> World.Exploration.Report {
    guard let scheduler, let input = scheduler.input else {
      return .blocked("a step", after: duration, token: nil)
    }
    let outcome = RunOutcome(scheduler, input)
    let (step, task) = scheduler.state.withLock { ($0.stepCount, $0.running + 1) }
    let name = CodePlaces(of: Set(functions)).name(of: functions).map { "`\($0)` of " } ?? ""
    return .blocked(
      "step \(step), in \(name)task \(task),", after: duration,
      token: outcome.token)
  }
}
