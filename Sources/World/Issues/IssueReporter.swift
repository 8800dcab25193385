import Synchronization

/// Reports all issues of the library.
///
/// In a test process an issue fails the test that caused it. The module `WorldTesting` does that; it announces itself
/// when it is loaded, so that a production program links no test framework and doesn't look for one. Elsewhere an issue
/// is one line on standard error. The same line is printed once, so that a hot path doesn't fill the log.
package enum IssueReporter {
  @inline(never)
  package static func report(
    _ summary: Text, kind: World.Issue.Kind = .other, at location: World.SourceLocation? = nil,
    fixes: [Text], isAtCaller: Bool = false, isAfterTest: Bool = false
  ) {
    let issue = World.Issue(
      summary.string, kind: kind, at: location, fixes: fixes.map(\.string),
      isAtCaller: isAtCaller || location == nil,
      isAfterTest: isAfterTest)
    if let collected, collected.add(issue) { return }
    if let tests, tests.record(issue) { return }
    let line = "World: \(issue)"
    if let line = firstTime(line) { writeLineToStandardError(line) }
  }

  // MARK: Collecting

  @TaskLocal private static var collected: Collected?
  /// How many operations are being collected of, since looking up the task-local costs more.
  private static let collections = Atomic(0)

  /// Whether the running code is inside of ``collect(_:)``, as in an audit.
  package static var isCollecting: Bool { draw(ifCollecting: false) != nil }

  /// Counts from 1 inside of ``collect(_:)``, for sources that must not move on there; `nil` elsewhere.
  package static func drawIfCollecting() -> UInt64? { draw(ifCollecting: true) }

  private static func draw(ifCollecting draws: Bool) -> UInt64? {
    if collections.load(ordering: .relaxed) == 0 { return nil }
    return collected?.draw(draws ? 1 : 0)
  }

  /// The issues of an operation; `nil` after it has ended, though work that it began may continue.
  private final class Collected: Sendable {
    private let issues = Lock<[World.Issue]?>([])
    private let draws = Atomic<UInt64>(0)

    /// - Returns: `false` if the operation has ended.
    func add(_ issue: World.Issue) -> Bool { issues.withLock { $0?.append(issue) != nil } }

    /// - Returns: `nil` if it is over.
    func draw(_ count: UInt64) -> UInt64? {
      issues.withLock { $0 == nil } ? nil : draws.add(count, ordering: .relaxed).newValue
    }

    func end() -> [World.Issue] {
      issues.withLock { issues in
        defer { issues = nil }
        return issues ?? []
      }
    }
  }

  /// Runs an operation whose issues aren't reported, but returned.
  @inline(never)
  package static func collect(_ operation: () async throws -> Void) async -> (
    issues: [World.Issue], error: (any Error)?
  ) {
    let collected = Collected()
    collections.add(1, ordering: .relaxed)
    defer { collections.subtract(1, ordering: .relaxed) }
    do {
      try await $collected.withValue(collected, operation: operation)
      return (collected.end(), nil)
    } catch {
      return (collected.end(), error)
    }
  }

  // MARK: In tests

  private static let testSink = AtomicLazyReference<TestSink>()

  private final class TestSink: Sendable {
    let sink: any TestReporting.Type

    init(_ sink: any TestReporting.Type) { self.sink = sink }
  }

  /// Begins to report issues to tests. `WorldTesting` calls it when it is loaded.
  package static func beginTesting(_ sink: any TestReporting.Type) { _ = testSink.storeIfNil(TestSink(sink)) }

  /// What reports to the tests of this process; `nil` if it runs none.
  package static var tests: (any TestReporting.Type)? { testSink.load()?.sink }

  private static let printed = Lock<[String]>([])
  private static let printedLimit = 1_000

  /// What to print for a line: the line, or nothing if it was printed before, or that this is enough.
  @inline(never)
  private static func firstTime(_ line: String) -> String? {
    printed.withLock { printed in
      guard printed.count <= printedLimit, !printed.contains(line) else { return nil }
      printed.append(line)
      return printed.count <= printedLimit ? line : "World: \(printedLimit) issues were printed; no more are"
    }
  }
}
