import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One control for time: what a world's `date` says, how long its `sleep` takes, and a `Clock` that agrees.
///
/// ```swift
/// let time = TimeMachine(frozenAt: launchDay)
/// Current.use(time)
///
/// let refreshing = Task { try await Current.sleep(.seconds(300)); return Current.date() }
/// try await time.sleepers()                    // it has fallen asleep
/// await time.advance(by: .seconds(300))        // and is woken
/// try await refreshing.value                   // launchDay + 300 s
/// ```
///
/// There is one timeline. ``date`` is where the machine is on it; whoever sleeps waits for a place on it. Frozen,
/// the machine stays where it is until it is told to move. Ticking, it moves as real time passes, at a rate.
/// Stepping, it moves by a step each time that it is read. The same machine serves tests and production.
///
/// **Waking.** A sleeper wakes when the machine reaches its deadline, however it gets there. See
/// ``advance(by:sleepers:)`` for the order. Moving back wakes nobody, and keeps who sleeps asleep for longer: it
/// waits for its place on the timeline. Cancelling a sleeper's task throws `CancellationError` at once, also in frozen time.
///
/// **Range.** About 292 billion years around 2001, to the attosecond. What would be farther is the farthest.
///
/// **Thread-safety.** Everything may be called from anywhere at any time.
///
/// **Cost.** To fall asleep, to wake and to be cancelled cost O(log n) each beside n sleepers. Nothing polls; while
/// time ticks and somebody sleeps, one task waits for the earliest deadline.
public final class TimeMachine: Clock, Sendable {
  /// How time passes by itself.
  public enum Motion: Sendable, Hashable {
    /// Not at all.
    case frozen
    /// As real time does, at a rate.
    case ticking(rate: Rate)
    /// By a step at each read. The first read is before the first step.
    case stepping(Duration)
  }

  struct State: Sendable {
    var timeline: Timeline
    var sleepers = SleeperQueue<Sleeper>()
    var alarm: Alarm?
    /// Who waits until so many are asleep.
    var audience = SleeperQueue<CheckedContinuation<Void, any Error>>()
    /// Whether somebody travels, and who wants to after that.
    var isTravelling = false
    var travellers: [CheckedContinuation<Void, Never>] = []
  }

  let state: Lock<State>
  let real: RealTime
  let lockstep = Lockstep()

  package init(at start: Instant, motion: Motion, real: RealTime) {
    self.real = real
    let timeline = Timeline(at: start.position, real: real.elapsed(), motion: motion)
    state = Lock(State(timeline: timeline))
  }

  deinit {
    // Sleepers and waiters keep the machine; so there are none, and an alarm has nobody to wake.
    state.withLock { $0.alarm }?.task.cancel()
  }
}

// MARK: - Making one

extension TimeMachine {
  /// Time stands still at a date.
  public convenience init(frozenAt date: Date) {
    self.init(at: Instant(date), motion: .frozen, real: .system)
  }

  /// Time begins at a date and passes, at a rate.
  ///
  /// ```swift
  /// TimeMachine(startingAt: launchDay)
  /// TimeMachine(startingAt: launchDay, rate: 60)      // an hour is a minute
  /// ```
  public convenience init(startingAt date: Date, rate: Rate = .realTime) {
    self.init(at: Instant(date), motion: .ticking(rate: rate), real: .system)
  }

  /// Time begins at a date and passes by a step at each read. Sleepers wake as reads get there.
  public convenience init(startingAt date: Date, step: Duration) {
    self.init(at: Instant(date), motion: .stepping(step), real: .system)
  }

  /// Real time, but earlier or later.
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

  /// The time of another machine, as its ``anchor`` told it; that may be in another process.
  public convenience init(_ anchor: Anchor) { self.init(anchor, real: .system) }

  package convenience init(_ anchor: Anchor, real: RealTime) {
    let timeline = Timeline(at: Instant(anchor.date).position, real: .zero, motion: anchor.motion)
    let since = Instant(anchor.realDate).duration(to: Instant(real.date()))
    self.init(at: Instant(timeline.position(at: since)), motion: anchor.motion, real: real)
  }

  /// What must be known to tell a machine's time elsewhere: what its date was at which real date, and how it moves.
  public struct Anchor: Sendable, Hashable {
    /// What the machine said.
    public var date: Date
    /// What the system's clock said.
    public var realDate: Date
    /// How the machine moves.
    public var motion: Motion

    /// A machine's date, at a real date, and its motion.
    public init(date: Date, realDate: Date, motion: Motion) {
      self.date = date
      self.realDate = realDate
      self.motion = motion
    }
  }
}

// MARK: - Reading

extension TimeMachine {
  /// What time it is. A read of a stepping machine moves it.
  public var date: Date { now.date }

  /// What time it is, on the clock. A read of a stepping machine moves it.
  public var now: Instant {
    let real = real.elapsed()
    let (position, hasMoved) = state.withLock { state in
      let position = state.timeline.position(at: real)
      guard case .stepping(let step) = state.timeline.motion else { return (position, false) }
      state.timeline.travel(to: position.saturatingAdd(step), at: real)
      return (position, true)
    }
    if hasMoved { wakeWhoIsDue() }
    return Instant(position)
  }

  /// How time passes by itself.
  public var motion: Motion { state.withLock { $0.timeline.motion } }

  /// The machine's time, to be told elsewhere. It isn't a read that moves a stepping machine.
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
  /// Stops time where it is. Who sleeps sleeps on.
  public func freeze() { change(to: .frozen) }

  /// Lets time pass, at a rate, from where it is. Also changes the rate while time passes.
  public func resume(at rate: Rate = .realTime) { change(to: .ticking(rate: rate)) }

  /// Lets time pass by a step at each read, from where it is.
  public func step(by step: Duration) { change(to: .stepping(step)) }

  private func change(to motion: Motion) {
    let real = real.elapsed()
    state.withLock { $0.timeline.change(to: motion, at: real) }
    wakeWhoIsDue()
  }
}
