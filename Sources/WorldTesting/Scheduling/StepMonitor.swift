import Synchronization
import World

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Shows another thread whether a test goes on.
final class StepMonitor: Sendable {
  /// Why a test doesn't go on.
  enum Halt: Sendable {
    /// A step blocks its thread.
    case blocked
    /// A step of the main actor waits for the main queue.
    case mainQueue
    /// Tasks do nothing but yield.
    case yields
    /// No task can go on.
    case idle
  }

  private struct State: Sendable {
    var scheduler: Scheduler?
    var functions = CodeAddress.Few()
    // check-world: allow what a step asks `Task.sleep` for is in real time
    var stepBegan = ContinuousClock.now
    var thread: Int32?
    var isWaitingForMain = false
    var last = Look()
    /// How often the last look was as the one before: in all; in the scheduler's progress alone.
    var same = 0
    var sameProgress = 0
    /// What `count` was when the scheduler last made progress.
    var countAtProgress = 0
  }

  private struct Look: Hashable, Sendable {
    var steps = 0
    var progress = 0
    /// Whether a thread runs steps, or is about to: on a busy machine it may take long until it does.
    var isDriven = false
    /// The processor time of the thread that runs the step, in nanoseconds: a step that computes isn't blocked.
    var time: Int?
  }

  /// The steps that began, times two; odd while one runs.
  private let count = Atomic<Int>(0)
  private let state = Lock(State())

  /// The scheduler of the test, or of the run that is under way.
  var scheduler: Scheduler? {
    get { state.withLock { $0.scheduler } }
    set { state.withLock { $0.scheduler = newValue } }
  }

  /// Where the running step's task goes on, and its callers.
  var functions: [CodeAddress] { state.withLock { $0.functions.addresses } }

  /// - Parameter task: The task whose step begins; `nil` if it works for a task and isn't one.
  func begin(_ task: UnownedJob? = nil) {
    let resume = task.map { CodeAddress.Few(resume: $0) } ?? CodeAddress.Few()
    // check-world: allow what a step asks `Task.sleep` for is in real time
    let now = ContinuousClock.now
    state.withLock { state in
      state.functions = resume
      state.stepBegan = now
    }
    count.add(1, ordering: .relaxed)
  }

  /// How long ago the running step began, in real time.
  // check-world: allow what a step asks `Task.sleep` for is in real time
  var stepDuration: Duration { ContinuousClock.now - state.withLock { $0.stepBegan } }

  func end() { count.add(1, ordering: .relaxed) }

  /// Waits for the main queue, which is not a step's time.
  func waitsForMain(_ wait: (_ whenBegun: @escaping @Sendable () -> Void) -> Void) {
    state.withLock { $0.isWaitingForMain = true }
    wait { self.state.withLock { $0.isWaitingForMain = false } }
  }

  /// Notes that the calling thread runs the steps from now on.
  func useThread() {
    let clock = processorClock()
    state.withLock { $0.thread = clock }
  }

  /// Looks whether anything happened since the last look.
  ///
  /// A process that is stopped doesn't count: what is counted are looks, and not the time between them.
  ///
  /// - Parameter limit: How often nothing may have.
  func look(limit: Int) -> Halt? {
    let (progress, isDriven) = scheduler?.state.withLock { ($0.progress, $0.isDriven) } ?? (0, false)
    let steps = count.load(ordering: .relaxed)
    return state.withLock { state in
      let isRunning = !steps.isMultiple(of: 2)
      let now = Look(
        steps: steps, progress: progress, isDriven: isDriven,
        time: isRunning ? state.thread.map(processorTime) : nil)
      defer { state.last = now }
      state.same = now == state.last ? state.same + 1 : 0
      state.sameProgress =
        progress == state.last.progress && steps != state.last.steps ? state.sameProgress + 1 : 0
      if progress != state.last.progress { state.countAtProgress = steps }
      if state.same >= limit {
        if isRunning { return .blocked }
        if state.isWaitingForMain { return .mainQueue }
        if !isDriven { return .idle }
      }
      // A slow machine may not come in that time to the step at which time passes.
      let hasYieldedOften = steps - state.countAtProgress > 2 * ScheduleState.yieldLimit
      return state.sameProgress >= limit && hasYieldedOften ? .yields : nil
    }
  }
}

#if canImport(Glibc) || canImport(Musl)
  let processorClockOfProcess = Int32(CLOCK_PROCESS_CPUTIME_ID)

  func processorClock() -> Int32? {
    var clock = clockid_t()
    return pthread_getcpuclockid(pthread_self(), &clock) == 0 ? Int32(clock) : nil
  }

  func processorTime(_ clock: Int32) -> Int {
    var time = timespec()
    // A thread that has ended has no time.
    // check-world: allow what watches a test is outside of its time
    return clock_gettime(clockid_t(clock), &time) == 0
      ? Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec) : 0
  }
#else
  let processorClockOfProcess: Int32 = 0
  func processorClock() -> Int32? { nil }
  func processorTime(_ clock: Int32) -> Int { 0 }
#endif

extension StepMonitor {
  /// What to report of an exploration when the running step blocks its thread.
  func report(seconds: Int) -> World.Exploration.Report {
    guard let scheduler, let input = scheduler.input else {
      return .blocked("a step", seconds: seconds, token: nil)
    }
    let outcome = RunOutcome(scheduler, input)
    let (step, task) = scheduler.state.withLock { ($0.stepCount, $0.running + 1) }
    let name = CodePlaces(of: Set(functions), hasLines: false).name(of: functions).map { "`\($0)` of " } ?? ""
    return .blocked(
      "step \(step), in \(name)task \(task),", seconds: seconds,
      token: Token(outcome.input, trace: outcome.trace).text)
  }
}
