import Foundation
import Synchronization
import Testing
import World

/// What a sweep over all tests that have a world found: a table at the end of the process, and a report in JSON.
final class SweepTable: Sendable {
  /// That of a process that was started with `WORLD_EXPLORE`.
  static let ofProcess: SweepTable? = {
    let options = EnvironmentOptions.ofProcess
    guard options.isSweep, options.problem == nil else { return nil }
    atexit {
      guard let table = SweepTable.ofProcess, !table.isEmpty else { return }
      table.write(isComplete: true)
      writeLineToStandardError(table.description)
    }
    let table = SweepTable(file: options.report, runs: options.runs)
    if let deadline = options.deadline { table.endProcess(at: deadline + SweepTable.grace) }
    return table
  }()

  /// How long the tests that are left when time is over may take.
  private static let grace = Duration.seconds(60)

  /// Ends a process whose tests don't end, such as one that waits for a lock.
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

  /// What came of a test, what says most first.
  enum Result: String, Encodable, CaseIterable, Comparable {
    /// It fails in the world that it starts from.
    case failsAtOnce = "fails"
    /// It fails by the order of its tasks, by a fault, or in few of the worlds that differ.
    case breaks
    /// It fails in more than a quarter of the worlds that differ, because it expects one.
    case needsItsWorld = "needs its world"
    case isNotRepeatable = "can't be repeated"
    case outOfTime = "out of time"
    case passes
    case readsNothing = "reads nothing"

    static func < (one: Result, other: Result) -> Bool { one.rank < other.rank }

    private var rank: Int { Result.allCases.firstIndex(of: self) ?? 0 }
  }

  /// What the report says of a test.
  struct Row: Sendable, Encodable {
    var test: String
    var name: String
    var file: String
    var line: Int
    var result: Result
    /// How many cases of the test have this result, by the same dimensions.
    var cases = 1
    var runs: Int
    var failures: Int
    /// Of the first failure: the dimensions that differ, how many runs differ in them, and how many of these fail.
    var differs: [String]
    var differing: Int
    var differingFailures: Int
    /// The smallest difference, in words.
    var differences: [String]
    var failure: String?
    var token: String?
    var reads: [String]
    /// Why runs can't be repeated.
    var unrepeatable: String?
  }

  private struct Content: Sendable {
    var rows: [Row] = []
    var faults: Set<String> = []
    var reachedFaults: Set<String> = []
    /// A file of the package under test.
    var testFile: String?
  }

  /// What stands in the file, which `explore-worlds` reads.
  struct SweepReport: Encodable {
    var version = 1
    /// Of each test, at most.
    var runs: Int?
    /// Whether all tests of the process are in it.
    var isComplete: Bool
    var tests: [Row]
    var unreachedFaults: [String]
    var table: String
  }

  private let content = Lock(Content())
  private let file: String?
  private let runs: Int?

  init(file: String? = nil, runs: Int? = nil) {
    self.file = file
    self.runs = runs
  }

  private var isEmpty: Bool { content.withLock { $0.rows.isEmpty } }

  func add(_ report: Exploration.Report, of test: Test, isSweep: Bool) {
    let row = Row(report, of: test, isSweep: isSweep)
    content.withLock { content in
      content.testFile = test.sourceLocation.path
      content.faults.formUnion(report.declaredFaults.union(report.states.keys))
      content.reachedFaults.formUnion(report.reachedFaults.union(report.states.filter(\.value).keys))
      // The cases of a test that have the same result are one row.
      guard
        let index = content.rows.firstIndex(where: {
          ($0.test, $0.result, $0.differs) == (row.test, row.result, row.differs)
        })
      else { return content.rows.append(row) }
      content.rows[index].cases += 1
      content.rows[index].runs += row.runs
      content.rows[index].failures += row.failures
      content.rows[index].differing += row.differing
      content.rows[index].differingFailures += row.differingFailures
    }
    write(isComplete: false)
  }

  /// Writes the report anew, so that a test that ends the process loses nothing of those before.
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

  private let writing = Lock(())

  func report(isComplete: Bool) -> SweepReport {
    let content = content.withLock { $0 }
    let rows = content.rows.sorted { ($0.result, $0.file, $0.line) < ($1.result, $1.file, $1.line) }
    let inSources = isComplete ? content.testFile.map(FaultPoints.names(inPackageOf:)) ?? [] : []
    let unreached = content.faults.union(inSources).subtracting(content.reachedFaults).sorted()
    return SweepReport(
      runs: runs, isComplete: isComplete, tests: rows, unreachedFaults: unreached,
      table: SweepTable.text(rows, unreached))
  }

