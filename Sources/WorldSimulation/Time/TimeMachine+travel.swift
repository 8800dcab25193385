import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TimeMachine {
  /// Moves forward by a duration, and wakes the sleepers that become due on the way.
  ///
  /// ```swift
  /// await time.advance(by: .seconds(60))
  /// ```
  ///
  /// Sleepers wake in the order of their deadlines; those with the same deadline in the order in which they fell
  /// asleep. The machine is at a sleeper's deadline when it wakes the sleeper. A task that falls asleep on the way and
  /// becomes due on the way is woken, too. A negative duration moves back and wakes nothing.
  ///
  /// How far a sleeper has run before the machine goes on:
  ///
  /// - In ``inLockstep(autoAdvance:isolation:operation:)``, until it sleeps again, has ended, or waits for something outside,
  ///   and so has everything that it started.
  /// - Elsewhere, until its task runs again. What the task does after that can't be seen from outside. If it goes back
  ///   to sleep, as a loop does, pass the number of tasks that sleep when none can run, and the machine waits for them:
  ///
  /// ```swift
  /// let ticker = Task { while true { try await time.sleep(for: .seconds(1)); tick() } }
  /// await time.advance(by: .seconds(3), sleepers: 1)      // three ticks
  /// ```
  ///
  /// - Parameters:
  ///   - duration: How far to move.
  ///   - sleepers: How many tasks must be asleep before the machine moves: at first, and after each that it wakes.
  ///     It waits for them until its task is cancelled.
  public func advance(by duration: Duration, sleepers: Int = 0) async {
    // A sleep in virtual time lets it pass.
    if real.isVirtual { return (try? await real.sleep(duration)) ?? () }
    await travelling {
      var left = duration.saturated
      await quiet(sleepers)
      while let waking = wakeNext(within: &left) {
        await untilItRuns(waking)
        await quiet(sleepers)
      }
    }
  }

  /// Moves to a date at once, and wakes the sleepers that are due there, in the order of deadlines, then of falling
  /// asleep. No time passes on the way: each of them finds the machine at that date. Moving back wakes nothing.
  public func travel(to date: Date) async {
    if real.isVirtual { return await advance(by: now.duration(to: Instant(date))) }
    await travelling {
      await quiet()
      let position = Instant(date).position
      let elapsed = real.elapsed()
      state.withLock { $0.timeline.travel(to: position, at: elapsed) }
      while let sleeper = nextDue() {
        await untilItRuns(sleeper)
        await quiet()
      }
    }
  }

  /// Moves the machine to the next deadline within a duration, or else to the duration's end.
  private func wakeNext(within left: inout Duration) -> Sleeper? {
    let real = real.elapsed()
    let (next, rest): (Sleeper?, Duration) = state.withLock { [left] state in
      let position = state.timeline.position(at: real)
      guard let next = state.sleepers.removeFirst(dueAt: position.saturatingAdd(left)) else {
        state.timeline.travel(to: position.saturatingAdd(left), at: real)
        return (nil, .zero)
      }
      // An overdue sleeper, which real time has passed before its alarm rang, doesn't take the machine back.
      let way = max(.zero, next.deadline.saturatingSubtract(position))
      state.timeline.travel(to: position.saturatingAdd(way), at: real)
      return (next.sleeper, left.saturatingSubtract(way))
    }
    left = rest
    return next
  }

  private func nextDue() -> Sleeper? {
    let real = real.elapsed()
    return state.withLock { $0.sleepers.removeFirst(dueAt: $0.timeline.position(at: real))?.sleeper }
  }

  /// Wakes a sleeper and waits until it runs.
  private func untilItRuns(_ sleeper: Sleeper) async {
    await withCheckedContinuation { sleeper.resume(returning: $0) }
  }

  /// Waits until nothing in lockstep can run, and so many tasks are asleep.
  private func quiet(_ count: Int = 0) async {
    await lockstep.becomesIdle()
    if count > 0 { try? await waitForSleepers(count) }
  }

  /// Only one task moves the machine at a time; the others wait, first come, first served.
  private func travelling(_ travel: () async -> Void) async {
    await withCheckedContinuation { traveller in
      let isFirst = state.withLock { state in
        if state.isTravelling { state.travellers.append(traveller) }
        defer { state.isTravelling = true }
        return !state.isTravelling
      }
      if isFirst { traveller.resume() }
    }
    await travel()
    setAlarm()
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      state.isTravelling = !state.travellers.isEmpty
      return state.travellers.isEmpty ? nil : state.travellers.removeFirst()
    }
    next?.resume()
    lockstep.advanceIfIdle()
  }

  /// Moves the machine to the next deadline, and wakes the sleeper that is due there, unless a task moves the machine.
  ///
  /// - Returns: Whether there was one.
  func advanceToNextSleeper() -> Bool {
    let real = real.elapsed()
    let sleeper: Sleeper? = state.withLock { state in
      guard !state.isTravelling, let deadline = state.sleepers.earliestDeadline,
        let next = state.sleepers.removeFirst(dueAt: deadline)
      else { return nil }
      let position = state.timeline.position(at: real)
      state.timeline.travel(to: max(position, deadline), at: real)
      return next.sleeper
    }
    guard let sleeper else { return false }
    setAlarm()
    sleeper.resume(returning: nil)
    return true
  }

  /// Wakes the sleepers that are due where the machine is.
  @inline(never)
  func wakeDueSleepers() {
    while let sleeper = nextDue() { sleeper.resume(returning: nil) }
    setAlarm()
  }
}
