import Synchronization
import World

/// Collects the issues of an operation.
private final class IssueCollector: IssueCollecting {
  /// `nil` after the operation has ended.
  private let issues = Lock<[World.Issue]?>([])
  private let draws = Atomic<UInt64>(0)

  func add(_ issue: World.Issue) -> Bool { issues.withLock { $0?.append(issue) != nil } }

  var hasEnded: Bool { issues.withLock { $0 == nil } }

  func draw() -> UInt64 { draws.add(1, ordering: .relaxed).newValue }

  func end() -> [World.Issue] {
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
    let collector = IssueCollector()
    do {
      try await $collector.withValue(collector, operation: operation)
      return (collector.end(), nil)
    } catch {
      return (collector.end(), error)
    }
  }
}
