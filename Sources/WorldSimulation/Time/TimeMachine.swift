// SPDX-License-Identifier: MIT

import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Controls a world's `date`, `sleep` and `clock`. It is a `Clock` itself.
///
/// ```swift
/// let time = TimeMachine(frozenAt: launchDay)
/// Current.use(time)
///
/// let refreshing = Task { try await Current.sleep(.seconds(300)); return Current.date() }
/// try await time.waitForSleepers()             // it has fallen asleep
/// await time.advance(by: .seconds(300))        // and is woken
/// try await refreshing.value                   // launchDay + 300 s
/// ```
///
/// ``date`` is the machine's position on a timeline; sleeping tasks wait for a position. A frozen machine stays until it is moved.
/// A ticking one moves with real time, at a rate. A stepping one moves by a step at each read. A machine works in tests and in
/// production.
///
/// **Waking.** A sleeping task wakes when the machine reaches its deadline. See ``advance(by:sleepers:)`` for the order. Moving
/// back wakes nothing. A sleep whose task is cancelled throws `CancellationError` at once, also in frozen time.
///
/// **Range.** About 292 billion years around 2001, to the attosecond. Values are limited to this range.
///
/// **Thread-safety.** Everything may be called from any thread at any time.
///
/// **Cost.** O(log n) to fall asleep, to wake and to be cancelled, for n sleeping tasks. Nothing polls; while time ticks and tasks
/// sleep, one task waits for the earliest deadline.
public final class TimeMachine: Clock, Identifiable, Sendable {
  struct State: Sendable {
    var timeline: Timeline
    var sleepers = SleeperQueue<Duration, Sleeper>()
    var alarm: Alarm?
    /// Whether it was said that time stands still.
    var isStillSaid = false
    var watchCount = 0
    /// Whether a task moves the machine, and the tasks that wait to do so.
    var isTravelling = false
    var travellers: [CheckedContinuation<Void, Never>] = []
    /// The task that moves the machine, while it waits for a woken sleeper to run.
    var woken: (ticket: UInt64, traveller: CheckedContinuation<Void, Never>)?
  }

  let state: Lock<State>
  /// The tasks that wait until others sleep.
  let waiters = CountWaiters()
  let real: RealTime
  /// The limit of waits for this machine.
  let limit: WaitLimit
  /// Whether it is a mock world's, so that also in a preview a line says that time stands still.
  let isOfMock: Bool
  /// The first test that entered the mock world of this machine.
  let firstTest = Lock<(any AnyTestRun)?>(nil)

  package init(
    at start: Instant, motion: Motion, real: RealTime, limit: WaitLimit = .standard, isOfMock: Bool = false
  ) {
    (self.real, self.limit, self.isOfMock) = (real, limit, isOfMock)
    let timeline = Timeline(at: start.position, real: real.elapsed(), motion: motion)
    state = Lock(State(timeline: timeline))
  }

  deinit {
    // Sleepers and waiters retain the machine, so there are none for an alarm to wake.
    state.withLock { $0.alarm }?.task.cancel()
  }
}

// MARK: - Creating a time machine

extension TimeMachine {
  /// Creates a machine that is frozen at a date.
  public convenience init(frozenAt date: Date) {
    self.init(at: Instant(date), motion: .frozen, real: .system)
  }

  /// Creates a machine that starts at a date and ticks, at a rate.
  ///
  /// ```swift
  /// TimeMachine(startingAt: launchDay)
  /// TimeMachine(startingAt: launchDay, rate: 60)      // an hour takes a minute
  /// ```
  public convenience init(startingAt date: Date, rate: Rate = .realTime) {
    self.init(at: Instant(date), motion: .ticking(rate: rate), real: .system)
  }

  /// Creates a machine that starts at a date and moves by a step at each read. Reads wake the tasks that become due.
  public convenience init(startingAt date: Date, step: Duration) {
    self.init(at: Instant(date), motion: .stepping(step), real: .system)
  }

  /// Creates a machine with an offset from real time.
  ///
  /// ```swift
  /// TimeMachine(offsetBy: .seconds(-3600))            // an hour ago
  /// ```
  public convenience init(offsetBy offset: Duration) {
    self.init(offsetBy: offset, real: .system)
  }

  package convenience init(offsetBy offset: Duration, real: RealTime) {
    let start = Instant(real.date()).advanced(by: offset)
    self.init(at: start, motion: .ticking(rate: .realTime), real: real)
  }

  /// Creates a machine from the ``anchor`` of another one, which may be in another process. Both have the same time.
  public convenience init(_ anchor: Anchor) { self.init(anchor, real: .system) }

  package convenience init(_ anchor: Anchor, real: RealTime) {
    self.init(at: anchor.instant(at: real.date()), motion: anchor.motion, real: real)
  }

  /// Creates the frozen machine of a mock world.
  package convenience init(mockAt date: Instant, real: RealTime = .system, limit: WaitLimit = .standard) {
    self.init(at: date, motion: .frozen, real: real, limit: limit, isOfMock: true)
  }
}

// MARK: - Reading

extension TimeMachine {
  /// The machine's date. A read of a stepping machine moves it.
  public var date: Date { now.date }

  /// The machine's instant. A read of a stepping machine moves it, but not while a world is audited.
  public var now: Instant {
    let real = real.elapsed()
    let (position, hasMoved) = state.withLock { state in
      let position = state.timeline.position(at: real)
      guard case .stepping(let step) = state.timeline.motion, !IssueReporter.isCollecting else {
        return (position, false)
      }
      state.timeline.travel(to: position.saturatingAdd(step), at: real)
      return (position, true)
    }
    if hasMoved { wakeDueSleepers() }
    return Instant(position)
  }

  /// How time passes by itself.
  public var motion: Motion { state.withLock { $0.timeline.motion } }

  /// The machine's date, if it is frozen; otherwise `nil`.
  package var frozenDate: Date? {
    state.withLock { state in
      state.timeline.motion == .frozen ? Instant(state.timeline.position(at: .zero)).date : nil
    }
  }

  /// The number of changes, except by real time.
  package var changes: Int { state.withLock { $0.timeline.changes } }

  /// The machine's time, for another process. Reading it doesn't move a stepping machine.
  public var anchor: Anchor {
    let (real, realDate) = (real.elapsed(), real.date())
    return state.withLock { state in
      Anchor(
        date: Instant(state.timeline.position(at: real)).date, realDate: realDate,
        motion: state.timeline.motion)
    }
  }
}

// MARK: - Changing how time passes

extension TimeMachine {
  /// Stops time where it is. Sleeping tasks stay asleep.
  public func freeze() { change(to: .frozen) }

  /// Makes time tick at a rate, from where it is. Also changes the rate of time that ticks.
  public func resume(rate: Rate = .realTime) { change(to: .ticking(rate: rate)) }

  /// Makes time move by a step at each read, from where it is.
  public func startStepping(by step: Duration) { change(to: .stepping(step)) }

  private func change(to motion: Motion) {
    let real = real.elapsed()
    state.withLock { $0.timeline.change(to: motion, at: real) }
    wakeDueSleepers()
  }
}
