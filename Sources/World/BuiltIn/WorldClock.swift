// SPDX-License-Identifier: MIT

/// A world's elapsed time, as a Swift `Clock`, to measure durations.
///
/// ```swift
/// let start = Current.clock.now
/// try await upload()
/// let duration = start.duration(to: Current.clock.now)
///
/// let elapsed = try await Current.clock.measure { try await upload() }
/// ```
///
/// Unlike the system's date, it is never set forward or back.
///
/// Live, it is the `ContinuousClock`, and counts while the computer sleeps. In a mock world, and wherever a time machine
/// controls the world, it is that machine's time. It sleeps by ``World/World/sleep``.
///
/// **Thread-safety.** It is a value, and may be used anywhere.
public struct WorldClock: Clock, Identifiable {
  /// A moment of a world's elapsed time. Moments of different worlds aren't comparable.
  public struct Instant: InstantProtocol {
    /// The time since the clock's origin, which differs from process to process.
    let elapsed: Duration

    /// The moment that is a duration later.
    public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }

    /// How long it is to another moment.
    public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

    /// Whether one moment is earlier than another.
    public static func < (a: Instant, b: Instant) -> Bool { a.elapsed < b.elapsed }
  }

  /// The source of the time: a time machine, or the system. Clocks of one ID have the same time.
  public let id: ObjectIdentifier
  let elapsed: @Sendable () -> Duration
  let pause: @Sendable (Duration) async throws -> Void

  /// The present moment.
  public var now: Instant { Instant(elapsed: elapsed()) }

  /// The smallest difference that the clock measures: a nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends the task until an instant. Returns at once if it is over.
  ///
  /// - Parameters:
  ///   - deadline: The instant.
  ///   - tolerance: Not used.
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await pause(now.duration(to: deadline))
  }
}

extension World {
  /// The world's elapsed time, for measuring durations. See ``WorldClock``.
  ///
  /// ```swift
  /// let elapsed = Current.clock.measure { work() }
  /// ```
  ///
  /// To replace it, let a time machine control the world: `use(_:)` of the module `WorldSimulation`.
  public var clock: WorldClock { WorldClock(id: elapsed.id, elapsed: elapsed.now, pause: sleep) }

  /// Where the live clock begins.
  static let clockOrigin = ContinuousClock.now
}

/// A world's elapsed time, and the machine or system that it is of.
package typealias ElapsedTime = (now: @Sendable () -> Duration, id: ObjectIdentifier)
