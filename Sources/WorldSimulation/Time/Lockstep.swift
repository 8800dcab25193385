import World

/// Runs jobs one at a time, in the order in which they are enqueued, and knows when none is left. A time machine uses
/// it to wait until all tasks have run as far as they can, before time goes on.
///
/// A job is what a task does from one suspension to the next. It is enqueued when the task can go on: when it starts,
/// or when what it awaits is there. So when no job is left, every task of the lockstep has ended or waits for something
/// else: a sleep, or something outside.
final class Lockstep: TaskExecutor {
  private struct State: Sendable {
    var jobs: [UnownedJob] = []
    var isRunning = false
    var idlers: [CheckedContinuation<Void, Never>] = []
    /// How time passes by itself, if it does.
    var autoAdvance: AutoAdvance?
    /// How many jobs were enqueued, ever.
    var count = 0
  }

  private let state = Lock(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = state.withLock { state in
      state.autoAdvance?.noteReady(taskNumber(job))
      state.count += 1
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    // Detached, so that it inherits neither the executor nor the scope.
    if isFirst { Task.detached { self.run() } }
  }

  /// Waits until there is nothing to run.
  func becomesIdle() async {
    await withCheckedContinuation { idler in
      let isIdle = state.withLock { state in
        if state.isRunning { state.idlers.append(idler) }
        return !state.isRunning
      }
      if isIdle { idler.resume() }
    }
  }

  private func run() {
    var idlers: [CheckedContinuation<Void, Never>] = []
    while true {
      let jobs: [UnownedJob] = state.withLock { state in
        defer { state.jobs = [] }
        if state.jobs.isEmpty {
          state.isRunning = false
          state.autoAdvance?.runner = nil
          (idlers, state.idlers) = (state.idlers, [])
        } else if state.autoAdvance != nil {
          state.autoAdvance?.runner = currentThread()
          for job in state.jobs { state.autoAdvance?.noteRun(taskNumber(job)) }
        }
        return state.jobs
      }
      if jobs.isEmpty { break }
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
    if idlers.isEmpty { return advanceIfIdle() }
    for idler in idlers { idler.resume() }
  }
}

// MARK: - Time that passes by itself

extension Lockstep {
  /// How time passes by itself when no task can go on.
  struct AutoAdvance: Sendable {
    /// How many operations are running in which time passes by itself.
    var operations = 0
    /// Moves the time machine to the next sleeper; `false` if there is none.
    let advance: @Sendable () -> Bool
    /// Whether it is doing so.
    var isAdvancing = false
    /// How often that woke a task of the lockstep.
    private var count = 0
    /// What `count` was when a task ran last, by the runtime's number of the task.
    private var counts: [UInt64: Int] = [:]
    /// The thread that is running the lockstep's jobs, and the main thread, which wakes sleepers.
    var runner: UInt?
    var main: UInt?
    /// Whether time passed by itself while a task of the lockstep waited for work outside.
    private(set) var isPremature = false

    init(_ advance: @escaping @Sendable () -> Bool) { self.advance = advance }

    mutating func noteRun(_ task: UInt64) { if task != 0 { counts[task] = count } }

    mutating func noteReady(_ task: UInt64) {
      let thread = currentThread()
      if thread == main, isAdvancing { count += 1 }
      if thread != runner, thread != main, let last = counts[task], last < count { isPremature = true }
    }
  }

  /// Lets time pass by itself from now on.
  func beginAutoAdvance(_ advance: @escaping @Sendable () -> Bool) {
    state.withLock { state in
      if state.autoAdvance == nil { state.autoAdvance = AutoAdvance(advance) }
      state.autoAdvance?.operations += 1
    }
  }

  /// Ends what was begun.
  ///
  /// - Returns: Whether time passed while a task waited for work outside of the lockstep.
  func endAutoAdvance() -> Bool {
    state.withLock { state in
      state.autoAdvance?.operations -= 1
      guard let ended = state.autoAdvance, ended.operations == 0 else { return false }
      state.autoAdvance = nil
      return ended.isPremature
    }
  }

  /// Moves time to the next sleeper, if it passes by itself and nothing can go on, neither here nor on the main actor.
  func advanceIfIdle() {
    guard let count = idleCount() else { return }
    // The main actor first runs what it already has.
    Task.detached { @MainActor in
      guard self.idleCount() == count else { return }
      let advance = self.state.withLock { state in
        state.autoAdvance?.main = currentThread()
        state.autoAdvance?.isAdvancing = true
        return state.autoAdvance?.advance
      }
      let hasAdvanced = advance?() ?? false
      self.state.withLock { $0.autoAdvance?.isAdvancing = false }
      // A sleeper outside of the lockstep enqueues nothing here.
      if hasAdvanced { self.advanceIfIdle() }
    }
  }

  /// How many jobs were enqueued so far, if time passes by itself and none is left.
  private func idleCount() -> Int? {
    state.withLock { $0.autoAdvance != nil && !$0.isRunning ? $0.count : nil }
  }
}

extension TimeMachine {
  /// Runs an operation in lockstep with time: before time goes on, the tasks of the operation run as far as they can.
  ///
  /// ```swift
  /// await time.inLockstep {
  ///   async let report = poller.poll(times: 3)       // sleeps a second between polls
  ///   await time.advance(by: .seconds(3))            // has polled at 0, 1, 2 and 3 s
  /// }
  /// ```
  ///
  /// The operation and its child tasks (`async let`, task groups) run one at a time, with the actors they call
  /// (those without an executor of their own). ``advance(by:sleepers:)`` and ``travel(to:)`` first let them run
  /// until all of them wait for time or for something outside, and do so again after each sleeper that they wake.
  /// So ``waitForSleepers(_:)`` isn't needed, and the order of everything is the same each time.
  ///
  /// `Task {}`, `Task.detached`, the main actor, Dispatch and threads don't run in lockstep, since the language doesn't
  /// pass an executor on to them. Time doesn't wait for those.
  ///
  /// With `autoAdvance` time passes by itself: when none of the tasks can go on, and the main actor has run what it had, the
  /// machine moves to the next sleeper's deadline and wakes it. What works outside of lockstep may then find that time has
  /// passed too early. If a task waited for such work meanwhile, that is reported when the operation ends.
  ///
  /// ```swift
  /// try await time.inLockstep(autoAdvance: true) {
  ///   try await time.sleep(for: .seconds(3600))        // returns at once, an hour later
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - autoAdvance: Whether time passes by itself when nothing can go on.
  ///   - isolation: The caller's, in which the operation runs.
  ///   - operation: Must not block its thread to wait for its other tasks: they have the same thread.
  public func inLockstep<Result, Failure: Error>(
    autoAdvance: Bool = false, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    // In virtual time everything is in lockstep with it.
    if real.isVirtual { return try await operation() }
    if autoAdvance { lockstep.beginAutoAdvance { [weak self] in self?.advanceToNextSleeper() ?? false } }
    defer { if autoAdvance, lockstep.endAutoAdvance() { reportPrematureAdvance() } }
    return try await withTaskExecutorPreference(lockstep, isolation: isolation, operation: operation)
  }

  @inline(never)
  private func reportPrematureAdvance() {
    IssueReporter.report(
      """
      Time passed by itself while a task waited for work outside of lockstep, so sleeps may have ended before that work: a \
      Task {}, Task.detached, Dispatch, a thread, or a system's service
      """,
      fixes: [
        "start that work as a child task: async let, or a task group",
        "replace it by a mock",
        "move time in the test, and leave out autoAdvance: await Current.time.advance(by: .seconds(1))",
      ], isAtCaller: true)
  }
}

/// The runtime's number of the task, which no two tasks of a process share; 0 where the job isn't a task.
@_silgen_name("swift_task_getJobTaskId")
package func taskNumber(_ job: UnownedJob) -> UInt64
