// SPDX-License-Identifier: MIT

import Synchronization
import Testing
import World

/// One run of a test: whose world it is that the work of the test uses.
///
/// Work that outlives its test continues to see the test's world, so it doesn't change another test's. It is reported
/// once, with the test's name and place.
final class TestRun: AnyTestRun {
  /// The test's name and place.
  let description: String
  private let isOver = Atomic(false)
  private let isReported = Atomic(false)
  /// Issues of work that runs in the test's world and doesn't know the test.
  private let issues = Lock<[(text: String, place: SourceLocation?)]>([])

  init(_ description: String) { self.description = description }

  private let uses = Lock<Set<String>>([])

  /// Whether this is the first report of a use: `settings[.launches] += 1` is two.
  func isFirst(_ use: String) -> Bool { uses.withLock { $0.insert(use).inserted } }

  /// The test whose world is current; `nil` if there is none, or if it is over.
  static var current: TestRun? {
    let run = Scope.innermost?.test as? TestRun
    return run?.isOver.load(ordering: .relaxed) == false ? run : nil
  }

  /// Marks the test as ended.
  func end() { isOver.store(true, ordering: .relaxed) }

  /// Notes an issue of work that doesn't know its test, such as a `Task.detached(operation: Current.wrap { … })`.
  func add(_ text: String, at place: SourceLocation?) { issues.withLock { $0.append((text, place)) } }

  /// Records these issues. The caller knows the test.
  func recordIssues() {
    let noted = issues.withLock { issues in
      defer { issues = [] }
      return issues
    }
    for issue in noted { TestFailures.record(issue.text, at: issue.place) }
  }

  /// Reports the first use of the world after the test.
  func checkUse() {
    guard isOver.load(ordering: .relaxed), !isReported.exchange(true, ordering: .relaxed) else { return }
    IssueReporter.report(
      "Work that was begun by the test \(self) still uses Current after the test ended",
      fixes: [
        "let the test await all tasks that it begins",
        "cancel them, and await that they ended",
        "pass the work the values it needs before the test ends",
      ], isAfterTest: true)
  }
}

extension World {
  /// Runs a test in this world; after `test.end()`, work that still uses it is reported.
  func run(_ test: TestRun, operation: @Sendable () async throws -> Void) async throws {
    defer { test.recordIssues() }
    try await scope(of: test).run(isolation: nil, operation)
  }

  /// Runs a synchronous test in this world, and reports work that still uses it after the test.
  func run(_ test: TestRun, operation: () -> Void) {
    defer { test.end() }
    scope(of: test).run(operation)
  }

  private func scope(of test: TestRun) -> Scope {
    // A copy of a test's world is entered for the same test.
    if self.test == nil, Scheduler.current?.input == nil { reportSharedMock(with: test) }
    var world = self
    world.test = test
    return Scope(world)
  }

  private func reportSharedMock(with test: TestRun) {
    guard let first = enterMock(for: test) else { return }
    IssueReporter.report(
      "The test \(test) enters a mock world that the test \(first) entered first, so that they share its time, "
        + "identifiers, random numbers and settings",
      fixes: [
        "make it anew for each test: a computed property in place of a stored one, static var base: World { … }",
        "write it in the trait, which evaluates it for each test: @Test(.world(.mock) { … })",
      ])
  }
}
