import Foundation
import KnownBugs
import World
import WorldMocks
import WorldTesting

// Prints what exploration finds in programs with known bugs.
//
//   swift run exploration-table            some minutes
//   swift run exploration-table 1000       with fewer runs of the repaired programs, and fewer plain runs, seeds and replays
//   swift run exploration-table 1000 10    the same, with ten seeds per program
//   swift run exploration-table reports    the report of each program

/// The number of runs of a repaired program, and of plain runs.
let runs = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000

/// The first run that fails when a program just runs again and again, in a mock world on the machine's threads; `nil` if none
/// does.
func plainFailure(_ runs: Int, _ body: @escaping @Sendable () async throws -> Void) async -> Int? {
  for run in 1...runs where await !passes(body) { return run }
  return nil
}

func passes(_ body: @escaping @Sendable () async throws -> Void) async -> Bool {
  // Not in a task group, which would wait for deadlocked tasks.
  let (results, result) = AsyncStream.makeStream(of: Bool.self)
  let run = Task.detached {
    do {
      // Sleeps end at once; in a mock world they would wait for its time.
      let world = World.Exploration.silentMock().with { $0.sleep = { _ in try Task.checkCancellation() } }
      try await withWorld(world) { try await body() }
      result.yield(true)
    } catch { result.yield(false) }
  }
  let timeout = Task.detached {
    try await Task.sleep(for: .seconds(1))
    result.yield(false)
  }
  defer {
    timeout.cancel()
    run.cancel()
  }
  for await hasPassed in results { return hasPassed }
  return false
}

/// These programs wait for nothing outside of them, so a deadlock is detected at once.
func exploration(_ runs: Int, seed: UInt64, only: String? = nil) -> World.Exploration {
  var exploration = World.Exploration(runs: runs, seed: seed, only: only)
  exploration.timeout = .milliseconds(50)
  return exploration
}

if CommandLine.arguments.contains("reports") {
  for bug in KnownBug.all {
    print(bug.name, await exploration(1_000, seed: 1).run(bug.broken), "", separator: "\n")
  }
  exit(0)
}

/// Prints a row of the table, and returns whether it is as expected.
func row(_ bug: KnownBug, seeds: ClosedRange<UInt64>, replays: Int, runs: Int) async -> Bool {
  var found: [Int] = []
  var blamed: Set<String> = []
  var exact = 0
  var replayed = 0
  var isGood = true
  for seed in seeds {
    let report = await exploration(1_000, seed: seed).run(bug.broken)
    guard let run = report.failedAt, let token = report.token, report.isRepeatable else { continue }
    found.append(run)
    let isBlamed = bug.blame.contains(report.failingDimensions)
    blamed.insert(
      (isBlamed ? "" : "WRONG: ")
        + (report.failingDimensions.isEmpty ? "nothing" : "\(report.failingDimensions)"))
    if !isBlamed { isGood = false }
    for _ in 0..<replays {
      let again = await exploration(1, seed: seed, only: token).run(bug.broken)
      replayed += 1
      if again.failureText == report.failureText { exact += 1 }
    }
  }
  let repaired = await exploration(runs, seed: 1).run(bug.repaired)
  let plain = await plainFailure(runs, bug.broken)
  found.sort()
  let foundAt = found.isEmpty ? "never" : "\(found[found.count / 2]), \(found[found.count - 1])"
  if found.count < seeds.count || exact < seeds.count * replays || repaired.failureText != nil {
    isGood = false
  }
  let passed =
    repaired.reads.isEmpty
    ? "reads nothing that differs"
    : "\(repaired.runs) passed"
      + (repaired.hasRunAllOrders && repaired.orderCount > 1 ? ", all \(repaired.orderCount) orders" : "")
  print(
    "| \(bug.name) | \(bug.depth.map(String.init) ?? "") | \(found.count) of \(seeds.count) | \(foundAt) "
      + "| \(blamed.sorted().joined(separator: "; ")) | \(exact) of \(replayed) "
      + "| \(repaired.failureText.map { "FAILS: \($0)" } ?? passed) "
      + "| \(plain.map { "fails at run \($0)" } ?? "none of \(runs) fails") |")
  return isGood
}

/// Prints a table, and returns whether it is as expected.
func table(_ title: String, _ bugs: [KnownBug], seeds: ClosedRange<UInt64>, replays: Int, runs: Int) async
  -> Bool
{
  print(
    "| \(title) | depth | found, of seeds | at run, median and last | cause | replayed | repaired | plain runs |"
  )
  print("| --- | --- | --- | --- | --- | --- | --- | --- |")
  var isGood = true
  for bug in bugs where await !row(bug, seeds: seeds, replays: replays, runs: runs) { isGood = false }
  print()
  return isGood
}

// Replays spend most of the time on looking up lines. A short table has fewer replays, and fewer seeds and runs of later programs.
let isShort = runs < 10_000
let seeds = CommandLine.arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? (isShort ? 3 : 10)
let replays = isShort ? 4 : 10
var isGood = await table("program", KnownBug.first, seeds: 1...10, replays: replays, runs: runs)
for (title, bugs) in [
  ("view model, on the main actor", KnownBug.viewModels), ("actors", KnownBug.actors),
  ("after an issue of a public repository", KnownBug.issues),
] {
  let isAsItMustBe = await table(
    title, bugs, seeds: 1...seeds, replays: isShort ? 1 : replays, runs: seeds < 10 ? runs / 20 : runs)
  isGood = isGood && isAsItMustBe
}
exit(isGood ? 0 : 1)
