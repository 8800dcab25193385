// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// Reports uses of live values that nobody asked for: values of the process-wide world that neither `World.bootstrap`
/// nor another write assigned.
///
/// The closures are replaced when this module is loaded, so a program in production checks nothing.
enum UnnamedUses {
  /// Starts observing the process-wide world.
  static func begin() { Scope.exchange { observe(&$0) } }

  /// Starts observing a world. Unassigned analytics and settings report their use themselves, and a calendar is as live
  /// as its time zone and locale.
  static func observe(_ world: inout World) {
    let origins = world.origins
    world.observe { dependency in
      if [.calendar, .analytics, .settings].contains(dependency.bit) { return nil }
      if origins[keyPath: dependency.origin].kind != .live { return nil }
      return { note("called Current.\(dependency.name)") }
    }
    if world.services.cache === ServiceCache.live { world.services.cache = .unnamed }
  }

  /// Reports a use, unless it is allowed.
  ///
  /// - Parameter use: What the code did, in the past tense.
  static func note(_ use: String) {
    // A live value may be captured in the unassigned world, but called in an assigned one. A live service is built in
    // the process-wide world, whichever world reads it first.
    guard isUnnamed, Build.ofService == nil, !IssueReporter.isCollecting else { return }
    let test = TestIdentity.current
    guard let report = LiveReads.ofProcess.report(use, by: test, in: TestRun.current) else { return }
    IssueReporter.report(
      report.summary, kind: test == nil || test?.framework == .exitTest ? .lost : .other,
      fixes: report.fixes, isAtCaller: true)
  }

  /// Whether the current world is the process-wide one that nobody assigned, or a copy of it.
  private static var isUnnamed: Bool {
    // check-world: allow it asks whose world this is
    Current.services.cache === ServiceCache.unnamed
  }
}
