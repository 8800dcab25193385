import Foundation
import Rows

/// The short form of the benchmarks: fails when a plain read costs more than the bar (the first argument, if any)
/// times an unsafe one, or when a read allocates.
@main
enum Check {
  static func main() async {
    let bar = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 1.5
    var findings = Allocations.findings()
    for row in Row.plainReads { findings.append(await finding(row, bar: bar)) }
    for finding in findings { print(finding.isGood ? "ok    " : "FAILED", finding.text) }
    exit(findings.allSatisfy(\.isGood) ? 0 : 1)
  }

  private static func finding(_ row: Row, bar: Double) async -> Finding {
    row.prepare()
    // The best of several medians: what else the machine is doing mostly makes them worse.
    var best = Double.infinity
    for _ in 0..<7 { best = min(best, await row.median(rounds: 31)) }
    let shown = (best * 1_000).rounded() / 1_000
    return Finding(text: "\(row.name): \(shown) x an unsafe global, at most \(bar)", isGood: best <= bar)
  }
}

struct Finding {
  let text: String
  let isGood: Bool
}
