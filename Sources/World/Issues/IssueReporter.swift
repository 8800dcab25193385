import Synchronization

/// Reports all issues of the library.
///
/// In a test process an issue fails the test that caused it. The module `WorldTesting` does that; it announces itself
/// when it is loaded, so that a production program links no test framework and doesn't look for one. Elsewhere an issue
/// is one line on standard error. The same line is printed once, so that a hot path doesn't fill the log.
package enum IssueReporter {
  @inline(never)
  package static func report(
    _ summary: Text, kind: World.Issue.Kind = .other, at location: World.SourceLocation? = nil,
    fixes: [Text], isAtCaller: Bool = false, isAfterTest: Bool = false
  ) {
    let issue = World.Issue(
      summary.string, kind: kind, at: location, fixes: fixes.map(\.string),
      isAtCaller: isAtCaller || location == nil,
      isAfterTest: isAfterTest)
    if let collector, collector.add(issue) { return }
    if let tests, tests.record(issue) { return }
    let line = "World: \(issue)"
    if let line = firstTime(line) { writeLineToStandardError(line) }
  }

  // MARK: Collecting

  /// What collects the issues of the running operation in place of reporting them, as in an audit.
  @TaskLocal package static var collector: (any IssueCollecting)?
  /// How many operations have one, since looking up the task-local costs more.
  package static let collectorCount = Atomic(0)

  /// Whether issues of the running code are collected.
  package static var isCollecting: Bool { draw(0) != nil }

  /// Counts from 1 where issues are collected, for sources that must not move on there; `nil` elsewhere.
  package static func drawIfCollecting() -> UInt64? { draw(1) }

  private static func draw(_ count: UInt64) -> UInt64? {
    collectorCount.load(ordering: .relaxed) == 0 ? nil : collector?.draw(count)
  }

  // MARK: In tests

  // Written once, before `isTesting` is true, and read only after that.
  nonisolated(unsafe) private static var testSink: (any TestReporting.Type)?
  private static let isTesting = Atomic(false)

  /// What reports to the tests of this process; `nil` if it runs none.
  package static var tests: (any TestReporting.Type)? {
    isTesting.load(ordering: .acquiring) ? testSink : nil
  }

  /// Begins to report issues to tests. `WorldTesting` calls it once, when it is loaded.
  package static func beginTesting(_ sink: any TestReporting.Type) {
    testSink = sink
    isTesting.store(true, ordering: .releasing)
  }

  private static let printed = Lock<[String]>([])
  private static let printedLimit = 1_000

  /// What to print for a line: the line, or nothing if it was printed before, or that this is enough.
  @inline(never)
  private static func firstTime(_ line: String) -> String? {
    printed.withLock { printed in
      guard printed.count <= printedLimit, !printed.contains(line) else { return nil }
      printed.append(line)
      return printed.count <= printedLimit ? line : "World: \(printedLimit) issues were printed; no more are"
    }
  }
}

/// Collects the issues of an operation, until it ends; work that it began may continue.
package protocol IssueCollecting: AnyObject, Sendable {
  /// - Returns: `false` if the operation has ended.
  func add(_ issue: World.Issue) -> Bool

  /// Adds to a count, and returns it; `nil` if the operation has ended.
  func draw(_ count: UInt64) -> UInt64?
}
