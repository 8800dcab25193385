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
    var isFailure: Bool
  }

  private let rows = Lock<[Row]>([])
  private let isPrinted = Atomic(false)

  func add(_ report: Exploration.Report, of test: Test) {
    rows.withLock { $0.append(Row(report, of: test)) }
    guard !isPrinted.exchange(true, ordering: .relaxed) else { return }
    atexit { writeLineToStandardError(SweepTable.ofProcess.description) }
  }

  /// The table, those that failed first.
  var description: String {
    let rows = rows.withLock { $0 }.sorted { ($0.isFailure ? 0 : 1, $0.test) < ($1.isFailure ? 0 : 1, $1.test) }
    let count = rows.count { $0.isFailure }
    let lines = rows.map { "| \($0.test) | \($0.runs) | \($0.result) |" }
    return (["", "Explored \(rows.count) tests, of which \(count) failed:", "| test | runs | result |", "| --- | --- | --- |"] + lines)
      .joined(separator: "\n")
  }
}

extension SweepTable.Row {
  init(_ report: Exploration.Report, of test: Test) {
    self.test = "\(test.sourceLocation.fileID):\(test.sourceLocation.line) \(test.name)"
    runs = report.runs
    isFailure = report.failureText != nil
    if isFailure {
      let dimensions = report.failingDimensions
      result = dimensions.isEmpty ? "fails in its own world" : "fails by \(dimensions)"
    } else if !report.isDeterministic {
      result = "passes, but runs can't be repeated"
    } else if report.reads.isEmpty {
      result = "reads nothing of its world"
    } else {
      result = "passes; read \(report.reads)"
    }
  }
}
