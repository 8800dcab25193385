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
  }

  private let state = Lock(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = state.withLock { state in
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
          (idlers, state.idlers) = (state.idlers, [])
        }
        return state.jobs
      }
      if jobs.isEmpty { break }
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
    for idler in idlers { idler.resume() }
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
  /// - Parameters:
  ///   - isolation: The caller's, in which the operation runs.
  ///   - operation: Must not block its thread to wait for its other tasks: they have the same thread.
  public func inLockstep<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(lockstep, isolation: isolation, operation: operation)
  }
}
