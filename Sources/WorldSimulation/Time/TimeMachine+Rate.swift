import World

extension TimeMachine {
  /// How much faster than real time a time machine's time passes: 60 makes an hour a minute.
  ///
  /// ```swift
  /// time.resume(at: 60)
  /// let rate = TimeMachine.Rate(parsed)    // nil unless it is a rate
  /// ```
  ///
  /// A rate is a positive number from a billionth to a billion. So zero (which is frozen time), negative, infinite
  /// numbers and those that are none can't be in it.
  public struct Rate: Sendable, Hashable, CustomStringConvertible {
    /// How many seconds pass in one of real time.
    public let factor: Double

    /// The rates that there are.
    public static let range: ClosedRange<Double> = 1e-9...1e9

    /// As fast as real time.
    public static let realTime: Rate = 1

    /// A rate; `nil` if it is out of ``range`` or not a number.
    public init?(_ factor: Double) {
      guard Rate.range.contains(factor) else { return nil }
      self.factor = factor
    }

    /// The factor and an x, such as `60.0x`.
    public var description: String { "\(factor)x" }
  }
}

extension TimeMachine.Rate: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A rate that is written in the source. One that isn't a rate is an issue, and real time.
  public init(floatLiteral factor: Double) {
    if !TimeMachine.Rate.range.contains(factor) {
      IssueReporter.report(
        "\(factor) is no rate for time to pass at, and real time stands in",
        fixes: ["give a rate from 1e-9 to 1e9", "to stop time, freeze it: time.freeze()"])
    }
    self = TimeMachine.Rate(factor) ?? .realTime
  }

  /// A rate that is written in the source. One that isn't a rate is an issue, and real time.
  public init(integerLiteral factor: Int) { self.init(floatLiteral: Double(factor)) }
}
