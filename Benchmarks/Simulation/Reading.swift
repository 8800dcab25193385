import Foundation
import World
import WorldSimulation

/// Measures how long a server takes to read a request's simulation: thread time in microseconds, the median of 31 rounds.
@main
enum Reading {
  private static let members = [
    "world.timezone=Asia/Tokyo", "world.date=2024-02-29T23:59:59Z", "world.clock=60x@2026-11-21T09:30:00Z",
    "world.seed=42",
  ].joined(separator: ",")

  static func main() throws {
    let start = microseconds()
    try read("world.locale=fr_FR," + members)
    let first = microseconds() - start
    let rows: [(name: String, cost: Double)] = [
      ("read(headers:), the first request", first),
      ("read(headers:), a later request", try cost { try read("world.locale=fr_FR," + members) }),
      ("  the parse alone: without a locale, so without Foundation's names", try cost { try read(members) }),
      ("  a request without a simulation", try cost { try read("userId=alice,serverNode=DF%2028") }),
      ("withWorld and a date", cost { withWorld(.live) { _ = Current.date() } }),
    ]
    for row in rows { print(row.name, String(format: "%.1f us", row.cost), separator: ": ") }
    let bar = 20.0
    if rows[1].cost > bar {
      print("a later request costs more than \(bar) us")
      exit(1)
    }
  }

  private static func read(_ baggage: String) throws {
    _ = try World.Simulation.read(headers: ["baggage": baggage, "host": "example.com"]) { _ in true }
  }

  private static func cost(_ operation: () throws -> Void) rethrows -> Double {
    let count = 200
    var rounds: [Double] = []
    for _ in 0..<31 {
      let start = microseconds()
      for _ in 0..<count { try operation() }
      rounds.append((microseconds() - start) / Double(count))
    }
    return rounds.sorted()[15]
  }

  /// The thread's own time, without the time of other processes.
  private static func microseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
