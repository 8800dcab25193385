/// A world's elapsed time, as a Swift `Clock`: what durations are measured with.
///
/// ```swift
/// let start = Current.clock.now
/// try await upload()
/// let duration = start.duration(to: Current.clock.now)
///
/// let elapsed = try await Current.clock.measure { try await upload() }
/// ```
///
/// The difference of two dates isn't a duration, because the system's clock may be set forward or back. This clock can't.
///
/// Live, it is the `ContinuousClock`, and counts while the computer sleeps. In a mock world, and wherever a time machine
/// drives the world, it is that machine's time. It sleeps by the world's ``World/World/sleep``.
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

  /// What the clock measures: a time machine, or the system's time. Clocks of one ID have the same time.
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
  /// It follows what drives ``sleep``: a time machine, or a simulation. To replace it, let a time machine drive the world:
  /// `use(_:)` of the module `WorldSimulation`.
  public var clock: WorldClock { WorldClock(id: elapsed.id, elapsed: elapsed.now, pause: sleep) }
}

/// A world's elapsed time.
package struct ElapsedTime: Sendable {
  package var now: @Sendable () -> Duration
  /// What measures it.
  package var id: ObjectIdentifier

  package init(now: @escaping @Sendable () -> Duration, id: ObjectIdentifier) {
    (self.now, self.id) = (now, id)
  }

  private static let origin = ContinuousClock.now

  package static let live = ElapsedTime(
    now: { origin.duration(to: .now) }, id: ObjectIdentifier(ContinuousClock.self))
}
