// SPDX-License-Identifier: MIT

/// The results of an exploration, as JSON and as a table.
///
/// WorldTesting writes the report, and `explore-worlds` reads it.
package struct SweepReport: Sendable, Codable {
  package var version = SweepReport.version
  /// The maximum number of runs per test.
  package var runs: Int?
  /// The part of the exploration in this report; `nil` unless several machines share it.
  package var shard: Shard?
  /// Whether the report contains all tests of the process.
  package var isComplete: Bool
  package var tests: [ExploredTest]
  package var unreachedFaults: [String]
  /// The changes to files of tokens, one line per file.
  package var remembered: [String] = []
  /// The errors in files of tokens: files that can't be read, and lines that aren't tokens.
  package var problems: [String] = []
  /// What isn't controlled in the process that wrote the report; `nil` if all is.
  package var notControlled: String?
  package var table = ""

  package static let version = 3

  /// The maximum number of distinct orders that are counted per test.
  package static let orderLimit = 10_000

  package init(
    runs: Int?, shard: Shard?, isComplete: Bool, tests: [ExploredTest], unreachedFaults: [String],
    remembered: [String], problems: [String] = [], notControlled: String? = nil
  ) {
    (self.runs, self.shard, self.isComplete) = (runs, shard, isComplete)
    (self.unreachedFaults, self.remembered, self.problems) = (unreachedFaults, remembered, problems)
    self.notControlled = notControlled
    self.tests = tests.sorted { ($0.result, $0.file, $0.line) < ($1.result, $1.file, $1.line) }
    table = text
  }

  /// The number of tests with one of the results, or of all tests if there are no arguments.
  package func count(_ results: Verdict...) -> Int {
    Set(tests.filter { results.isEmpty || results.contains($0.result) }.map(\.test)).count
  }
  package var explored: Int { count() - count(.outOfTime) }
  package var breaking: Int { count(.failsAtOnce, .breaks) }

  /// The result of a test. Severe results come first.
  package enum Verdict: String, Sendable, Codable, CaseIterable, Comparable {
    /// The test fails in its starting world.
    case failsAtOnce = "fails"
    /// The test fails because of the order of its tasks or a fault, or in few of the other worlds.
    case breaks
    /// The test fails in more than a quarter of the other worlds, because it expects a certain one.
    case needsItsWorld = "needs its world"
    /// The test fails if a sleep lasts a millisecond longer than asked for.
    case needsExactTimes = "needs exact times"
    case isNotRepeatable = "can't be repeated"
    /// A child process ended in each of the first runs, so the test wasn't run more often.
    case startsProcesses = "starts processes"
    case outOfTime = "out of time"
    case passes
    case readsNothing = "reads nothing"

    package static func < (one: Verdict, other: Verdict) -> Bool { one.rank < other.rank }

    private var rank: Int { Verdict.allCases.firstIndex(of: self) ?? 0 }
  }

  /// A row of the report: a test, or its cases that have the same result.
  package struct ExploredTest: Sendable, Codable {
    package var test: String
    package var name: String
    package var file: String
    package var line: Int
    package var result: Verdict
    /// The number of cases with this result and the same dimensions, and the number of all cases.
    package var cases = 1
    package var allCases = 1
    package var runs = 0
    package var failures = 0
    /// The number of distinct orders that were run, and whether these are all orders of the starting world.
    package var orders = 0
    package var hasAllOrders = false
    /// The dimensions in which the first failure differs, the number of runs that differ in them, and how many of those fail.
    package var differs: [String] = []
    package var differing = 0
    package var differingFailures = 0
    /// The smallest difference that fails, in words.
    package var differences: [String] = []
    package var failure: String?
    package var token: String?
    package var reads: [String] = []
    package var neverRead: [String] = []
    package var reachedFaults: [String] = []
    /// The reason why runs can't be repeated.
    package var unrepeatable: String?

    package init(test: String, name: String, file: String, line: Int, result: Verdict) {
      (self.test, self.name, self.file, self.line, self.result) = (test, name, file, line, result)
    }

    /// Adds the results of another case, or of the same case on another machine.
    package mutating func add(_ other: ExploredTest) {
      runs += other.runs
      failures += other.failures
      differing += other.differing
      differingFailures += other.differingFailures
      orders = max(orders, other.orders)
      hasAllOrders = hasAllOrders && other.hasAllOrders
      reads = Set(reads).union(other.reads).sorted()
      neverRead.removeAll { !other.neverRead.contains($0) }
      reachedFaults = Set(reachedFaults).union(other.reachedFaults).sorted()
    }
  }
}
