import Benchmark
import Rows

/// Every row, each measured in a process of its own, a round an iteration. The metrics are whole numbers, hence
/// thousandths.
let benchmarks: @Sendable () -> Void = {
  for (index, row) in Row.all.enumerated() {
    let metric = row.measure.metric
    let configuration = Benchmark.Configuration(
      metrics: [metric], units: [metric: .count], warmupIterations: 5, maxDuration: .seconds(5),
      maxIterations: 300, setup: { row.prepare() })
    Benchmark(name(of: row, at: index), configuration: configuration) { benchmark in
      benchmark.measurement(metric, Int((await row.round() * 1_000).rounded()))
    }
  }
}

/// Numbered, because the rows are sorted by name, and with the bar, because there is no other place for it.
private func name(of row: Row, at index: Int) -> String {
  let number = index < 9 ? "0\(index + 1)" : "\(index + 1)"
  guard let bar = row.bar else { return "\(number) \(row.name)" }
  return "\(number) \(row.name) [\(row.measure == .time ? "<=" : ">=") \(bar)]"
}

extension Row.Measure {
  fileprivate var metric: BenchmarkMetric {
    switch self {
    case .time: .custom("Time / the baseline's (x 1000)", polarity: .prefersSmaller)
    case .throughput: .custom("Throughput of two threads / one's (x 1000)", polarity: .prefersLarger)
    }
  }
}
