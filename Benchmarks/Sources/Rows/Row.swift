/// What was measured.
public struct Figure: Sendable {
  /// See `Row.Measure`.
  public var ratio: Double
  /// Of one operation; of two threads, until both have done one.
  public var nanoseconds: Double

  /// A figure.
  public init(ratio: Double, nanoseconds: Double) {
    self.ratio = ratio
    self.nanoseconds = nanoseconds
  }
}

/// One row of the table: what is measured, and how good it has to be.
public struct Row: Sendable {
  /// What a round measures.
  public enum Measure: Sendable {
    /// How long one operation takes, as a multiple of the baseline's.
    case time
    /// How much two threads get done together, as a multiple of what one does.
    case throughput
  }

  /// What is measured, and against what.
  public let name: String
  /// What a round measures.
  public let measure: Measure
  /// The most time it may take, or the least throughput it must have; `nil` where there is no bar.
  public let bar: Double?
  /// Sets the worlds up, once, before the first round.
  public let prepare: @Sendable () -> Void
  /// Measures subject and baseline, one directly after the other.
  public let round: @Sendable () async -> Figure

  init(
    _ name: String, _ measure: Measure = .time, bar: Double? = nil,
    prepare: @escaping @Sendable () -> Void = {}, round: @escaping @Sendable () async -> Figure
  ) {
    self.name = name
    self.measure = measure
    self.bar = bar
    self.prepare = prepare
    self.round = round
  }

  /// What an unsafe read that captures counts as at least, in nanoseconds. Most of it is counting a reference, which takes 12
  /// to 25 ns on the machines that the bars were set on, and less than half on others, where nothing else is faster.
  static let capturingRead = 12.0

  /// Whether a figure is within the bar.
  public func isMet(by figure: Double) -> Bool {
    guard let bar else { return true }
    return measure == .time ? figure <= bar : figure >= bar
  }

  /// The median of some rounds.
  public func median(rounds: Int) async -> Figure {
    var figures: [Figure] = []
    for _ in 0..<rounds { figures.append(await round()) }
    return figures.sorted { $0.ratio < $1.ratio }[rounds / 2]
  }
}
