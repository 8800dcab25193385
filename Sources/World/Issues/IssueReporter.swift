/// Reports all issues of the library.
///
/// In a test process an issue fails the test that caused it. The module `WorldTesting` does that; it announces itself
/// when it is loaded, so that a production program links no test framework and doesn't look for one. Elsewhere an issue
/// is written to standard error. The same text is written once, so that a hot path doesn't fill the log.
package enum IssueReporter {
  package static func report(
    _ summary: String, kind: World.Issue.Kind = .other, at location: World.SourceLocation? = nil,
    fixes: [String], isAtCaller: Bool = false, isAfterTest: Bool = false
  ) {
    let issue = World.Issue(
      kind: kind, summary: summary, location: location, fixes: fixes,
      isAtCaller: isAtCaller || location == nil, isAfterTest: isAfterTest)
    if let collector, collector.add(issue) { return }
    if let tests, tests.record(issue) { return }
    if let line = firstTime("World: \(issue)") { writeLineToStandardError(line) }
  }

  /// What collects the issues of the running operation in place of reporting them, as in an audit.
  @TaskLocal package static var collector: (any IssueCollecting)?

  /// Whether issues of the running code are collected.
  package static var isCollecting: Bool { collector?.hasEnded == false }

  private static let integration = Lock<(any TestIntegration.Type)?>(nil)

  /// What reports to the tests of this process; `nil` if it runs none.
  package static var tests: (any TestIntegration.Type)? { integration.withLock { $0 } }

  /// Begins to report issues to tests. `WorldTesting` calls it once, when it is loaded.
  package static func beginTesting(_ reporter: (any TestIntegration.Type)?) {
    integration.withLock { $0 = reporter }
  }

  /// Writes a line if an image has another copy of World: the runtime finds one type of a name in the process. Called while the
  /// process-wide scope is made, when a test's code can't run.
  static func reportOtherCopy() {
    guard let found = _mangledTypeName(World.self).flatMap(_typeByName), found != World.self else { return }
    writeLineToStandardError(
      "World: This process has two copies of World, each with a Current of its own, so that what one sets up, the other "
        + "doesn't see. To fix it: link World once, in a dynamic library that both use.")
  }

  private static let printed = Lock<[String]>([])
  private static let printedLimit = 1_000

  /// The line to print; `nil` for one that was printed before, and at the limit a last one.
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

  /// Whether the operation has ended.
  var hasEnded: Bool { get }

  /// 1 at the first call, 2 at the second.
  func draw() -> UInt64
}
