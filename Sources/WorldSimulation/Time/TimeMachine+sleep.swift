import World

extension TimeMachine {
  /// A sleeping task. It is resumed with what waits for it to run, if anything does.
  typealias Sleeper = CheckedContinuation<CheckedContinuation<Void, Never>?, any Error>
  /// A task that waits for sleepers.
  typealias Waiter = CheckedContinuation<Void, any Error>

  /// The smallest difference between two instants.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Suspends the task until the machine reaches an instant. Returns at once if the machine is already there.
  ///
  /// - Parameters:
  ///   - deadline: The instant.
  ///   - tolerance: Not used; the machine is exact.
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep { _ in deadline.position }
  }

  /// Suspends the task for a duration of the machine's time. Zero and negative durations return at once.
  ///
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
    // `now` isn't used, since it is a read that moves a stepping machine.
    try await sleep { $0.saturatingAdd(duration) }
  }

  private func sleep(until deadline: @Sendable (Duration) -> Duration) async throws {
    // A deadline that is already reached throws, too.
    try Task.checkCancellation()
    if real.isVirtual {
      let position = state.withLock { $0.timeline.position(at: real.elapsed()) }
      return try await real.sleep(deadline(position).saturatingSubtract(position))
    }
    let ticket = state.withLock { $0.sleepers.makeTicket() }
    let waker = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (sleeper: Sleeper) in
        add(sleeper, ticket, deadline: deadline)
        // The handler found nothing to cancel if it ran before the sleeper was added.
        if Task.isCancelled { cancel(ticket) }
      }
    } onCancel: {
      cancel(ticket)
    }
    waker?.resume()
  }

  private func add(_ sleeper: Sleeper, _ ticket: UInt64, deadline: (Duration) -> Duration) {
    let real = real.elapsed()
    let isAsleep: Bool = state.withLock { state in
      let position = state.timeline.position(at: real)
      let deadline = deadline(position)
      if deadline > position { state.sleepers.add(sleeper, ticket: ticket, deadline: deadline) }
      return deadline > position
    }
    guard isAsleep else { return sleeper.resume(returning: nil) }
    setAlarm()
    resumeWaiters()
    lockstep.advanceIfIdle()
  }

  private func cancel(_ ticket: UInt64) {
    guard let sleeper = state.withLock({ $0.sleepers.remove(ticket) }) else { return }
    setAlarm()
    sleeper.resume(throwing: CancellationError())
  }
}

// MARK: - Waiting for sleepers

extension TimeMachine {
  /// How many tasks are asleep.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Waits until at least so many tasks are asleep, so that a test can advance time without a race.
  ///
  /// ```swift
  /// let task = Task { try await retry(upload) }
  /// try await time.waitForSleepers()            // the first try failed, and it waits for the second
  /// await time.advance(by: .seconds(1))
  /// ```
  ///
  /// - Throws: `CancellationError`, at once, when the waiting task is cancelled.
  public func waitForSleepers(_ count: Int = 1) async throws {
    // Before virtual time passes, everything runs as far as it can.
    if real.isVirtual { return try Task.checkCancellation() }
    let ticket = state.withLock { $0.waiters.makeTicket() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: Waiter) in
        state.withLock { $0.waiters.add(waiter, ticket: ticket, deadline: count) }
        // The handler found nothing to cancel if it ran before the waiter was added.
        if Task.isCancelled { stopWaiting(ticket) }
        resumeWaiters()
      }
    } onCancel: {
      stopWaiting(ticket)
    }
  }

  private func stopWaiting(_ ticket: UInt64) {
    state.withLock { $0.waiters.remove(ticket) }?.resume(throwing: CancellationError())
  }

  private func resumeWaiters() {
    while let next = state.withLock({ $0.waiters.removeFirst(dueAt: $0.sleepers.count) }) {
      next.sleeper.resume()
    }
  }
}
