// SPDX-License-Identifier: MIT

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
  /// Sleepers wake at their deadlines, in order; those with the same deadline wake in the order in which they fell asleep. A task
  /// that falls asleep and becomes due on the way is woken, too. A negative duration moves back and wakes nothing.
  ///
  /// Before the machine moves on, it waits:
  ///
  /// - In a test with the trait `.world(.mock)`, until all tasks of the test have ended, sleep or wait. It also waits before the
  ///   first movement.
  /// - Elsewhere, until the woken task runs again. If the task then sleeps again, as in a loop, pass the number of tasks that sleep
  ///   when none can run, and the machine waits for them:
  ///
  /// ```swift
  /// let ticker = Task { while true { try await time.sleep(for: .seconds(1)); tick() } }
  /// await time.advance(by: .seconds(3), sleepers: 1)      // three ticks
  /// ```
  ///
  /// - Parameters:
  ///   - duration: How far to move.
  ///   - sleepers: How many tasks must be asleep before the machine moves, at first and after each wake-up, also at the end. The
  ///     wait ends early if the task is cancelled, and after some time: see ``waitForSleepers(_:)``. At the end of the duration,
  ///     that is after ten seconds, and no error: the last sleep may have been the only one.
  public func advance(by duration: Duration, sleepers: Int = 0) async {
    await travelling(waitingFor: sleepers) { test in
      var left = duration.saturated
      while await wakeNext(within: &left, of: test) {
        guard await settle(test, sleepers, isAtEnd: left == .zero) else { return }
      }
    }
  }

  /// Moves to a date at once, and wakes the sleepers that are due by then, in the order of ``advance(by:sleepers:)``. They all wake
  /// at that date. Moving back wakes nothing.
  public func travel(to date: Date) async {
    await travelling(waitingFor: 0) { test in
      jump(to: Instant(date))
      var left = Duration.zero
      while await wakeNext(within: &left, of: test) { _ = await settle(test) }
    }
  }

  /// Moves to an instant without waking sleepers.
  package func jump(to instant: Instant) {
    let real = real.elapsed()
    let moved = state.withLock { state in
      defer { state.timeline.travel(to: instant.position, at: real) }
      return instant.position.saturatingSubtract(state.timeline.position(at: real))
    }
    SchedulerProvider.current?.noteMove(of: self, by: moved)
  }

  /// Moves the machine to the next deadline within a duration and wakes the sleepers that are due there, or else to the
  /// duration's end.
  ///
  /// - Returns: Whether a sleeper was woken.
  private func wakeNext(within left: inout Duration, of test: (any AnyScheduler)?) async -> Bool {
    let real = real.elapsed()
    var (woken, moved): ([State.Due], Duration) = ([], .zero)
    left = state.withLock { [left] state in
      let position = state.timeline.position(at: real)
      let end = position.saturatingAdd(left)
      woken = state.removeNext(by: end, onlyOne: test == nil)
      // An overdue sleeper, whose alarm is late, doesn't move the machine back.
      let reached = woken.isEmpty ? end : max(position, woken[0].deadline)
      state.timeline.travel(to: reached, at: real)
      moved = reached.saturatingSubtract(position)
      return end.saturatingSubtract(reached)
    }
    test?.noteMove(of: self, by: moved)
    for (sleeper, _, ticket) in woken {
      // The scheduler waits for its own tasks; for others, wait until they run.
      if test != nil && sleeper.isScheduled {
        sleeper.end(nil)
      } else {
        await withCheckedContinuation { traveller in
          state.withLock { $0.woken = (ticket, traveller) }
          sleeper.end(nil)
        }
      }
    }
    return !woken.isEmpty
  }
}

extension TimeMachine {
  /// Lets one task at a time move the machine, in the order of the calls.
  private func travelling(
    waitingFor sleepers: Int, _ travel: ((any AnyScheduler)?) async -> Void
  ) async {
    await withCheckedContinuation { traveller in
      let isFirst = state.withLock { state in
        if state.isTravelling { state.travellers.append(traveller) }
        defer { state.isTravelling = true }
        return !state.isTravelling
      }
      if isFirst { traveller.resume() }
    }
    let test = SchedulerProvider.current
    if await settle(test, sleepers) { await travel(test) }
    setAlarm()
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      state.isTravelling = !state.travellers.isEmpty
      return state.travellers.isEmpty ? nil : state.travellers.removeFirst()
    }
    next?.resume()
  }

  /// Waits until the tasks of the test have run as far as they can, and a number of tasks sleep.
  ///
  /// - Returns: Whether the machine may move.
  private func settle(
    _ test: (any AnyScheduler)?, _ sleepers: Int = 0, isAtEnd: Bool = false
  ) async -> Bool {
    if sleepers == 0 { await test?.settle() }
    do {
      if sleepers > 0 {
        try await wait(for: sleepers, in: "advance(by:sleepers: \(sleepers))", isAtEnd: isAtEnd)
      }
    } catch is CancellationError {
      // It moves nevertheless.
    } catch {
      return false
    }
    return true
  }

  /// Records that a woken sleeper runs.
  func noteRunning(_ ticket: UInt64) {
    let traveller: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard let woken = state.woken, woken.ticket == ticket else { return nil }
      state.woken = nil
      return woken.traveller
    }
    traveller?.resume()
  }

  /// Moves frozen time to the next deadline, and wakes the sleepers that are due there. Does nothing while a task moves the
  /// machine.
  ///
  /// - Parameter lateness: Returns how much longer than requested a sleep takes. Called once for each sleep.
  /// - Returns: Whether a sleeper was woken.
  package func passTime(lateness: (Duration) -> Duration) -> Bool {
    let real = real.elapsed()
    let woken: [State.Due] = state.withLock { state in
      guard !state.isTravelling, state.timeline.motion == .frozen else { return [] }
      while true {
        let due = state.removeNext(by: .farthest)
        guard let deadline = due.first?.deadline else { return [] }
        let late = due.map { $0.sleeper.isLate ? .zero : lateness($0.sleeper.duration) }
        for (due, late) in zip(due, late) where late > .zero {
          var sleeper = due.sleeper
          sleeper.isLate = true
          state.sleepers.add(sleeper, ticket: due.ticket, deadline: deadline.saturatingAdd(late))
        }
        let onTime = zip(due, late).filter { $1 <= .zero }.map(\.0)
        guard !onTime.isEmpty else { continue }
        let position = state.timeline.position(at: real)
        state.timeline.travel(to: max(position, deadline), at: real)
        return onTime
      }
    }
    for due in woken { due.sleeper.end(nil) }
    return !woken.isEmpty
  }

  /// Wakes the sleepers that are due now.
  @inline(never)
  func wakeDueSleepers() {
    let real = real.elapsed()
    while let due = state.withLock({ state in
      state.sleepers.removeFirst(dueAt: state.timeline.position(at: real))
    }) {
      due.sleeper.end(nil)
    }
    setAlarm()
  }
}

extension TimeMachine.State {
  typealias Due = (sleeper: TimeMachine.Sleeper, deadline: Duration, ticket: UInt64)

  /// Removes the sleepers with the earliest deadline, unless that is later than `end`.
  mutating func removeNext(by end: Duration, onlyOne: Bool = false) -> [Due] {
    guard let first = sleepers.removeFirst(dueAt: end) else { return [] }
    var due = [first]
    while !onlyOne, let next = sleepers.removeFirst(dueAt: first.deadline) { due.append(next) }
    return due
  }
}
