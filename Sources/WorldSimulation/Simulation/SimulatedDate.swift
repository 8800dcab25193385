import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A date, and how it moves.
///
/// A date that moves says where it was at an instant of real time, its anchor. So whoever has the same value has
/// the same time, whenever it came to them: parent and child process, or all services behind one request.
///
/// Dates are kept to the millisecond, and from the year 1 to 9999; a date that moves stops there.
public struct SimulatedDate: Sendable, Equatable {
  /// How a date moves.
  public enum Motion: Sendable, Equatable {
    /// It stands still.
    case frozen
    /// It was the date's start at the anchor, an instant of real time, and runs `rate` times as fast as that.
    case running(rate: Double, since: Date)
  }

  /// The date itself; of one that moves, the date at the anchor.
  public let start: Date
  /// How it moves.
  public let motion: Motion

  /// How fast a date may run.
  public static let rates: ClosedRange<Double> = 0.001...1_000_000

  private init(start: Date, motion: Motion) {
    self.start = start.inMilliseconds
    self.motion = motion
  }

  /// A date that stands still.
  public static func frozen(at date: Date) -> SimulatedDate {
    SimulatedDate(start: date, motion: .frozen)
  }

  /// A date that runs as real time does, or faster, or slower.
  ///
  /// - Parameters:
  ///   - start: The date at the anchor.
  ///   - rate: How many seconds pass in one of real time; it is brought into ``rates``.
  ///   - anchor: An instant of real time.
  public static func running(from start: Date, rate: Double = 1, since anchor: Date) -> SimulatedDate {
    // Not a number is brought to one.
    let rate = rate.isNaN ? 1 : min(max(rate, rates.lowerBound), rates.upperBound)
    return SimulatedDate(start: start, motion: .running(rate: rate, since: anchor.inMilliseconds))
  }

  /// How many seconds pass in one of real time.
  public var rate: Double {
    switch motion {
    case .frozen: 0
    case .running(let rate, _): rate
    }
  }

  /// The date at an instant of real time.
  ///
  /// ```swift
  /// let date = SimulatedDate.running(from: leapDay, rate: 60, since: noon)
  /// date.date(at: noon.addingTimeInterval(1)) == leapDay.addingTimeInterval(60)
  /// ```
  public func date(at real: Date) -> Date {
    switch motion {
    case .frozen: start
    case .running(let rate, let anchor):
      start.addingTimeInterval(real.timeIntervalSince(anchor) * rate).inWritableYears
    }
  }
}

// MARK: - Time machines

extension SimulatedDate {
  /// The time of a time machine, so that it can travel to a child process or to another service; `nil` for one that
  /// moves by steps, or faster or slower than ``rates`` allow.
  ///
  /// ```swift
  /// Simulation(date: SimulatedDate(time.anchor)).environment()
  /// ```
  public init?(_ anchor: TimeMachine.Anchor) {
    switch anchor.motion {
    case .frozen: self = .frozen(at: anchor.date)
    case .ticking(let rate):
      guard SimulatedDate.rates.contains(rate.factor) else { return nil }
      self = .running(from: anchor.date, rate: rate.factor, since: anchor.realDate)
    case .stepping: return nil
    }
  }

  /// What a time machine needs to be told to have this time: `TimeMachine(date.anchor)`.
  public var anchor: TimeMachine.Anchor {
    switch motion {
    case .frozen: .init(date: start, realDate: start, motion: .frozen)
    case .running(let rate, let anchor):
      .init(date: start, realDate: anchor, motion: .ticking(rate: TimeMachine.Rate(rate) ?? .realTime))
    }
  }
}

extension Date {
  /// The first and the last millisecond that ISO 8601 can write with four digits of a year, in UTC.
  static let writable =
    Date(
      timeIntervalSinceReferenceDate: -63_114_076_800)...Date(
      timeIntervalSinceReferenceDate: 252_423_993_599.999)

  /// The date, or the nearest that can be written.
  var inWritableYears: Date { min(max(self, Date.writable.lowerBound), Date.writable.upperBound) }

  /// The nearest date that is whole in milliseconds and can be written.
  package var inMilliseconds: Date {
    let seconds = inWritableYears.timeIntervalSinceReferenceDate
    return Date(timeIntervalSinceReferenceDate: (seconds * 1_000).rounded() / 1_000)
  }

  /// The date as ISO 8601 writes it, in UTC; with milliseconds where there are any.
  var iso8601: String {
    let milliseconds = (timeIntervalSinceReferenceDate * 1_000).rounded()
    let style = Date.ISO8601FormatStyle(
      includingFractionalSeconds: milliseconds.truncatingRemainder(dividingBy: 1_000) != 0)
    // Foundation rounds down, and few milliseconds can be represented exactly.
    return Date(timeIntervalSinceReferenceDate: (milliseconds + 0.25) / 1_000).formatted(style)
  }
}
