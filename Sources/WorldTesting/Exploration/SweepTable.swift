// SPDX-License-Identifier: MIT

import Foundation
import SweepReports
import Testing
import World

/// The results of a sweep over all tests that have a world: a table at the end of the process, and a report in JSON.
final class SweepTable: Sendable {
  /// The table of a process that was started with `WORLD_EXPLORE`.
  static let ofProcess: SweepTable? = {
    let options = EnvironmentOptions.ofProcess
    guard options.isSweep, options.problem == nil else { return nil }
    atexit {
      guard let table = SweepTable.ofProcess, !table.isEmpty else { return }
      RememberedRuns.markAll()
      table.write(isComplete: true)
      writeLineToStandardError(table.description)
    }
    let table = SweepTable(file: options.report, runs: options.runs)
    if let deadline = options.deadline { table.endProcess(at: deadline + SweepTable.grace) }
    return table
  }()

  /// How long the remaining tests may take after the deadline.
  private static let grace = Duration.seconds(60)

  /// Ends the process if its tests don't end, such as when one waits for a lock.
  private func endProcess(at end: ContinuousClock.Instant) {
    // Not a task: tests may block all threads of the pool.
    Thread.detachNewThread { [self] in
      // check-world: allow the time that a person waits for tests is real time
      while ContinuousClock.now < end { Thread.sleep(forTimeInterval: 1) }
      write(isComplete: false)
      writeLineToStandardError(
        report(isComplete: false).table
          + "\nThe tests were ended: some of them were still running a minute after WORLD_EXPLORE_SECONDS.")
      _exit(1)
    }
  }

  private struct Content: Sendable {
    var rows: [SweepReport.ExploredTest] = []
    var faults: Set<String> = []
    var reachedFaults: Set<String> = []
    /// A file of the package under test.
    var testFile: String?
  }

  private let content = Lock(Content())
  private let file: String?
  private let runs: Int?

  init(file: String? = nil, runs: Int? = nil) {
    self.file = file
    self.runs = runs
  }

  private var isEmpty: Bool { content.withLock { $0.rows.isEmpty } }

  func add(_ report: World.Exploration.Report, of test: Test, isSweep: Bool) {
    let row = SweepReport.ExploredTest(report, of: test, isSweep: isSweep)
    content.withLock { content in
      content.testFile = test.sourceLocation.path
      content.faults.formUnion(report.declaredFaults.union(report.states.keys))
      content.reachedFaults.formUnion(report.reachedFaults.union(report.states.filter(\.value).keys))
      // Cases of a test that have the same result share a row.
      guard
        let index = content.rows.firstIndex(where: {
          ($0.test, $0.result, $0.differs) == (row.test, row.result, row.differs)
        })
      else { return content.rows.append(row) }
      content.rows[index].cases += 1
      content.rows[index].add(row)
    }
    write(isComplete: false)
  }

  /// Writes the whole report, so that a test that ends the process doesn't lose earlier results.
  private func write(isComplete: Bool) {
    guard let file else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    writing.withLock { _ in
      do {
        try encoder.encode(report(isComplete: isComplete)).write(
          to: URL(fileURLWithPath: file), options: .atomic)
      } catch {
        writeLineToStandardError("WORLD_EXPLORE_REPORT: \(file.debugDescription) can't be written: \(error)")
      }
    }
  }

  private let writing = Lock(0)

  func report(isComplete: Bool) -> SweepReport {
    let content = content.withLock { $0 }
    let cases = Dictionary(grouping: content.rows, by: \.test).mapValues { $0.reduce(0) { $0 + $1.cases } }
    let rows = content.rows.map { row in
      var row = row
      row.allCases = cases[row.test] ?? row.cases
      return row
    }
    let inSources = isComplete ? content.testFile.map(FaultPoints.names(inPackageOf:)) ?? [] : []
    let unreached = content.faults.union(inSources).subtracting(content.reachedFaults).sorted()
    return SweepReport(
      runs: runs, shard: EnvironmentOptions.ofProcess.shard, isComplete: isComplete, tests: rows,
      unreachedFaults: unreached, remembered: RememberedRuns.notes,
      problems: RememberedRuns.problems, notControlled: RuntimeCheck.ofProcess.notControlled)
  }

  /// The table, with failing tests first.
  var description: String { report(isComplete: true).table }
}

extension SweepReport.Verdict {
  init(_ report: World.Exploration.Report, isSweep: Bool) {
    if report.failureText != nil {
      let all = report.tally(of: report.failingDimensions)
      if report.isStuck {
        self = .breaks
      } else if report.failingDimensions.isEmpty {
        self = report.isRepeatable ? .failsAtOnce : .isNotRepeatable
      } else if isSweep, report.needsExactTimes, !report.isReplay {
        self = .needsExactTimes
      } else {
        self =
          isSweep && report.needsWorld && !report.isReplay && all.failures * 4 > all.runs
          ? .needsItsWorld : .breaks
      }
    } else if !report.isRepeatable {
      self = .isNotRepeatable
    } else if report.startsProcesses {
      self = .startsProcesses
    } else if report.isOutOfTime, report.runs == 1 {
      self = .outOfTime
    } else {
      self = report.readsNothing ? .readsNothing : .passes
    }
  }
}

extension SweepReport.ExploredTest {
  init(_ report: World.Exploration.Report, of test: Test, isSweep: Bool) {
    self.init(
      test: "\(test.id)", name: test.name, file: test.sourceLocation.fileID, line: test.sourceLocation.line,
      result: SweepReport.Verdict(report, isSweep: isSweep))
    let (all, ofFailure) = (report.tally(), report.tally(of: report.failingDimensions))
    (runs, failures) = (all.runs, all.failures)
    (orders, hasAllOrders) = (report.distinctOrderCount, report.hasRunAllOrders)
    differs = report.failingDimensions.names
    (differing, differingFailures) = (ofFailure.runs, ofFailure.failures)
    differences = report.differences
    failure = report.failureText
    token = report.token
    reads = report.reads.names
    neverRead = report.neverRead.names
    reachedFaults = report.reachedFaults.sorted()
    unrepeatable = report.differs.map {
      $0.arrivals > 0
        ? "something outside took part, such as a thread"
        : $0.steps.0 == $0.steps.1
          ? "the steps of one were others" : "one took \($0.steps.1) steps instead of \($0.steps.0)"
    }
  }
}

extension SourceLocation {
  /// The file's path.
  var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}
