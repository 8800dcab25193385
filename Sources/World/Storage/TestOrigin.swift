import Synchronization

/// The test that a scope was made for, known to all scopes inside it and to all work that holds one of them.
///
/// Work that outlives its test continues to see the test's world, so it doesn't change another test's. It is reported
/// once, with the test's name and place.
package final class TestOrigin: Sendable, CustomStringConvertible {
  private let name: String
  private let place: String
  private let isInInitializer: @Sendable () -> Bool
  private let isOver = Atomic(false)
  private let isReported = Atomic(false)
  private let isInitializerReported = Atomic(false)

  /// - Parameters:
  ///   - name: The test's name.
  ///   - place: Its file and line, if known.
  ///   - isInInitializer: Whether the calling thread initializes a global or a `static let`.
  package init(name: String, place: String, isInInitializer: @escaping @Sendable () -> Bool = { false }) {
    self.name = name
    self.place = place
    self.isInInitializer = isInInitializer
  }

  /// Name and place.
  package var description: String { "\(name) (\(place))" }

  /// Marks the test as ended.
  package func end() { isOver.store(true, ordering: .relaxed) }

  /// The test; `nil` while a global is initialized, whose worlds are no test's.
  var outsideOfInitializers: TestOrigin? { isInInitializer() ? nil : self }

  /// Reports the first use of the world after the test, and one that initializes a global.
  func noteUse() {
    if isInInitializer(), !isInitializerReported.exchange(true, ordering: .relaxed) {
      IssueReporter.report(
        """
        A global or a static let was initialized with Current in the test \(self): it keeps what that test's world gave, \
        for all tests
        """,
        fixes: [
          "make it a computed property, or pass the value on",
          "read Current inside the closures that are called later",
          "name its world: static let … = withWorld(World()) { … }",
        ], isAtCaller: true)
    }
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
