// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TimeMachine {
  /// How time passes by itself.
  public enum Motion: Sendable, Equatable {
    /// Time doesn't pass.
    case frozen
    /// Time passes with real time, at a rate.
    case ticking(rate: Rate)
    /// Time passes by a step at each read. The first read is before the first step.
    case stepping(Duration)

    /// The seconds that pass in one second of real time; 0 unless time ticks.
    public var rate: Double {
      if case .ticking(let rate) = self { rate.factor } else { 0 }
    }
  }

  /// The speed of a time machine's time, as a multiple of real time. At 60, an hour takes a minute.
  ///
  /// ```swift
  /// time.resume(rate: 60)
  /// let rate = TimeMachine.Rate(parsed)    // nil unless it is a rate
  /// ```
  ///
  /// A rate is a number from a billionth to a billion. To stop time, freeze it.
  public struct Rate: Sendable, Equatable {
    /// The seconds that pass in one second of real time.
    public let factor: Double

    /// The factors that are valid.
    public static let range: ClosedRange<Double> = 1e-9...1e9

    /// As fast as real time.
    public static let realTime: Rate = 1

    /// Creates a rate; `nil` if the factor is not in ``range``.
    public init?(_ factor: Double) {
      guard Rate.range.contains(factor) else { return nil }
      self.factor = factor
    }
  }

  /// A machine's date at a real date, and its motion. With it, another process has the same time.
  ///
  /// ```swift
  /// World.Simulation(date: time.anchor)
  /// World.Simulation(date: .frozen(at: leapDay))
  /// World.Simulation(date: .ticking(from: leapDay, rate: 60, since: startOfDemo))
  /// ```
  ///
  /// Equal anchors have equal times, wherever they are read: in a parent and its child process, or in all services behind one
  /// request.
  public struct Anchor: Sendable, Equatable, Codable {
    /// The machine's date.
    public var date: Date
    /// The system clock's date.
    public var realDate: Date
    /// How the machine moves.
    public var motion: Motion

    /// Creates an anchor of a machine's date at a real date, and its motion.
    public init(date: Date, realDate: Date, motion: Motion) {
      self.date = date
      self.realDate = realDate
      self.motion = motion
    }

    /// Returns the anchor of a date that doesn't move.
    public static func frozen(at date: Date) -> Anchor {
      Anchor(date: date, realDate: date, motion: .frozen)
    }

    /// Returns the anchor of a date that moves with real time, at a rate.
    ///
    /// - Parameters:
    ///   - date: The date at the real date.
    ///   - rate: The seconds that pass in one second of real time.
    ///   - realDate: The real date.
    public static func ticking(from date: Date, rate: Rate = .realTime, since realDate: Date) -> Anchor {
      Anchor(date: date, realDate: realDate, motion: .ticking(rate: rate))
    }

    /// Returns the date at a real date; for a stepping machine, the date before the first step.
    ///
    /// ```swift
    /// let anchor = TimeMachine.Anchor.ticking(from: leapDay, rate: 60, since: noon)
    /// anchor.date(at: noon + 1) == leapDay + 60
    /// ```
    public func date(at real: Date) -> Date { instant(at: real).date }

    func instant(at real: Date) -> Instant {
      guard case .ticking(let rate) = motion else { return Instant(date) }
      let elapsed = Instant(realDate).duration(to: Instant(real))
      return Instant(date).advanced(by: elapsed.scaled(by: rate.factor))
    }
  }
}

extension TimeMachine.Rate: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Creates a rate from a literal.
  ///
  /// - Precondition: It is from 1e-9 to 1e9. To stop time, freeze it.
  public init(floatLiteral factor: Double) {
    guard let rate = TimeMachine.Rate(factor) else {
      preconditionFailure("\(factor) is not a rate from 1e-9 to 1e9; to stop time, freeze it: time.freeze()")
    }
    self = rate
  }

  /// Creates a rate from a literal.
  ///
  /// - Precondition: It is from 1e-9 to 1e9. To stop time, freeze it.
  public init(integerLiteral factor: Int) { self.init(floatLiteral: Double(factor)) }
}

// MARK: - Descriptions

extension TimeMachine.Rate: CustomStringConvertible {
  /// The factor and an x: `60x`, `0.5x`.
  public var description: String { Int(exactly: factor).map { "\($0)x" } ?? "\(factor)x" }
}

extension TimeMachine.Motion: CustomStringConvertible {
  /// `frozen`, `ticking at 60x`, `stepping by 1.0 seconds`
  public var description: String {
    switch self {
    case .frozen: "frozen"
    case .ticking(let rate): "ticking at \(rate)"
    case .stepping(let step): "stepping by \(step)"
    }
  }
}

extension TimeMachine.Anchor: CustomStringConvertible {
  /// `2024-02-29T23:59:59Z, ticking at 60x since 2026-11-21T09:30:00Z`
  public var description: String {
    "\(date.iso8601), \(motion)" + (motion.rate == 0 ? "" : " since \(realDate.iso8601)")
  }
}

// MARK: - Codable

extension TimeMachine.Rate: Codable {
  /// Encodes the factor.
  public func encode(to encoder: any Encoder) throws { try factor.encode(to: encoder) }

  /// Decodes a factor. Throws a `DecodingError` if it isn't a rate.
  public init(from decoder: any Decoder) throws {
    let factor = try Double(from: decoder)
    guard let rate = TimeMachine.Rate(factor) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(factor) is not a rate"))
    }
    self = rate
  }
}

extension TimeMachine.Motion: Codable {
  private enum CodingKeys: CodingKey { case rate, step }

  /// Encodes `{"rate": 60}`, where 0 is frozen, or `{"step": …}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if case .stepping(let step) = self {
      try container.encode(step, forKey: .step)
    } else {
      try container.encode(rate, forKey: .rate)
    }
  }

  /// Decodes either form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let step = try container.decodeIfPresent(Duration.self, forKey: .step) {
      self = .stepping(step)
    } else if try container.decode(Double.self, forKey: .rate) == 0 {
      self = .frozen
    } else {
      self = .ticking(rate: try container.decode(TimeMachine.Rate.self, forKey: .rate))
    }
  }
}
