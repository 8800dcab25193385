/// A measurement.
public struct Figure: Sendable {
  /// The ratio to the baseline; see `Row.Measure`.
  public var ratio: Double
  /// The duration of one operation; with two threads, until both have done one.
  public var nanoseconds: Double

  /// Creates a figure.
  public init(ratio: Double, nanoseconds: Double) {
    self.ratio = ratio
    self.nanoseconds = nanoseconds
  }
}

/// A row of the table: a measurement, and its bar.
public struct Row: Sendable {
  /// The quantity that a round measures.
  public enum Measure: Sendable {
    /// The duration of one operation, as a multiple of the baseline's.
    case time
    /// The throughput of two threads, as a multiple of one thread's.
    case throughput
  }

  /// The names of the subject and its baseline.
  public let name: String
  /// The quantity that a round measures.
  public let measure: Measure
  /// The maximum time or the minimum throughput; `nil` if there is no bar.
  public let bar: Double?
  /// Sets up the worlds, once before the first round.
  public let prepare: @Sendable () -> Void
  /// Measures the subject and the baseline, one directly after the other.
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

  /// The minimum that counts for an unsafe read with a capturing closure, in nanoseconds. Reference counting dominates it: 12 to
  /// 25 ns on the machines on which the bars were set, and less than half on others, where nothing else is faster.
  static let capturingRead = 12.0

  /// Whether a figure is within the bar.
  public func isMet(by figure: Double) -> Bool {
    guard let bar else { return true }
    return measure == .time ? figure <= bar : figure >= bar
  }

  /// Returns the median of rounds.
  public func median(rounds: Int) async -> Figure {
    var figures: [Figure] = []
    for _ in 0..<rounds { figures.append(await round()) }
    return figures.sorted { $0.ratio < $1.ratio }[rounds / 2]
  }
}
