// SPDX-License-Identifier: MIT

import World

extension TimeMachine {
  /// A sleep in the queue of a machine.
  struct Sleeper: Sendable {
    /// Called when the sleep ends, with an error if it was cancelled.
    let end: @Sendable ((any Error)?) -> Void
    let duration: Duration
    /// Whether the scheduler of a test runs the task.
    let isScheduled: Bool
    /// Whether it suspends a task, so that it has a limit.
    var isOfTask = false
    /// Whether its deadline was already postponed, so that it takes longer than requested.
    var isLate = false
  }

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
    // Not `now`, which moves a stepping machine.
    try await sleep { $0.saturatingAdd(duration) }
  }

  private func sleep(until deadline: @Sendable (Duration) -> Duration) async throws {
    let test = SchedulerProvider.current
    // First, because it also ends the step of a cancelled task.
    try await test?.checkSleep()
    // A deadline that is already reached throws, too.
    try Task.checkCancellation()
    let ticket = state.withLock { $0.sleepers.makeTicket() }
    do {
      try await withCancellableContinuation { continuation in
        let isAsleep = add(ticket, of: test, until: deadline, isOfTask: true) { error in
          if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
        if !isAsleep { continuation.resume() }
      } onCancel: {
        self.cancel(ticket)
      }
    } catch let error as WaitLimit.Exceeded {
      // What a test left behind fails no other one. Without a test's world, it isn't known whether its test has ended.
      if Scope.innermost?.test?.isOver == false { error.report() }
      throw error
    }
    noteRunning(ticket)
  }

  /// Calls a closure after a duration of the machine's time; at once, if the duration isn't positive or the test has ended.
  package func call(after duration: Duration, _ closure: @escaping @Sendable () -> Void) {
    let ticket = state.withLock { $0.sleepers.makeTicket() }
    let isAsleep = add(ticket, of: SchedulerProvider.current, until: { $0.saturatingAdd(duration) }) {
      [weak self] _ in
      closure()
      self?.noteRunning(ticket)
    }
    if !isAsleep { closure() }
  }

  /// Adds a sleeper, unless its deadline is reached.
  ///
  /// - Returns: Whether it was added.
  private func add(
    _ ticket: UInt64, of test: (any AnyScheduler)?, until deadline: (Duration) -> Duration,
    isOfTask: Bool = false,
    end: @escaping @Sendable ((any Error)?) -> Void
  ) -> Bool {
    let real = real.elapsed()
    let asleep: (deadline: Duration, isFrozen: Bool)? = state.withLock { state in
      let position = state.timeline.position(at: real)
      let deadline = deadline(position)
      guard deadline > position else { return nil }
      let duration = deadline.saturatingSubtract(position)
      state.sleepers.add(
        Sleeper(end: end, duration: duration, isScheduled: test != nil, isOfTask: isOfTask), ticket: ticket,
        deadline: deadline)
      return (deadline, state.timeline.motion == .frozen)
    }
    guard let asleep else { return false }
    if asleep.isFrozen {
      test?.note(
        TimeWait(machine: self, event: .instant(Instant(asleep.deadline)), isOfWorld: isOfWorld) {
          [weak self] in self?.cancel(ticket)
        })
    }
    setAlarm()
    waiters.resume(reached: sleeperCount)
    return true
  }

  // check-world: allow compares this machine with the current world's
  private var isOfWorld: Bool { Current.timeSource.machine === self }

  private func cancel(_ ticket: UInt64) {
    guard let sleeper = state.withLock({ $0.sleepers.remove(ticket) }) else { return }
    setAlarm()
    sleeper.end(CancellationError())
  }
}

// MARK: - Waiting for sleepers

extension TimeMachine {
  /// The number of tasks that are asleep.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The time that passes until the next sleep ends; `nil` if no task sleeps, a task moves the machine, or it isn't frozen.
  package var timeUntilNextSleepEnds: Duration? {
    state.withLock { state in
      guard !state.isTravelling, state.timeline.motion == .frozen else { return nil }
      return state.sleepers.earliestDeadline.map { $0.saturatingSubtract(state.timeline.position(at: .zero)) }
    }
  }

  /// Waits until at least `count` tasks are asleep, so that a test can advance time without a race.
  ///
  /// ```swift
  /// let task = Task { try await retry(upload) }
  /// try await time.waitForSleepers()            // the first try failed, and it waits for the second
  /// await time.advance(by: .seconds(1))
  /// ```
  ///
  /// A test with the trait `.world(.mock)` needs it only for work outside of its tasks, such as threads: see
  /// ``advance(by:sleepers:)``.
  ///
  /// In a process that runs tests, but not in a test with the trait `.world(.mock)`, a line on standard error says after ten seconds
  /// how many tasks sleep. After a minute, the wait ends with an error, which is also reported.
  ///
  /// - Throws: `CancellationError`, at once, when the waiting task is cancelled.
  public func waitForSleepers(_ count: Int = 1) async throws {
    try await wait(for: count, in: "waitForSleepers(\(count))")
  }

  /// - Parameters:
  ///   - call: The call that waits, for messages.
  ///   - isAtEnd: Whether nothing depends on this wait, which is then shorter.
  func wait(for count: Int, in call: String, isAtEnd: Bool = false) async throws {
    try Task.checkCancellation()
    let test = SchedulerProvider.current
    await test?.settle()
    let place = IssueReporter.tests?.runningTest.map { " in the test \($0)" } ?? ""
    try await waiters.wait(for: count, { sleeperCount }, limit: limit, in: real, isBrief: isAtEnd) {
      [self] time in
      let sleepers = sleeperCount
      let sleep =
        sleepers == 0 ? "no task sleeps" : sleepers == 1 ? "1 task sleeps" : "\(sleepers) tasks sleep"
      return WaitLimit.Text(
        "\(call)\(isAtEnd ? ", at its end," : "") has waited for \(time.inSeconds) s, and \(sleep)\(place)",
        fixes: [
          "wait for as many tasks as sleep at the same time, by Current.sleep or this machine",
          "in Swift Testing, use a mock world: @Test(.world(.mock)), where advance(by:) lets all tasks run as far as they can",
        ])
    } noting: { end in
      test?.note(TimeWait(machine: self, event: .sleepers(count), isOfWorld: isOfWorld, end: end))
    }
  }
}
