import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TimeMachine {
  /// A place on a time machine's timeline. It is a date, to the attosecond.
  public struct Instant: InstantProtocol, Sendable, Hashable, CustomStringConvertible {
    /// Since the reference date.
    let position: Duration

    init(_ position: Duration) { self.position = position.saturated }

    /// The instant of a date. One that is too far off, or not a number, is the nearest that there is.
    public init(_ date: Date) {
      self.init(Duration(saturatingSeconds: date.timeIntervalSinceReferenceDate))
    }

    /// The date.
    public var date: Date { Date(timeIntervalSinceReferenceDate: position.inSeconds) }

    /// The instant that is a duration later.
    public func advanced(by duration: Duration) -> Instant { Instant(position.saturatingAdd(duration)) }

    /// How long it is until another instant.
    public func duration(to other: Instant) -> Duration { other.position.saturatingSubtract(position) }

    /// Whether an instant is earlier.
    public static func < (a: Instant, b: Instant) -> Bool { a.position < b.position }

    /// The date, in UTC.
    public var description: String { "\(date)" }
  }
}
