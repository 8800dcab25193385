#if compiler(>=6.3) && os(Linux)
  @_spi(ExperimentalScheduling) import _Concurrency
#endif

extension Scheduler {
  /// Suspends the task for a virtual duration.
  func sleep(_ duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    let (phase, id) = state.withLock { ($0.phase, $0.sleepers.newID()) }
    if phase != .running, phase != .bodyOver {
      // The step ends, so that a task that sleeps in a loop doesn't go on forever.
      await Task.yield()
      // Its steps are no longer run, and it must not keep a thread busy.
      if state.withLock({ $0.phase != .windingDown }) {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
      throw CancellationError()
    }
    defer { state.withLock { $0.sleepers.end(id) } }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let cancelled = state.withLock { $0.sleepers.begin(id, for: duration, .continuation(continuation)) }
        if let cancelled { wake(cancelled) }
      }
    } onCancel: {
      if let cancelled = state.withLock({ $0.sleepers.cancel(id) }) { wake(cancelled) }
    }
  }

  /// The virtual time since the run began.
  var now: Duration { state.withLock { $0.sleepers.now } }
}

#if compiler(>=6.3) && os(Linux)
  /// `Task.sleep` asks the task's executor to run a job later, if the executor can do that.
  extension Scheduler: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      sleep(UnownedJob(job), for: delay as? Duration ?? .zero)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      let left = clock.now.duration(to: instant) as? Duration ?? .zero
      sleep(UnownedJob(job), for: Scheduler.rounded(left))
    }

    private func sleep(_ job: UnownedJob, for duration: Duration) {
      let phase = state.withLock { state in
        if state.phase == .running || state.phase == .bodyOver {
          _ = state.sleepers.begin(state.sleepers.newID(), for: max(duration, .zero), .job(job))
        }
        return state.phase
      }
      if phase != .running, phase != .bodyOver { add(job) }
    }

    /// What was asked for, roughly. The runtime turns a duration into an instant of a real clock, and what is left of it
    /// by now is a little less: the more, the busier the machine is. Rounded up in large units it is the same each time,
    /// and shorter sleeps still end before longer ones, or at the same time.
    static func rounded(_ left: Duration) -> Duration {
      let left = min(max(left, .zero), Sleepers.longest)
      let unit: Int64 =
        switch left {
        case ..<(.milliseconds(100)): 10
        case ..<(.seconds(1)): 100
        case ..<(.seconds(10)): 500
        default: 5_000
        }
      let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
      return .milliseconds((milliseconds / unit + 1) * unit)
    }
  }
#endif
