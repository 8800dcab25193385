// SPDX-License-Identifier: MIT

extension SweepReport {
  /// The reason why reports can't be merged.
  package struct MergeError: Error, CustomStringConvertible {
    package let description: String
  }

  /// Merges the reports of several machines.
  ///
  /// Each test gets its worst result, and the runs of all machines. A fault is unreached if no machine reached it.
  ///
  /// - Parameter reports: At least one report. Reports of a sharded exploration must include all its shards.
  package init(merging reports: [SweepReport]) throws(MergeError) {
    try SweepReport.check(reports.map(\.shard))
    var unreached = Set(reports.first?.unreachedFaults ?? [])
    for report in reports { unreached.formIntersection(report.unreachedFaults) }
    let rows = Dictionary(grouping: reports.flatMap(\.tests), by: \.test).values
    self.init(
      runs: reports.compactMap(\.runs).max(), shard: nil, isComplete: reports.allSatisfy(\.isComplete),
      tests: rows.flatMap(SweepReport.merged), unreachedFaults: unreached.sorted(),
      remembered: reports.flatMap(\.remembered), problems: Set(reports.flatMap(\.problems)).sorted(),
      notControlled: SweepReport.merged(reports.compactMap(\.notControlled)))
  }

  /// What isn't controlled on any of the machines.
  private static func merged(_ notes: [String]) -> String? {
    notes.isEmpty ? nil : Set(notes).sorted().joined(separator: ". ")
  }

  private static func check(_ shards: [Shard?]) throws(MergeError) {
    let given = shards.compactMap { $0 }
    guard let count = given.first?.count else { return }
    guard given.count == shards.count, given.allSatisfy({ $0.count == count }) else {
      throw MergeError(description: "the reports aren't parts of one exploration")
    }
    let numbers = given.map(\.number).sorted()
    if let twice = zip(numbers, numbers.dropFirst()).first(where: ==) {
      throw MergeError(description: "part \(twice.0)/\(count) is there twice")
    }
    if let missing = (1...count).first(where: { !numbers.contains($0) }) {
      throw MergeError(description: "part \(missing)/\(count) is missing")
    }
  }

  /// Merges the rows of one test.
  private static func merged(_ rows: [ExploredTest]) -> [ExploredTest] {
    let allCases = rows.map(\.allCases).max() ?? 1
    var merged: [ExploredTest] = []
    for row in rows.sorted(by: { ($0.result, $0.differs.joined()) < ($1.result, $1.differs.joined()) }) {
      if let index = merged.firstIndex(where: { ($0.result, $0.differs) == (row.result, row.differs) }) {
        merged[index].add(row)
        merged[index].cases = max(merged[index].cases, row.cases)
      } else if let last = merged.indices.last, row.token == nil,
        allCases <= merged.reduce(0, { $0 + $1.cases })
      {
        // This case fails in another report.
        merged[last].add(row)
      } else {
        merged.append(row)
      }
    }
    for index in merged.indices { merged[index].allCases = allCases }
    return merged
  }
}
