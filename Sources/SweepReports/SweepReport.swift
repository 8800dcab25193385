// SPDX-License-Identifier: MIT

/// What came of the tests that were explored: the report in JSON, and the table.
///
/// WorldTesting writes it, and `explore-worlds` reads it.
package struct SweepReport: Sendable, Codable {
  package var version = SweepReport.version
  /// Of each test, at most.
  package var runs: Int?
  /// Which part of the exploration it is, if that is divided between machines.
  package var shard: Shard?
  /// Whether all tests of the process are in it.
  package var isComplete: Bool
  package var tests: [ExploredTest]
  package var unreachedFaults: [String]
  /// What was done with files of tokens, a line for each.
  package var remembered: [String] = []
  /// Files of tokens that can't be read, or have lines that are none.
  package var problems: [String] = []
  package var table = ""

  package static let version = 3

  /// How many orders of a test are told apart.
  package static let orderLimit = 10_000

  package init(
    runs: Int?, shard: Shard?, isComplete: Bool, tests: [ExploredTest], unreachedFaults: [String],
    remembered: [String], problems: [String] = []
  ) {
    (self.runs, self.shard, self.isComplete) = (runs, shard, isComplete)
    (self.unreachedFaults, self.remembered, self.problems) = (unreachedFaults, remembered, problems)
    self.tests = tests.sorted { ($0.result, $0.file, $0.line) < ($1.result, $1.file, $1.line) }
    table = text
  }

  /// How many tests have a row with such a result; how many there are if none is named.
  package func count(_ results: Verdict...) -> Int {
    Set(tests.filter { results.isEmpty || results.contains($0.result) }.map(\.test)).count
  }
  package var explored: Int { count() - count(.outOfTime) }
  package var breaking: Int { count(.failsAtOnce, .breaks) }

  /// What came of a test, what says most first.
  package enum Verdict: String, Sendable, Codable, CaseIterable, Comparable {
    /// It fails in the world that it starts from.
    case failsAtOnce = "fails"
    /// It fails by the order of its tasks, by a fault, or in few of the worlds that differ.
    case breaks
    /// It fails in more than a quarter of the worlds that differ, because it expects one.
    case needsItsWorld = "needs its world"
    case isNotRepeatable = "can't be repeated"
    /// A process ended in each of its runs, so that few were made.
    case startsProcesses = "starts processes"
    case outOfTime = "out of time"
    case passes
    case readsNothing = "reads nothing"

    package static func < (one: Verdict, other: Verdict) -> Bool { one.rank < other.rank }

    private var rank: Int { Verdict.allCases.firstIndex(of: self) ?? 0 }
  }

  /// What the report says of a test, or of those of its cases that have one result.
  package struct ExploredTest: Sendable, Codable {
    package var test: String
    package var name: String
    package var file: String
    package var line: Int
    package var result: Verdict
    /// How many cases of the test have this result, by the same dimensions, and how many there are.
    package var cases = 1
    package var allCases = 1
    package var runs = 0
    package var failures = 0
    /// How many orders of the tasks' steps differ from each other, and whether all those of the starting world were run.
    package var orders = 0
    package var hasAllOrders = false
    /// Of the first failure: the dimensions that differ, how many runs differ in them, and how many of these fail.
    package var differs: [String] = []
    package var differing = 0
    package var differingFailures = 0
    /// The smallest difference, in words.
    package var differences: [String] = []
    package var failure: String?
    package var token: String?
    package var reads: [String] = []
    package var neverRead: [String] = []
    package var reachedFaults: [String] = []
    /// Why runs can't be repeated.
    package var unrepeatable: String?

    package init(test: String, name: String, file: String, line: Int, result: Verdict) {
      (self.test, self.name, self.file, self.line, self.result) = (test, name, file, line, result)
    }

    /// Adds what came of another case, or of the same case on another machine.
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
