// SPDX-License-Identifier: MIT

import Synchronization

/// One write to the current world. It changes a copy without a lock, and publishes the copy at its end. If another write ended
/// meanwhile, it merges its assignments instead. Writes don't wait for each other.
struct Write: ~Copyable {
  let copy: Snapshot
  let scope: Scope
  /// The world that was copied; `nil` if it is the scope's first.
  private let base: Snapshot?
  private let origin: Origin
  private let id: UInt64

  private static let count = Atomic<UInt64>(0)

  /// - Parameter origin: The origin of the assignments; `nil` for a plain write.
  init(from origin: Origin? = nil) {
    scope = Scope.current
    base = scope.latest
    copy = scope.snapshot(of: base)
    id = Write.count.wrappingAdd(1, ordering: .relaxed).newValue
    self.origin = origin ?? scope.origin.ofWrite
    copy.world.assignments.write = id
    copy.world.assignments.author = self.origin
  }

  func commit() {
    let assignments = copy.world.assignments
    // Another world was assigned, as in `Current = world`.
    let isReplaced = assignments.write != id
    scope.replaceLatest(from: origin) {
      isReplaced || $0 === base ? copy : merged(assignments.changes, into: $0)
    }
    if !isReplaced, assignments.changes.builtIns.contains(.timezone) {
      IssueReporter.tests?.checkCalendar(of: copy.world)
    }
    if scope.isProcessWide { reportUnexpectedWrite(isReplaced ? nil : assignments.changes) }
  }

  /// Returns the latest world with the assignments of this write.
  private func merged(_ changes: Dependencies, into latest: Snapshot?) -> Snapshot {
    let next = scope.snapshot(of: latest)
    for dependency in BuiltIn.all where changes.builtIns.contains(dependency.bit) {
      dependency.copy(&next.world, copy.world)
      next.world.origins[keyPath: dependency.origin] = copy.world.origins[keyPath: dependency.origin]
    }
    for type in changes.services.values { next.world.services[type] = copy.world.services[type] }
    next.world.assignments.changes = changes
    return next
  }

  // MARK: Reporting

  /// Reports a process-wide write if it follows `World.bootstrap`, if a test makes it, or if it assigns a mock world in a program.
  /// - Parameter changes: The assigned dependencies; `nil` for a whole world.
  private func reportUnexpectedWrite(_ changes: Dependencies?) {
    let written = changes.map(Write.description(of:)) ?? ""
    if let bootstrap = scope.finishedBootstrap {
      IssueReporter.report(
        "The process-wide world was written" + written + " after World.bootstrap set it up at "
          + bootstrap.description,
        fixes: [
          "write it inside that World.bootstrap",
          "to change the world temporarily, use withWorld, whose writes stay inside",
          World.Issue.fixInTest,
        ])
    } else if let tests = IssueReporter.tests {
      tests.reportProcessWideWrite(written)
    } else if changes == nil, !copy.world.services.isLive,
      !BuiltIn.all.contains(where: { copy.world.origins[keyPath: $0.origin].kind == .simulation })
    {
      IssueReporter.report(
        "The world of this process is a mock world, and no tests run with WorldTesting",
        fixes: ["assign a live one, World()", "in a preview, use withWorld(.mock)"])
    }
  }

  /// Returns the names of the assigned dependencies, in parentheses, without the library's own services.
  private static func description(of changes: Dependencies) -> String {
    let builtIns = BuiltIn.all.filter { changes.builtIns.contains($0.bit) }.map(\.name)
    let services = changes.services.values.filter { !$0.isHidden }.map(serviceName).sorted()
    let names = builtIns + services
    return names.isEmpty ? "" : " (" + names.joined(separator: ", ") + ")"
  }
}
