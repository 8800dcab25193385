import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TimeMachine {
  /// Moves on by a duration, and wakes who becomes due on the way.
  ///
  /// ```swift
  /// await time.advance(by: .seconds(60))
  /// ```
  ///
  /// Sleepers wake in the order of their deadlines, and of their registration where those are the same. The machine
  /// stands at a sleeper's deadline when it wakes it. Who falls asleep meanwhile and becomes due on the way wakes
  /// in turn. A negative duration moves back and wakes nobody.
  ///
  /// How far a sleeper has come before the machine goes on:
  ///
  /// - In ``inLockstep(isolation:operation:)``, until it sleeps again, has ended, or waits for something outside,
  ///   and so has everything that it set going.
  /// - Elsewhere, until its task runs again. What the task does then, nobody can see from outside. If it goes back to
  ///   sleep, as a loop does, say how many sleep when all is quiet, and the machine waits for them:
  ///
  /// ```swift
  /// let ticker = Task { while true { try await time.sleep(for: .seconds(1)); tick() } }
  /// await time.advance(by: .seconds(3), sleepers: 1)      // three ticks
  /// ```
  ///
  /// - Parameters:
  ///   - duration: How far to go.
  ///   - sleepers: How many must be asleep before the machine goes on: at the beginning, and after each that it
  ///     wakes. It waits for them until its task is cancelled.
  public func advance(by duration: Duration, sleepers: Int = 0) async {
    await travelling {
      var left = duration.saturated
      await quiet(sleepers)
      while let waking = wakeNext(within: &left) {
        await hasBegun(waking)
        await quiet(sleepers)
      }
    }
  }

  /// Moves to a date in one leap, and wakes who is due there, in the order of deadlines and registration. On the
  /// way no time passes: whoever is woken finds the machine at that date. Moving back wakes nobody.
  public func travel(to date: Date) async {
    await travelling {
      await quiet()
      let position = Instant(date).position
      let elapsed = real.elapsed()
      state.withLock { $0.timeline.travel(to: position, at: elapsed) }
      while let sleeper = nextDue() {
        await hasBegun(sleeper)
        await quiet()
      }
    }
  }

  /// Takes the machine to the next deadline within a duration, or else to the duration's end.
  private func wakeNext(within left: inout Duration) -> Sleeper? {
    let real = real.elapsed()
    let (next, rest): (Sleeper?, Duration) = state.withLock { [left] state in
      let position = state.timeline.position(at: real)
      guard let next = state.sleepers.removeFirst(dueAt: position.saturatingAdd(left)) else {
        state.timeline.travel(to: position.saturatingAdd(left), at: real)
        return (nil, .zero)
      }
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
  private func hasBegun(_ sleeper: Sleeper) async {
    await withCheckedContinuation { sleeper.resume(returning: $0) }
  }

  /// Waits until nothing in lockstep can run, and so many are asleep.
  private func quiet(_ count: Int = 0) async {
    await lockstep.becomesIdle()
    if count > 0 { try? await sleepers(count) }
  }

  /// One travels at a time; the others wait for their turns in order.
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
  }

  /// Wakes who is due where the machine is.
  func wakeWhoIsDue() {
    while let sleeper = nextDue() { sleeper.resume(returning: nil) }
    setAlarm()
  }
}
