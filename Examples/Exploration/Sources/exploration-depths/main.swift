import Foundation
import World
import WorldTesting

// Measures the runs until bugs of some depth are found, and until all outcomes of a program are seen.
//
//   swift run exploration-depths            the medians of 20 seeds, in a few seconds
//   swift run exploration-depths --check    exits with 1 if a median is above its maximum here

actor Log {
  private(set) var events: [String] = []
  func note(_ event: String) { events.append(event) }
}

struct NotInThisOrder: Error {}

/// Tasks x, y and z of four steps each, which fail if some steps are in a certain order.
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

/// The depth is the number of tasks that, in a simplest failing order, go on before others that they could follow. In the last
/// two, that is after the end of a third task.
let bugs: [(depth: String, order: [String], most: Int)] = [
  ("1", ["z1", "x1"], 4), ("2", ["x2", "z2", "x3"], 12), ("3", ["x1", "y1", "z1", "y2", "x2"], 50),
  ("4", ["z2", "x1", "y2", "z3", "x3"], 110), ("3 at the end", ["y4", "z1", "x2", "z2", "x3"], 150),
  ("4 at the end", ["z4", "x2", "y2", "x3", "y3"], 150),
]

var isGood = true
for bug in bugs {
  var found: [Int] = []
  var switches: [Int] = []
  for seed in 0..<20 as Range<UInt64> {
    let report = await World.Exploration(runs: 5_000, varying: .schedule, seed: seed).run(body(bug.order))
    found.append(report.failedAt ?? 5_000)
    // The description has a line for each switch, unless there is only one.
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
  /// The run that saw the last new outcome.
  private(set) var lastNew = 0

  func note(_ outcome: [String]) {
    lock.withLock {
      runs += 1
      if events.insert(outcome).inserted { lastNew = runs }
    }
  }

  var count: Int { lock.withLock { events.count } }
}

actor Caller {
  func call(_ log: Log, _ name: String) async { for number in 1...3 { await log.note("\(name)\(number)") } }
}

/// Two tasks with three calls of one actor, and the maximum number of runs until all 20 outcomes are seen.
let ways: [(name: String, most: Int, body: @Sendable (Log) async -> Void)] = [
  (
    "withDiscardingTaskGroup", 120,
    { log in
      await withDiscardingTaskGroup { group in
        for name in ["x", "y"] {
          group.addTask { for number in 1...3 { await log.note("\(name)\(number)") } }
        }
      }
    }
  ),
  (
    "withTaskGroup", 120,
    { log in
      await withTaskGroup(of: Void.self) { group in
        for name in ["x", "y"] {
          group.addTask { for number in 1...3 { await log.note("\(name)\(number)") } }
        }
      }
    }
  ),
  (
    "actors of their own", 130,
    { log in
      async let first: Void = Caller().call(log, "x")
      async let second: Void = Caller().call(log, "y")
      _ = await (first, second)
    }
  ),
]
for way in ways {
  var needed: [Int] = []
  for seed in 0..<20 as Range<UInt64> {
    let seen = Seen()
    _ = await World.Exploration(runs: 600, varying: .schedule, seed: seed).run {
      let log = Log()
      await way.body(log)
      seen.note(await log.events)
    }
    if seen.count < 20 { isGood = false }
    needed.append(seen.lastNew)
  }
  isGood = isGood && median(needed) <= way.most
  print(
    "20 outcomes of two tasks with three calls of one actor, by \(way.name): all seen after \(median(needed)) runs"
  )
}
exit(CommandLine.arguments.contains("--check") && !isGood ? 1 : 0)
