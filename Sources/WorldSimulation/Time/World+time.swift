// SPDX-License-Identifier: MIT

import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension World {
  /// Lets a time machine control this world's `date`, `sleep` and `clock`.
  ///
  /// ```swift
  /// let time = TimeMachine(frozenAt: launchDay)
  /// Current.use(time)
  /// await time.advance(by: .seconds(60))
  /// ```
  ///
  /// The world's ``simulation`` then has the machine's date, for child processes and other services.
  public mutating func use(_ time: TimeMachine) {
    follow(time)
    self[TimeSource.self].driver = .machine(time)
  }

  /// Lets a time machine control this world's time as in a mock world, without a date in the ``simulation``.
  package mutating func useAsMock(_ time: TimeMachine) {
    follow(time)
    self[TimeSource.self] = TimeSource(mock: time)
  }

  private mutating func follow(_ time: TimeMachine) {
    simulate {
      $0.date = { time.date }
      $0.sleep = { try await time.sleep(for: $0) }
      $0.elapsed = ({ time.now.position }, ObjectIdentifier(time))
    }
  }

  /// The time machine that controls this world's time: from ``use(_:)-(TimeMachine)``, or the mock world's own.
  ///
  /// ```swift
  /// await Current.time.advance(by: .seconds(30))
  /// ```
  ///
  /// A live world has none, even if its date is simulated. Each read is then reported, and returns a time machine that doesn't
  /// control the world.
  public var time: TimeMachine {
    if let time = timeSource.machine { return time }
    IssueReporter.report(
      "This world has no time machine, because its time is real or simulated; what is done with Current.time moves nothing in it",
      fixes: [
        World.Issue.fixInTest,
        "give the world a time machine: Current.use(TimeMachine(frozenAt: date))",
      ], isAtCaller: true)
    return TimeMachine(offsetBy: .zero)
  }

  /// Whether this is a mock world, or a changed copy of one.
  package var isMock: Bool { timeSource.mock != nil }

  /// Records that a test enters this mock world.
  ///
  /// - Returns: The test that entered it first, if it is another one.
  package func enterMock(for test: any AnyTestRun) -> (any AnyTestRun)? {
    let first = timeSource.mock?.firstTest.withLock { first in
      first = first ?? test
      return first
    }
    return first === test ? nil : first
  }

  /// Whether a time machine controls this world's time.
  package var hasTimeMachine: Bool { timeSource.machine != nil }

  /// Returns this world with a time machine that controls its time. See `use(_:)`.
  public func using(_ time: TimeMachine) -> World {
    var world = self
    world.use(time)
    return world
  }

  /// Lets an anchor control this world's time. Dates are computed from the world's time before its first anchor.
  ///
  /// While the date is frozen, sleeps take their real time, because nothing else would end them.
  mutating func use(_ anchor: TimeMachine.Anchor) {
    let source = timeSource
    let real = source.real ?? TimeSource.Real(date: date, sleep: sleep, elapsed: elapsed)
    date = { anchor.date(at: real.date()).inWritableYears }
    sleep = real.sleep
    elapsed = real.elapsed
    if case .ticking(let rate) = anchor.motion, rate != .realTime {
      elapsed.now = { real.elapsed.now().scaled(by: rate.factor) }
      // Limited to 31 million years, since a system clock can't wait for the farthest deadline.
      sleep = { duration in
        let seconds = min(max(duration, .zero).inSeconds / rate.factor, 1e15)
        try await real.sleep(Duration(saturatingSeconds: seconds))
      }
    }
    self[TimeSource.self] = TimeSource(driver: .anchor(anchor), real: real, mock: source.mock)
  }

  /// The source of this world's time.
  var timeSource: TimeSource { self[TimeSource.self] }
}

/// The source of a world's time, unless closures were assigned.
struct TimeSource: World.LiveService, World.HiddenService {
  enum Driver: Sendable {
    case machine(TimeMachine)
    case anchor(TimeMachine.Anchor)
  }

  /// A world's time before its first anchor.
  struct Real: Sendable {
    var date: @Sendable () -> Date
    var sleep: @Sendable (Duration) async throws -> Void
    var elapsed: ElapsedTime
  }

  var driver: Driver?
  var real: Real?
  /// The time machine of a mock world.
  var mock: TimeMachine?

  var machine: TimeMachine? {
    if case .machine(let time) = driver { time } else { mock }
  }

  /// The anchor of the world's time, now.
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
