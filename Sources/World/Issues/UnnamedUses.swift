/// Notes the use of live values that nobody named: those of the process-wide world in a test process, as far as neither
/// `World.bootstrap` nor another write assigned them.
///
/// The closures are replaced when `WorldTesting` is loaded, so that a program in use has nothing to decide.
enum UnnamedUses {
  /// Begins. Analytics and settings that weren't assigned report that themselves, and a calendar is as live as its time
  /// zone and locale.
  @_optimize(none)
  static func note() {
    let process = Scope.process
    let replaced = process.writes.state.withLock { writes in
      let world = (writes.uncached ?? writes.cached.last)?.address.pointee ?? process.first
      let reporting = Dependencies.calendar.union(.analytics).union(.settings)
      var next = world.guarding(.all.subtracting(writes.written.union(reporting)), areUnnamed: true)
      next.changes = world.changes
      next.services = next.services.notingUnnamedUses()
      return process.publish(next, &writes)
    }
    withExtendedLifetime(replaced) {}
  }

  /// Notes one.
  ///
  /// - Parameters:
  ///   - use: What the code did, in the past tense.
  ///   - location: Where, if it is known.
  @_optimize(none)
  static func note(_ use: Text, at location: World.SourceLocation? = nil) {
    // A live value may be captured where it isn't named, and called where it is. A live service is built in the
    // process-wide world whatever the world of its first reader.
    guard Scope.isUnnamed, !BuildRecord.isBuilding, !IssueReporter.isCollecting else { return }
    IssueReporter.testSink.withLock { $0 }?.noteUnnamedUse(use.string, at: location)
  }
}

extension Scope {
  /// Whether the running code's world, or the one it was copied from, is the process-wide one, which nobody assigned.
  fileprivate static var isUnnamed: Bool {
    var owner: Unmanaged<AnyObject>?
    let address = currentAddress(&owner)
    defer { owner?.release() }
    return address.pointee.services.isUnnamed
  }
}
