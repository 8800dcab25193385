import Synchronization

/// One write to the current world: it takes a copy, which is changed without any lock, and merges at its end what was
/// assigned. Only the merge takes a lock, so no write waits for another one to end.
struct Write: ~Copyable {
  /// The copy to change.
  var world: World

  let scope: Scope
  private let origin: Origin
  private let id: UInt64

  private static let count = Atomic<UInt64>(0)

  /// Begins to write the running task's current world: its `withWorld`'s, or else the process-wide one.
  /// - Parameter origin: Where what is assigned comes from, if that isn't a plain write.
  init(from origin: Origin? = nil) {
    // Local values: to change a stored property before all are initialized crashes optimized programs of Swift 6.3.1.
    let scope = Scope.current
    let id = Write.count.wrappingAdd(1, ordering: .relaxed).newValue
    let origin = origin ?? scope.originOfWrites
    var world = scope.world
    world.assignments.write = id
    world.assignments.author = origin
    (self.scope, self.origin, self.id, self.world) = (scope, origin, id, world)
  }

  /// Makes what was assigned current.
  func commit() {
    scope.merge(self)
    if !isReplaced, changes.builtIns.contains(.timezone) { IssueReporter.tests?.checkCalendar(of: world) }
    if scope.isProcessWide { reportUnexpectedWrite() }
  }

  /// Whether another world was assigned, as by `Current = world`: it has another write's number, or none.
  private var isReplaced: Bool { world.assignments.write != id }

  private var changes: Dependencies { world.assignments.changes }

  /// A world after this write.
  func applied(to latest: World) -> World {
    var next = isReplaced ? world : latest
    if isReplaced {
      next.assignments.entry = origin
    } else {
      for dependency in BuiltIn.all where changes.builtIns.contains(dependency.bit) {
        dependency.assign(to: &next, from: world)
      }
      for type in changes.services.values { next.services[type] = world.services[type] }
      next.assignments.changes = changes
    }
    return next
  }

  // MARK: Reporting

  /// Reports a process-wide write after `World.bootstrap` or by a test, and one of a mock world where no tests run.
  private func reportUnexpectedWrite() {
    if let bootstrap = scope.finishedBootstrap {
      IssueReporter.report(
        "The process-wide world was written" + whatWasWritten + " after World.bootstrap set it up at "
          + bootstrap.description,
        fixes: [
          "write it inside that World.bootstrap",
          "to change the world temporarily, use withWorld, whose writes stay inside",
          World.Issue.fixInTest,
        ])
    } else if let tests = IssueReporter.tests {
      tests.reportProcessWideWrite(whatWasWritten)
    } else if isReplaced, !world.services.isLive,
      !BuiltIn.all.contains(where: { world.origins[keyPath: $0.origin].kind == .simulation })
    {
      IssueReporter.report(
        "The world of this process is a mock world, and no tests run with WorldTesting",
        fixes: ["assign a live one, World()", "in a preview, use withWorld(.mock)"])
    }
  }

  /// What was written, in parentheses, if it is known.
  private var whatWasWritten: String {
    if isReplaced { return "" }
    let builtIns = BuiltIn.all.filter { changes.builtIns.contains($0.bit) }.map(\.name)
    let services = changes.services.values.filter { !$0.isHidden }.map(serviceName).sorted()
    let names = builtIns + services
    return names.isEmpty ? "" : " (" + names.joined(separator: ", ") + ")"
  }
}
