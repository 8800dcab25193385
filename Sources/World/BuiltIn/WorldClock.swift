// SPDX-License-Identifier: MIT

/// A Swift `Clock` that measures a world's elapsed time.
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
/// Live, it is the `ContinuousClock`, which also runs while the computer sleeps. In a mock world, or any world that a time machine
/// controls, it shows that machine's time. It sleeps with ``World/World/sleep``.
///
/// **Thread-safety.** It is a value, and may be used anywhere.
public struct WorldClock: Clock, Identifiable {
  /// An instant on a world's clock. Instants of different worlds aren't comparable.
  public struct Instant: InstantProtocol {
    /// The time since the clock's origin, which differs from process to process.
    let elapsed: Duration

    /// Returns the instant that is a duration later.
    public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }

    /// Returns the duration to another instant.
    public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

    /// Returns whether one instant is earlier than another.
    public static func < (a: Instant, b: Instant) -> Bool { a.elapsed < b.elapsed }
  }

  /// The ID of the clock's source: a time machine, or the system. Clocks with the same ID show the same time.
  public let id: ObjectIdentifier
  let elapsed: @Sendable () -> Duration
  let pause: @Sendable (Duration) async throws -> Void

  /// The current instant.
  public var now: Instant { Instant(elapsed: elapsed()) }

  /// The smallest difference that the clock measures: a nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends the task until an instant. Returns at once if it has passed.
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

  /// The origin of the live clock.
  static let clockOrigin = ContinuousClock.now
}

/// A world's elapsed time, and the ID of its source: a time machine or the system.
package typealias ElapsedTime = (now: @Sendable () -> Duration, id: ObjectIdentifier)
