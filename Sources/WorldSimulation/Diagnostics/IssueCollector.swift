import Synchronization
import World

/// Collects the issues of an audit, or of a test that says what it expects.
package final class IssueCollector: IssueCollecting {
  /// `nil` after the operation has ended.
  private let issues = Lock<[World.Issue]?>([])
  private let draws = Atomic<UInt64>(0)
  /// An audit reads values without using them up. A test uses them as ever, so for it no audit is running.
  private let isAudit: Bool

  package init(isAudit: Bool) { self.isAudit = isAudit }

  package func add(_ issue: World.Issue) -> Bool { issues.withLock { $0?.append(issue) != nil } }

  package var hasEnded: Bool { !isAudit || issues.withLock { $0 == nil } }

  package func draw() -> UInt64 { draws.add(1, ordering: .relaxed).newValue }

  package func end() -> [World.Issue] {
    issues.withLock { issues in
      defer { issues = nil }
      return issues ?? []
    }
  }
}

extension IssueReporter {
  /// Runs an operation whose issues aren't reported, but returned.
  package static func collect(_ operation: () async throws -> Void) async -> (
    issues: [World.Issue], error: (any Error)?
  ) {
    let collector = IssueCollector(isAudit: true)
    do {
      try await $collector.withValue(collector, operation: operation)
      return (collector.end(), nil)
    } catch {
      return (collector.end(), error)
    }
  }
}
