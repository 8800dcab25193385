// SPDX-License-Identifier: MIT

/// One write to the current world. It changes a copy without a lock, and publishes the copy at its end. If another write ended
/// meanwhile, it merges its assignments instead. Writes don't wait for each other.
struct Write: ~Copyable {
  let copy: Snapshot
  let scope: Scope
  /// The world that was copied; `nil` if it is the scope's first.
  private let base: Snapshot?
  /// The number that the copy has instead of its scope's. Another number means that the copy was replaced.
  private let number: UInt64

  init() {
    // Fields aren't read before all are set: Swift 6.3.1 would release an object once too often when it optimizes.
    let (scope, number) = (Scope.current, Scope.nextNumber())
    let base = scope.latest
    let copy = scope.snapshot(of: base)
    copy.world.scopeNumber = number
    (self.scope, self.base, self.copy, self.number) = (scope, base, copy, number)
  }

  /// - Parameter isBootstrap: Whether `World.bootstrap` writes.
  func commit(isBootstrap: Bool = false) {
    // Another world was assigned, as in `Current = world`.
    let isReplaced = copy.world.scopeNumber != number
    let changes = copy.world.assignments.changes
    if isReplaced { copy.world.services.enter(scope) } else { copy.world.scopeNumber = scope.number }
    scope.replaceLatest(isBootstrap: isBootstrap) { latest in
      if isReplaced || latest === base { return copy }
      let next = scope.snapshot(of: latest)
      next.world.assign(changes, from: copy.world)
      return next
    }
    if !isReplaced, changes.builtIns.contains(.timezone) {
      IssueReporter.tests?.checkCalendar(of: copy.world)
    }
    if scope.isProcessWide { reportUnexpectedWrite(isReplaced ? nil : changes) }
  }

  // MARK: Reporting

  /// Reports a process-wide write if it follows `World.bootstrap`, if a test makes it, or if it assigns a mock world in a program.
  /// - Parameter changes: The assigned dependencies; `nil` for a whole world.
  private func reportUnexpectedWrite(_ changes: Changes?) {
    // A description takes longer than the write.
    if let bootstrap = scope.finishedBootstrap {
      IssueReporter.report(
        "The process-wide world was written" + (changes?.names ?? "")
          + " after World.bootstrap set it up at " + bootstrap.description,
        fixes: [
          "write it inside that World.bootstrap",
          "to change the world temporarily, use withWorld, whose writes stay inside",
          World.Issue.fixInTest,
        ])
    } else if let tests = IssueReporter.tests {
      tests.reportProcessWideWrite(changes?.names ?? "")
    } else if changes == nil, !copy.world.serviceStore.isLive,
      copy.world.assignments.simulated.isSubset(of: copy.world.assignments.mocked)
    {
      IssueReporter.report(
        "The world of this process is a mock world, and no tests run with WorldTesting",
        fixes: ["assign a live one, World()", "in a preview, use withWorld(.mock)"])
    }
  }
}
