import World
import WorldSimulation

/// What the library reports while an operation runs, also in tasks that the operation begins. None of it fails the test.
///
///     let issues = reports { Analytics.unassigned.track("lost") }
///     #expect(issues.isOne(saying: "no sink is configured"))
package func reports(_ operation: () throws -> Void) rethrows -> [World.Issue] {
  let collector = IssueCollector(isAudit: false)
  try IssueReporter.$collector.withValue(collector, operation: operation)
  return collector.end()
}

/// The same for an asynchronous operation.
package func reports(
  isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Void
) async rethrows -> [World.Issue] {
  let collector = IssueCollector(isAudit: false)
  try await IssueReporter.$collector.withValue(collector, operation: operation)
  return collector.end()
}

extension [World.Issue] {
  /// Whether it is one report, whose text contains all of these.
  package func isOne(saying texts: String...) -> Bool {
    count == 1 && allSatisfy { issue in texts.allSatisfy(issue.description.contains) }
  }
}
