import Synchronization

/// Finds a write to `Current` inside the update of a `withWorld`, which was meant for the world that is being made:
/// `withWorld { Current.date = fixed } operation: { … }` changes the world around.
///
/// In debug builds, and where tests run, the threads that run an update are known, and the scope around each.
@usableFromInline
enum UpdateWrites {
  private static let updates = Lock<[(thread: ThreadID, around: Scope)]>([])
  private static let count = Atomic(0)

  /// Whether an update is running on any thread.
  static var areWatched: Bool { count.load(ordering: .relaxed) > 0 }

  /// Notes that the thread runs an update.
  ///
  /// - Returns: Whether it must be ended.
  @usableFromInline
  @inline(never)
  static func begin() -> Bool {
    guard IssueReporter.findsMistakes else { return false }
    let update = (ThreadID.current, Scope.innermost ?? .process)
    updates.withLock { $0.append(update) }
    count.add(1, ordering: .relaxed)
    return true
  }

  @usableFromInline
  @inline(never)
  static func end() {
    let thread = ThreadID.current
    count.subtract(1, ordering: .relaxed)
    let ended = updates.withLock { updates in
      updates.lastIndex { $0.thread == thread }.map { updates.remove(at: $0) }
    }
    withExtendedLifetime(ended) {}
  }

  /// Reports a write to a scope by the update of a scope inside.
  @inline(never)
  static func report(in scope: Scope, _ changes: String) {
    let thread = ThreadID.current
    guard updates.withLock({ $0.contains { $0.thread == thread && $0.around === scope } }) else { return }
    IssueReporter.report(
      """
      Current was written\(changes) inside the update of a withWorld, which changes the world around it and not the one \
      that the operation runs in
      """,
      fixes: ["write to the update's argument: withWorld { $0.date = … }"], isAtCaller: true)
  }
}
