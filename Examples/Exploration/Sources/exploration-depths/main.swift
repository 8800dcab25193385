import Foundation
import World
import WorldTesting

// Measures after how many runs bugs of some depth are found, and all outcomes of a program were seen.
//
//   swift run exploration-depths            the medians of 20 seeds, in some seconds
//   swift run exploration-depths --check    exits with 1 if one is above what is given here

actor Log {
  private(set) var events: [String] = []
  func note(_ event: String) { events.append(event) }
}

struct NotInThisOrder: Error {}

/// Tasks x, y and z of four steps, that fail if some steps are in an order.
func body(_ order: [String]) -> @Sendable () async throws -> Void {
  {
    let log = Log()
    await withDiscardingTaskGroup { group in
      for name in ["x", "y", "z"] {
        group.addTask {
          for number in 1...4 { await log.note("\(name)\(number)") }
        }
      }
    }
    let events = await log.events
    let places = order.compactMap { events.firstIndex(of: $0) }
    if places == places.sorted() { throw NotInThisOrder() }
  }
}

func median(_ numbers: [Int]) -> Int { numbers.sorted()[numbers.count / 2] }

/// A depth is how many tasks go on, in a simplest such order, before others that they could follow.
let bugs: [(depth: Int, order: [String], most: Int)] = [
  (1, ["z1", "x1"], 4), (2, ["x2", "z2", "x3"], 8), (3, ["x1", "y1", "z1", "y2", "x2"], 40),
  (4, ["z2", "x1", "y2", "z3", "x3"], 60),
]

var isGood = true
for bug in bugs {
  var found: [Int] = []
  var switches: [Int] = []
  for seed in 0..<20 as Range<UInt64> {
    let report = await World.Exploration(runs: 5_000, varying: .schedule, seed: seed).run(body(bug.order))
    found.append(report.failedAt ?? 5_000)
    // A line for each, unless there is but one.
    let lines = report.description.split(separator: "\n").count { $0.hasPrefix("- step") }
    switches.append(max(lines, 1))
  }
  isGood = isGood && median(found) <= bug.most
  print(
    "depth \(bug.depth): found at run \(median(found)), the last of 20 seeds at \(found.max() ?? 0); "
      + "shrunk to \(median(switches)) switches, at most \(switches.max() ?? 0)")
}

final class Seen: @unchecked Sendable {
  // Guarded by the lock.
  private var events: Set<[String]> = []
  private let lock = NSLock()
  private var runs = 0
  /// The run that saw the last outcome that is new.
  private(set) var lastNew = 0

  func note(_ outcome: [String]) {
    lock.withLock {
      runs += 1
      if events.insert(outcome).inserted { lastNew = runs }
    }
  }

  var count: Int { lock.withLock { events.count } }
}

var needed: [Int] = []
var orderCount = 0
for seed in 0..<20 as Range<UInt64> {
  let seen = Seen()
  let report = await World.Exploration(runs: 5_000, varying: .schedule, seed: seed).run {
    let log = Log()
    await withDiscardingTaskGroup { group in
      for name in ["x", "y"] {
        group.addTask {
          for number in 1...3 { await log.note("\(name)\(number)") }
        }
      }
    }
    seen.note(await log.events)
  }
  if seen.count < 20 || !report.hasRunAllOrders { isGood = false }
  orderCount = report.orderCount
  needed.append(seen.lastNew)
}
isGood = isGood && median(needed) <= 40
print(
  "20 outcomes of two tasks with three calls of one actor, in \(orderCount) orders: all seen after \(median(needed)) runs"
)
exit(CommandLine.arguments.contains("--check") && !isGood ? 1 : 0)
