// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// Notes the use of live values that nobody named: those of the process-wide world, as far as neither `World.bootstrap`
/// nor another write assigned them.
///
/// The closures are replaced when this module is loaded, so that a program in use has nothing to decide.
enum UnnamedUses {
  /// Begins with the process-wide world.
  static func begin() { Scope.exchange { observe(&$0) } }

  /// Begins with a world. Analytics and settings that weren't assigned report that themselves, and a calendar is as live as its
  /// time zone and locale.
  static func observe(_ world: inout World) {
    let origins = world.origins
    world.observe { dependency in
      if [.calendar, .analytics, .settings].contains(dependency.bit) { return nil }
      if origins[keyPath: dependency.origin].kind != .live { return nil }
      return { note("called Current.\(dependency.name)") }
    }
    if world.services.cache === ServiceCache.live { world.services.cache = .unnamed }
  }

  /// Notes one.
  ///
  /// - Parameter use: What the code did, in the past tense.
  static func note(_ use: String) {
    // A live value may be captured where it isn't named, and called where it is. A live service is built in the
    // process-wide world whatever the world of its first reader.
    guard isUnnamed, Build.ofService == nil, !IssueReporter.isCollecting else { return }
    let test = TestIdentity.current
    guard let report = LiveReads.ofProcess.report(use, by: test, in: TestRun.current) else { return }
    IssueReporter.report(
      report.summary, kind: test == nil || test?.framework == .exitTest ? .lost : .other,
      fixes: report.fixes, isAtCaller: true)
  }

  /// Whether the running code's world, or the one it was copied from, is the process-wide one, which nobody assigned.
  private static var isUnnamed: Bool {
    // check-world: allow it asks whose world this is
    Current.services.cache === ServiceCache.unnamed
  }
}
