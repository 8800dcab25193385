import Synchronization

/// One write to the current world: it takes a copy, which is changed without any lock, and merges at its end what was
/// assigned. Only the merge takes a lock, so no write waits for another one to end.
struct Edit {
  /// The copy to change.
  var world: World

  let scope: Scope
  /// Marks the copy. A world that was assigned in its place has another mark, and replaces the latest one instead of being
  /// merged.
  let id: UInt32
  /// The services before the write.
  let servicesBefore: Services
  /// The notes before the write.
  let notesBefore: OriginNote?

  private static let count = Atomic<UInt32>(0)

  /// Begins to write the running task's current world: its `withWorld`'s, or else the process-wide one.
  init() {
    scope = .current
    id = Edit.count.wrappingAdd(1, ordering: .relaxed).newValue
    world = scope.world
    servicesBefore = world.services
    notesBefore = world.notes
    world.changes.recent = .none
    world.changes.editID = id
  }

  /// Makes the changes current.
  @inline(never)
  func commit(asBootstrap: Bool = false) {
    let replaced = scope.merge(self)
    withExtendedLifetime(replaced) {}
    #if DEBUG
      WritesInUpdates.report(in: scope, changes())
    #endif
    if scope.isProcessWide, !asBootstrap { reportUnexpectedWrite() }
  }

  /// Reports a process-wide write after `World.bootstrap`, or by a test.
  @_optimize(none)
  private func reportUnexpectedWrite() {
    if let bootstrap = scope.bootstrap {
      IssueReporter.report(
        "The process-wide world was written\(changes()) after World.bootstrap set it up at \(bootstrap)",
        fixes: [
          "write it inside that World.bootstrap",
          "to change the world temporarily, use withWorld, whose writes stay inside",
          "in a test, give it its own world: @Test(.world(.mock))",
        ])
    } else {
      IssueReporter.tests?.reportProcessWideWrite(changes())
    }
  }

  /// What was written, in parentheses, if it is known.
  @_optimize(none)
  private func changes() -> String {
    if world.changes.editID != id { return "" }
    let services = world.services.changes(since: servicesBefore).filter { !$0.isHidden }
    let names = world.changes.recent.names + services.map { serviceName($0.serviceType) }
    return names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
  }
}

extension World {
  /// Copies into this world what a write assigned in another copy.
  mutating func merge(_ edit: Edit) {
    let edited = edit.world
    let changed = edited.changes.recent
    if changed.contains(.date) { date = edited.date }
    if changed.contains(.calendar) { explicitCalendar = edited.explicitCalendar }
    if changed.contains(.timezone) { timezone = edited.timezone }
    if changed.contains(.locale) { locale = edited.locale }
    if changed.contains(.uuid) { uuid = edited.uuid }
    if changed.contains(.random) { random = edited.random }
    if changed.contains(.sleep) { sleep = edited.sleep }
    if changed.contains(.analytics) { analytics = edited.analytics }
    if changed.contains(.settings) { settings = edited.settings }
    // The assignments above count as unnoted. Those that the edit has noted don't.
    changes.unnoted = changes.unnoted.subtracting(changed.subtracting(edited.changes.unnoted))
    if edited.notes !== edit.notesBefore { notes = edited.notes }
    for box in edited.services.changes(since: edit.servicesBefore) { services = services.assigning(box) }
  }
}
