import World

/// Notes the use of live values that nobody named: those of the process-wide world, as far as neither `World.bootstrap`
/// nor another write assigned them.
///
/// The closures are replaced when this module is loaded, so that a program in use has nothing to decide.
enum UnnamedUses {
  /// Begins. Analytics and settings that weren't assigned report that themselves, and a calendar is as live as its time
  /// zone and locale.
  static func begin() {
    Scope.exchangeUnassigned { world, assigned in
      func isLive(_ dependency: DependencySet) -> Bool { !assigned.contains(dependency) }
      if isLive(.date) { world.date = { [date = world.date] in noting("date", date) } }
      if isLive(.timezone) { world.timezone = { [zone = world.timezone] in noting("timezone", zone) } }
      if isLive(.locale) { world.locale = { [locale = world.locale] in noting("locale", locale) } }
      if isLive(.uuid) { world.uuid = { [uuid = world.uuid] in noting("uuid", uuid) } }
      if isLive(.random) {
        world.random = World.RandomSource { [random = world.random] in noting("random", random.next) }
      }
      if isLive(.sleep) {
        world.sleep = { [sleep = world.sleep] duration in
          noting("sleep") {}
          try await sleep(duration)
        }
      }
      world.elapsed.now = { [now = world.elapsed.now] in noting("clock", now) }
      if world.services.cache === ServiceCache.live { world.services.cache = .unnamed }
    }
  }

  private static func noting<Result>(_ name: String, _ closure: () -> Result) -> Result {
    note("called Current.\(name)")
    return closure()
  }

  /// Notes one.
  ///
  /// - Parameters:
  ///   - use: What the code did, in the past tense.
  ///   - location: Where, if it is known.
  static func note(_ use: String, at location: World.SourceLocation? = nil) {
    // A live value may be captured where it isn't named, and called where it is. A live service is built in the
    // process-wide world whatever the world of its first reader.
    guard isUnnamed, !Build.isBuildingService, !IssueReporter.isCollecting else { return }
    let test = TestIdentity.current
    guard let report = LiveReads.ofProcess.report(use, by: test) else { return }
    IssueReporter.report(
      report.summary, kind: test == nil || test?.framework == .exitTest ? .lost : .other, at: location,
      fixes: report.fixes, isAtCaller: true)
  }

  /// Whether the running code's world, or the one it was copied from, is the process-wide one, which nobody assigned.
  private static var isUnnamed: Bool {
    // check-world: allow it asks whose world this is
    Current.services.cache === ServiceCache.unnamed
  }
}
