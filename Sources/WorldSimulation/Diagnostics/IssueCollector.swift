// SPDX-License-Identifier: MIT

import Synchronization
import World

/// Collects the issues of an audit, or of a test that compares them.
package final class IssueCollector: IssueCollecting {
  /// `nil` after the operation has ended.
  private let issues = Lock<[World.Issue]?>([])
  private let draws = Atomic<UInt64>(0)
  /// Whether it collects for an audit, which reads values without changing their source. The reads of a test change it.
  private let isAudit: Bool

  package init(isAudit: Bool) { self.isAudit = isAudit }

  package func add(_ issue: World.Issue) -> Bool { issues.withLock { $0?.append(issue) != nil } }

  fileprivate var hasEnded: Bool { !isAudit || issues.withLock { $0 == nil } }

  fileprivate func draw() -> UInt64 { draws.add(1, ordering: .relaxed).newValue }

  package func end() -> [World.Issue] { issues.exchange(nil) ?? [] }
}

extension IssueReporter {
  /// The audit that the running code is part of; `nil` after its end.
  private static var audit: IssueCollector? {
    // Called for each random number of a seeded source, so it doesn't cast if nothing collects.
    guard let collector, let audit = collector as? IssueCollector, !audit.hasEnded else { return nil }
    return audit
  }

  /// Whether the issues of the running code are collected for an audit.
  package static var isCollecting: Bool { audit != nil }

  /// In an audit, returns how far after its state a source reads, from 1; `nil` elsewhere.
  package static func drawIfCollecting() -> UInt64? { audit?.draw() }

  /// Runs an operation, and returns its issues instead of reporting them.
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
