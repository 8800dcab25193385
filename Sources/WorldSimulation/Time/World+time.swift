import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension World {
  /// Makes a time machine drive this world's time: its `date` and its `sleep`.
  ///
  /// ```swift
  /// let time = TimeMachine(frozenAt: launchDay)
  /// Current.use(time)
  /// await time.advance(by: .seconds(60))
  /// ```
  ///
  /// The world's ``simulation`` then has the machine's date, so that child processes and other services have the same
  /// time.
  public mutating func use(_ time: TimeMachine) {
    date = { time.date }
    sleep = { try await time.sleep(for: $0) }
    self[TimeSource.self].driver = .machine(time)
  }

  /// This world, with a time machine that drives its time. See `use(_:)`.
  public func using(_ time: TimeMachine) -> World {
    var world = self
    world.use(time)
    return world
  }

  /// Makes an anchor drive this world's time. Dates are computed from what the world's real time is, or was before the
  /// first anchor.
  ///
  /// While the date is frozen, sleeps take their real time, because nothing else would end them.
  mutating func use(_ anchor: TimeMachine.Anchor) {
    let real = timeSource.real ?? TimeSource.Real(date: date, sleep: sleep)
    date = { anchor.date(at: real.date()).inWritableYears }
    sleep = real.sleep
    if case .ticking(let rate) = anchor.motion, rate != .realTime {
      // Longer sleeps take 31 million years, since a system clock can't wait for the farthest deadline.
      sleep = { duration in
        let seconds = min(max(duration, .zero).inSeconds / rate.factor, 1e15)
        try await real.sleep(Duration(saturatingSeconds: seconds))
      }
    }
    self[TimeSource.self] = TimeSource(driver: .anchor(anchor), real: real)
  }

  /// What drives this world's time.
  var timeSource: TimeSource { self[TimeSource.self] }
}

/// What drives a world's time, unless closures were assigned.
struct TimeSource: World.LiveService, World.HiddenService {
  enum Driver: Sendable {
    case machine(TimeMachine)
    case anchor(TimeMachine.Anchor)
  }

  /// A world's time before an anchor drove it.
  struct Real: Sendable {
    var date: @Sendable () -> Date
    var sleep: @Sendable (Duration) async throws -> Void
  }

  var driver: Driver?
  var real: Real?

  /// The anchor of what drives the world's time, now.
  var anchor: TimeMachine.Anchor? {
    switch driver {
    case .machine(let time): time.anchor
    case .anchor(let anchor): anchor
    case nil: nil
    }
  }

  static var live: TimeSource { TimeSource() }
  static var mock: TimeSource { TimeSource() }
}
