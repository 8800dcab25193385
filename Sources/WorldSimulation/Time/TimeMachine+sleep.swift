import World

extension TimeMachine {
  /// Who is asleep. It is told who waits for it to run, if anybody does.
  typealias Sleeper = CheckedContinuation<CheckedContinuation<Void, Never>?, any Error>

  /// The finest that the machine distinguishes.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Suspends the task until the machine reaches an instant. One that it has reached returns at once.
  ///
  /// - Parameters:
  ///   - deadline: The instant.
  ///   - tolerance: Not used; the machine is exact.
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep { _ in deadline.position }
  }

  /// Suspends the task for a duration of the machine's time. Zero and less return at once.
  ///
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
    // Not by way of `now`, which would be a read that moves a stepping machine.
    try await sleep { $0.saturatingAdd(duration) }
  }

  private func sleep(until deadline: @Sendable (Duration) -> Duration) async throws {
    try Task.checkCancellation()
    let ticket = Lock<SleeperQueue<Sleeper>.Ticket?>(nil)
    let waker = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (sleeper: Sleeper) in
        register(sleeper, deadline: deadline) { new in ticket.withLock { $0 = new } }
        // A cancellation before the ticket was there had nothing to cancel.
        if Task.isCancelled { cancel(ticket.withLock { $0 }) }
      }
    } onCancel: {
      cancel(ticket.withLock { $0 })
    }
    waker?.resume()
  }

  private func register(
    _ sleeper: Sleeper, deadline: (Duration) -> Duration, _ note: (SleeperQueue<Sleeper>.Ticket) -> Void
  ) {
    let real = real.elapsed()
    let ticket: SleeperQueue<Sleeper>.Ticket? = state.withLock { state in
      let position = state.timeline.position(at: real)
      let deadline = deadline(position)
      return deadline > position ? state.sleepers.add(sleeper, deadline: deadline) : nil
    }
    guard let ticket else { return sleeper.resume(returning: nil) }
    note(ticket)
    setAlarm()
    tellAudience()
  }

  private func cancel(_ ticket: SleeperQueue<Sleeper>.Ticket?) {
    guard let ticket, let sleeper = state.withLock({ $0.sleepers.remove(ticket) }) else { return }
    setAlarm()
    sleeper.resume(throwing: CancellationError())
  }
}

// MARK: - Watching who sleeps

extension TimeMachine {
  /// How many are asleep now.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Waits until at least so many are asleep, so that a test can advance time without a race.
  ///
  /// ```swift
  /// let task = Task { try await retry(upload) }
  /// try await time.sleepers()                   // the first try failed, and it waits for the second
  /// await time.advance(by: .seconds(1))
  /// ```
  ///
  /// - Throws: `CancellationError`, at once, when the waiting task is cancelled.
  public func sleepers(_ count: Int = 1) async throws {
    try Task.checkCancellation()
    let ticket = Lock<SleeperQueue<CheckedContinuation<Void, any Error>>.Ticket?>(nil)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let new = state.withLock { $0.audience.add(continuation, deadline: .seconds(count)) }
        ticket.withLock { $0 = new }
        if Task.isCancelled { stopWatching(ticket.withLock { $0 }) }
        tellAudience()
      }
    } onCancel: {
      stopWatching(ticket.withLock { $0 })
    }
  }

  private func stopWatching(_ ticket: SleeperQueue<CheckedContinuation<Void, any Error>>.Ticket?) {
    guard let ticket else { return }
    state.withLock { $0.audience.remove(ticket) }?.resume(throwing: CancellationError())
  }

  private func tellAudience() {
    while let next = state.withLock({ $0.audience.removeFirst(dueAt: .seconds($0.sleepers.count)) }) {
      next.sleeper.resume()
    }
  }
}
