// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// Reports uses of live values that nobody asked for: values of the process-wide world, or of a
/// `World(…)`, that nobody assigned.
///
/// The closures are replaced when this module is loaded, so a program in production checks nothing.
enum UnnamedUses {
  /// Starts observing the process-wide world.
  static func begin() { Scope.exchange { observe(&$0, services: ofProcess) } }

  /// Starts observing what a `World(…)` wasn't given.
  static func observe(_ world: inout World) { observe(&world, services: ofCreated) }

  /// Starts observing a world. Unassigned analytics and settings report their use themselves, and a calendar is as live
  /// as its time zone and locale.
  private static func observe(_ world: inout World, services: ServiceStore) {
    world.observe { [world] dependency in
      if [.calendar, .analytics, .settings].contains(dependency) || world.isAssigned(dependency) {
        return nil
      }
      return { note("called Current.\(dependency.name)") }
    }
    world.serviceStore = services
  }

  // The live services, in the process-wide world and in a `World(…)`. Each read is reported.
  private static let (ofProcess, ofCreated) = (services(), services())

  private static func services() -> ServiceStore {
    ServiceStore(wrapping: .live, isKept: false) { build in
      let service = build()
      if service.type is any World.LiveService.Type, !service.type.isHidden {
        note("read \(serviceName(service.type))")
      }
      return service
    }
  }

  /// Reports a use, unless it is allowed.
  ///
  /// - Parameter use: What the code did, in the past tense.
  static func note(_ use: String) {
    // A live value may be captured in the unassigned world, but called in an assigned one. A live service is built in
    // the process-wide world, whichever world reads it first.
    // check-world: allow it asks whose world this is
    let services = Current.serviceStore
    guard services === ofProcess || services === ofCreated, !Build.isOfService, !IssueReporter.isCollecting
    else { return }
    let test = TestIdentity.current
    guard let report = LiveReads.ofProcess.report(use, by: test, isCreated: services === ofCreated) else {
      return
    }
    IssueReporter.report(
      report.summary, kind: test == nil || test?.framework == .exitTest ? .lost : .other,
      fixes: report.fixes, isAtCaller: true)
  }
}
