// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TimeMachine {
  /// A point on a time machine's timeline: a date, to the attosecond.
  public struct Instant: InstantProtocol, Sendable, Hashable, CustomStringConvertible {
    /// The time since the reference date.
    let position: Duration

    init(_ position: Duration) { self.position = position.saturated }

    /// Creates the instant of a date, or the nearest one if the date is out of range or not a number.
    public init(_ date: Date) {
      self.init(Duration(saturatingSeconds: date.timeIntervalSinceReferenceDate))
    }

    /// The date.
    public var date: Date { Date(timeIntervalSinceReferenceDate: position.inSeconds) }

    /// Returns the instant that is a duration later.
    public func advanced(by duration: Duration) -> Instant { Instant(position.saturatingAdd(duration)) }

    /// Returns the duration until another instant.
    public func duration(to other: Instant) -> Duration { other.position.saturatingSubtract(position) }

    /// Returns whether the first instant is earlier.
    public static func < (a: Instant, b: Instant) -> Bool { a.position < b.position }

    /// The date, in UTC.
    public var description: String { "\(date)" }
  }
}

/// Arithmetic that never overflows: the result is limited to about 292 billion years. Two such durations can be added without a
/// check.
extension Duration {
  static let farthest = Duration(secondsComponent: .max, attosecondsComponent: 0)

  /// This duration, or the farthest one in its direction.
  @inline(never)
  var saturated: Duration { min(max(self, .zero - .farthest), .farthest) }

  /// Creates a duration of seconds, to the attosecond. NaN becomes zero.
  @inline(never)
  init(saturatingSeconds seconds: Double) {
    let whole = seconds.rounded(.towardZero)
    guard whole > -0x1p63, whole < 0x1p63 else {
      self = seconds.isNaN ? .zero : seconds < 0 ? .zero - .farthest : .farthest
      return
    }
    // Converted separately, so that the fraction keeps all its digits.
    let attoseconds = ((seconds - whole) * 1e18).rounded()
    self = Duration(secondsComponent: Int64(whole), attosecondsComponent: Int64(attoseconds)).saturated
  }

  @inline(never)
  package var inSeconds: Double {
    let (seconds, attoseconds) = saturated.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  @inline(never)
  func saturatingAdd(_ other: Duration) -> Duration { (saturated + other.saturated).saturated }

  @inline(never)
  func saturatingSubtract(_ other: Duration) -> Duration { (saturated - other.saturated).saturated }
}

extension Duration {
  /// In seconds, without a fraction if there is none.
  package var inPlainSeconds: String {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds <= 0 { return (self / .seconds(1)).plain }
    // A quotient may have more digits: 40370.479999999996.
    var digits = "\(attoseconds)"
    digits = String(repeating: "0", count: 18 - digits.count) + digits
    return "\(seconds)." + digits.prefix(through: digits.lastIndex { $0 != "0" } ?? digits.startIndex)
  }

  /// The same, rounded up, so that `.seconds(…)` isn't shorter than this duration.
  package var inSecondsToType: String {
    let nearest = self / .seconds(1)
    return (Duration.seconds(nearest) < self ? nearest.nextUp : nearest).plain
  }
}

extension Double {
  fileprivate var plain: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
