import Synchronization

/// The test that a scope was made for, known to all scopes inside it and to all work that holds one of them.
///
/// Work that outlives its test continues to see the test's world, so it doesn't change another test's. It is reported
/// once, with the test's name and place.
package final class TestOrigin: Sendable, CustomStringConvertible {
  private let name: String
  private let place: String
  private let isOver = Atomic(false)
  private let isReported = Atomic(false)

  /// - Parameters:
  ///   - name: The test's name.
  ///   - place: Its file and line, if known.
  package init(name: String, place: String) {
    self.name = name
    self.place = place
  }

  /// Name and place.
  package var description: String { "\(name) (\(place))" }

  /// Marks the test as ended.
  package func end() { isOver.store(true, ordering: .relaxed) }

  /// Reports the first use of the world after the test.
  func reportIfOver() {
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
