import World

/// What the library reports while an operation runs, also in tasks that the operation begins. None of it fails the test.
///
///     let issues = reports { Analytics.unassigned.track("lost") }
///     #expect(issues.isOne(saying: "no sink is configured"))
package func reports(_ operation: () throws -> Void) rethrows -> [World.Issue] {
  let collector = Collector()
  try IssueReporter.$collector.withValue(collector, operation: operation)
  return collector.end()
}

/// The same for an asynchronous operation.
package func reports(
  isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Void
) async rethrows -> [World.Issue] {
  let collector = Collector()
  try await IssueReporter.$collector.withValue(collector, operation: operation)
  return collector.end()
}

extension [World.Issue] {
  /// Whether it is one report, whose text contains all of these.
  package func isOne(saying texts: String...) -> Bool {
    count == 1 && allSatisfy { issue in texts.allSatisfy(issue.description.contains) }
  }
}

private final class Collector: IssueCollecting {
  /// `nil` after the operation has ended; what its tasks report after that fails the test.
  private let issues = Lock<[World.Issue]?>([])

  func add(_ issue: World.Issue) -> Bool { issues.withLock { $0?.append(issue) != nil } }

  func end() -> [World.Issue] {
    issues.withLock { issues in
      defer { issues = nil }
      return issues ?? []
    }
  }

  // An audit reads values without using them up. A test uses them as ever, so for it no audit is running.
  var hasEnded: Bool { true }
  func draw() -> UInt64 { 1 }
}
