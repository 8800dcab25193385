import Foundation
import Synchronization
import Testing
import World
import WorldExploration

/// What a sweep over all tests that have a world found, as a table at the end of the process.
final class SweepTable: Sendable {
  static let ofProcess = SweepTable()

  struct Row: Sendable {
    var test: String
    var runs: Int
    var result: String
    /// 0 for a failure; the higher, the less it says.
    var rank: Int
  }

  private let rows = Lock<[Row]>([])
  private let isPrinted = Atomic(false)

  func add(_ report: Exploration.Report, of test: Test) {
    let row = Row(report, of: test)
    rows.withLock { rows in
      // The cases of a test are one row, that of a case that failed if one did.
      guard let index = rows.firstIndex(where: { $0.test == row.test }) else { return rows.append(row) }
      let runs = rows[index].runs + row.runs
      if row.rank < rows[index].rank { rows[index] = row }
      rows[index].runs = runs
    }
    guard self === SweepTable.ofProcess, !isPrinted.exchange(true, ordering: .relaxed) else { return }
    atexit { writeLineToStandardError(SweepTable.ofProcess.description) }
  }

  /// The table, those that failed first.
  var description: String {
    let rows = rows.withLock { $0 }.sorted { ($0.rank, $0.test) < ($1.rank, $1.test) }
    let count = rows.count { $0.rank == 0 }
    let lines = rows.map { "| \($0.test) | \($0.runs) | \($0.result) |" }
    return
      ([
        "", "Explored \(rows.count) tests, of which \(count) failed:", "| test | runs | result |",
        "| --- | --- | --- |",
      ] + lines)
      .joined(separator: "\n")
  }
}

extension SweepTable.Row {
  init(_ report: Exploration.Report, of test: Test) {
    self.test = "\(test.sourceLocation.fileID):\(test.sourceLocation.line) \(test.name)"
    runs = report.runs
    if report.failureText != nil {
      rank = 0
      let dimensions = report.failingDimensions
      result =
        dimensions.isEmpty
        ? "fails in its own world" : "fails by \(dimensions): \(report.token ?? "")"
    } else if !report.isDeterministic {
      (rank, result) = (1, "passes, but runs can't be repeated")
    } else if !report.reads.isEmpty {
      (rank, result) = (2, "passes; read \(report.reads)")
    } else {
      (rank, result) = (3, "reads nothing of its world")
    }
  }
}
