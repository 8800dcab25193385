import Synchronization
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

  init(_ description: String) { self.description = description }

  /// Marks the test as ended.
  func end() { isOver.store(true, ordering: .relaxed) }

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
    try await scope(of: test).run(isolation: nil, operation)
  }

  /// Runs a synchronous test in this world, and reports work that still uses it after the test.
  func run(_ test: TestRun, operation: () -> Void) {
    defer { test.end() }
    scope(of: test).run(operation)
  }

  private func scope(of test: TestRun) -> Scope {
    var world = self
    world.note(test)
    return Scope(world)
  }
}
