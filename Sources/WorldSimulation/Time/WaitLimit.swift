// SPDX-License-Identifier: MIT

import World

/// The limit of a wait in a test whose tasks run as Swift runs them: after `time`, a line on standard error says what it waits for,
/// and after six times that, it ends with an issue and an error.
package struct WaitLimit: Sendable {
  /// What a wait waits for, and how to end it.
  package struct Text: Sendable {
    let summary: String
    let fixes: [String]

    package init(_ summary: String, fixes: [String]) { (self.summary, self.fixes) = (summary, fixes) }
  }

  /// The error of a wait that was ended.
  package struct Exceeded: Error, CustomStringConvertible {
    private let text: Text

    fileprivate init(_ text: Text) { self.text = text }

    package var description: String { text.summary }

    /// Fails the test. Called by the task that waited, which knows its test.
    func report() {
      IssueReporter.report(text.summary + ": the wait was ended", fixes: text.fixes, isAtCaller: true)
    }
  }

  /// The real time after which the line is written.
  package var time: Duration
  package var write: @Sendable (String) -> Void

  package init(time: Duration, write: @escaping @Sendable (String) -> Void) {
    (self.time, self.write) = (time, write)
  }

  package static let standard = WaitLimit(time: .seconds(10), write: writeLineToStandardError)

  /// Watches a wait until the returned task is cancelled.
  ///
  /// - Parameters:
  ///   - real: The real time. It counts in steps, so that it hardly counts while the pool has no threads for the test's tasks.
  ///   - isSaid: Whether the line was written.
  ///   - text: Returns what is said after a time; `nil` if nothing waits any more.
  ///   - isBrief: Whether the wait ends after `time`, without an error, because nothing depends on it.
  ///   - end: Ends the wait. Not called in a process that runs no tests, such as a preview's.
  func watch(
    in real: RealTime = .system, isSaid: Bool = false, isBrief: Bool = false,
    text: @escaping @Sendable (Duration) -> Text?,
    end: @escaping @Sendable (Exceeded?) -> Void
  ) -> Task<Void, Never> {
    // Detached, so that it doesn't retain the scope of the waiting task.
    Task.detached { [self] in
      @Sendable func pass(_ steps: Int) async throws {
        for _ in 0..<steps { try await real.sleep(time / 10) }
      }
      guard (try? await pass(10)) != nil else { return }
      if !isSaid, let text = text(time) {
        write("World: \(text.summary).\(World.Issue.text(of: text.fixes))")
      }
      if isBrief { return end(nil) }
      guard IssueReporter.tests != nil, (try? await pass(50)) != nil, let text = text(time * 6) else {
        return
      }
      end(Exceeded(text))
    }
  }
}
