import Synchronization

/// One write to the current world: it takes a copy, which is changed without any lock, and merges at its end what was
/// assigned. Only the merge takes a lock, so no write waits for another one to end.
struct Write: ~Copyable {
  /// The copy to change.
  var world: World

  let scope: Scope
  private let id: UInt64
  private let servicesBefore: Services
  private let notesBefore: OriginNote?

  private static let count = Atomic<UInt64>(0)

  /// Begins to write the running task's current world: its `withWorld`'s, or else the process-wide one.
  init() {
    scope = .current
    id = Write.count.wrappingAdd(1, ordering: .relaxed).newValue
    world = scope.world
    servicesBefore = world.services
    notesBefore = world.notes
    world.assigned.write = id
  }

  /// Makes what was assigned current.
  func commit(asBootstrap: Bool = false) {
    scope.merge(self)
    if !isReplaced, assigned.contains(.timezone) { IssueReporter.tests?.checkCalendar(of: world) }
    if scope.isProcessWide { reportUnexpectedWrite(asBootstrap: asBootstrap) }
  }

  /// Whether another world was assigned, as by `Current = world`: it has another write's number, or none.
  private var isReplaced: Bool { world.assigned.write != id }

  /// The built-in dependencies that were assigned.
  var assigned: DependencySet { isReplaced ? .builtIn : world.assigned.sinceCopy }

  /// A world after this write.
  func applied(to latest: World) -> World {
    if isReplaced { return world }
    var next = latest
    let assigned = assigned
    if assigned.contains(.date) { next.date = world.date }
    if assigned.contains(.calendar) { next.explicitCalendar = world.explicitCalendar }
    if assigned.contains(.timezone) { next.timezone = world.timezone }
    if assigned.contains(.locale) { next.locale = world.locale }
    if assigned.contains(.uuid) { next.uuid = world.uuid }
    if assigned.contains(.random) { next.random = world.random }
    if assigned.contains(.sleep) { next.sleep = world.sleep }
    if assigned.contains(.analytics) { next.analytics = world.analytics }
    if assigned.contains(.settings) { next.settings = world.settings }
    // Assigning them marked them all as not noted.
    let noted = assigned.subtracting(world.assigned.sinceNote)
    next.assigned.sinceNote = next.assigned.sinceNote.subtracting(noted)
    if world.notes !== notesBefore { next.notes = world.notes }
    for (type, box) in world.services.differences(from: servicesBefore) { next.services[type] = box }
    return next
  }

  // MARK: Reporting

  /// Reports a process-wide write after `World.bootstrap` or by a test, and one of a mock world where no tests run.
  private func reportUnexpectedWrite(asBootstrap: Bool) {
    if !asBootstrap, let bootstrap = scope.bootstrap {
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
    } else if asBootstrap || isReplaced, !world.services.isLive, world.notes?.has(.simulation) != true {
      IssueReporter.report(
        "The world of this process is a mock world, and no tests run",
        fixes: ["assign a live one, World()", "in a preview, use withWorld(.mock)"])
    }
  }

  /// What was written, in parentheses, if it is known.
  private var whatWasWritten: String {
    if isReplaced { return "" }
    var names = assigned.names
    let builtIns = names.count
    for (type, _) in world.services.differences(from: servicesBefore) where !type.isHidden {
      let name = serviceName(type)
      names.insert(name, at: names[builtIns...].firstIndex { $0 > name } ?? names.count)
    }
    return names.isEmpty ? "" : " (" + names.joined(separator: ", ") + ")"
  }
}