  /// The table, those that fail first.
  var description: String { report(isComplete: true).table }

  private static func text(_ rows: [Row], _ unreachedFaults: [String]) -> String {
    let cases = Dictionary(grouping: rows, by: \.test).mapValues { $0.reduce(0) { $0 + $1.cases } }
    // What says most comes first.
    var first: [String: Result] = [:]
    for row in rows { first[row.test] = min(row.result, first[row.test] ?? row.result) }
    func count(_ results: Result...) -> Int { first.values.count { results.contains($0) } }
    func name(_ row: Row) -> String {
      let all = cases[row.test] ?? row.cases
      return row.name + (row.cases < all ? ", \(row.cases) of \(all) cases" : "")
    }
    let explored = cases.count - count(.outOfTime)
    var lines = [
      "",
      "Explored \(explored) \(explored == 1 ? "test" : "tests"): \(count(.failsAtOnce, .breaks)) break, \(count(.needsItsWorld)) need their world.",
      "| test | result | failing runs | smallest difference |", "| --- | --- | --- | --- |",
    ]
    lines += rows.map {
      "| \($0.file):\($0.line) \(name($0)) | \($0.resultText) | \($0.failures) of \($0.runs) | \($0.difference) |"
    }
    if !unreachedFaults.isEmpty {
      lines.append("Never reached: " + unreachedFaults.map { "\"\($0)\"" }.joined(separator: ", ") + ".")
    }
    return lines.joined(separator: "\n")
  }
}

extension SweepTable.Result {
  init(_ report: Exploration.Report, isSweep: Bool) {
    if report.failureText != nil {
      let all = report.tally(of: report.failingDimensions)
      if report.isBlocked {
        self = .breaks
      } else if report.failingDimensions.isEmpty {
        self = report.isDeterministic ? .failsAtOnce : .isNotRepeatable
      } else {
        self =
          isSweep && report.needsWorld && !report.isReplay && all.failures * 4 > all.runs
          ? .needsItsWorld : .breaks
      }
    } else if !report.isDeterministic {
      self = .isNotRepeatable
    } else if report.isOutOfTime, report.runs == 1 {
      self = .outOfTime
    } else {
      self = report.reads.isEmpty ? .readsNothing : .passes
    }
  }
}

extension SweepTable.Row {
  init(_ report: Exploration.Report, of test: Test, isSweep: Bool) {
    self.test = "\(test.id)"
    name = test.name
    file = test.sourceLocation.fileID
    line = test.sourceLocation.line
    result = SweepTable.Result(report, isSweep: isSweep)
    let (all, differing) = (report.tally(), report.tally(of: report.failingDimensions))
    runs = all.runs
    failures = all.failures
    differs = report.failingDimensions.names
    self.differing = differing.runs
    differingFailures = differing.failures
    differences = report.differences
    failure = report.failureText
    token = report.token
    reads = report.reads.names
    unrepeatable = report.differs.map {
      $0.arrivals > 0
        ? "something outside took part, such as a thread"
        : $0.steps.0 == $0.steps.1
          ? "the steps of one were others" : "one took \($0.steps.1) steps instead of \($0.steps.0)"
    }
  }

  fileprivate var resultText: String {
    let dimensions = differs.joined(separator: ", ")
    return switch result {
    case .breaks where !differs.isEmpty: "breaks by \(dimensions)"
    case .needsItsWorld: "needs its \(dimensions): \(differingFailures) of \(differing) runs in another fail"
    case .outOfTime: "out of time: only its own world was run"
    case .passes: "passes; reads \(reads.joined(separator: ", "))"
    case .readsNothing: "reads nothing that differs"
    case .isNotRepeatable: "can't be repeated: \(unrepeatable ?? "the runs differ")"
    default: result.rawValue
    }
  }

  fileprivate var difference: String {
    let isKnown = !differences.isEmpty || result != .breaks
    let failure = isKnown ? nil : failure?.split(separator: "\n").first.map(String.init)
    return (differences + [failure, token].compactMap { $0 }).joined(separator: "; ")
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
