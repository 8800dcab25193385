#if DEBUG
  /// Finds a write to `Current` inside the update of a `withWorld`, which was meant for the world that is being made:
  /// `withWorld { Current.date = fixed } operation: { … }` changes the world around.
  ///
  /// In debug builds the threads that run an update are known, and the scope around each. A build for release does none of
  /// this, so that entering a scope costs no more there.
  @usableFromInline
  enum WritesInUpdates {
    private static let updates = Lock<[(thread: UInt, around: Scope)]>([])

    /// Notes that the thread runs an update.
    @usableFromInline
    static func begin() {
      let update = (currentThread(), Scope.innermost ?? .process)
      updates.withLock { $0.append(update) }
    }

    @usableFromInline
    static func end() {
      let thread = currentThread()
      let ended = updates.withLock { updates in
        updates.lastIndex { $0.thread == thread }.map { updates.remove(at: $0) }
      }
      withExtendedLifetime(ended) {}
    }

    /// Reports a write to a scope by the update of a scope inside.
    static func report(in scope: Scope, _ changes: @autoclosure () -> String) {
      let thread = currentThread()
      guard updates.withLock({ $0.contains { $0.thread == thread && $0.around === scope } }) else { return }
      IssueReporter.report(
        """
        Current was written\(changes()) inside the update of a withWorld, which changes the world around it and not the one \
        that the operation runs in
        """,
        fixes: ["write to the update's argument: withWorld { $0.date = … }"], isAtCaller: true)
    }
  }
#endif
