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

  /// Starts observing a world.
  private static func observe(_ world: inout World, services: ServiceStore) {
    world.wrapClosures { world in
      for dependency in BuiltIn.allCases where !world.isAssigned(dependency) {
        world.observe(dependency) { note("called Current.\(dependency.name)", in: services) }
      }
    }
    world.serviceStore = services
  }

  // The live services, in the process-wide world and in a `World(…)`. Each read is reported.
  private static let ofProcess: ServiceStore = ServiceStore(wrapping: .live, isKept: false) {
    noteRead($0(), in: ofProcess)
  }
  private static let ofCreated: ServiceStore = ServiceStore(wrapping: .live, isKept: false) {
    noteRead($0(), in: ofCreated)
  }

  private static func noteRead(_ service: any ServiceBox, in services: ServiceStore) -> any ServiceBox {
    if service.type is any World.LiveService.Type, !service.type.isHidden {
      note("read \(serviceName(service.type))", in: services)
    }
    return service
  }

  /// Reports a use, unless it is allowed.
  ///
  /// - Parameters:
  ///   - use: What the code did, in the past tense.
  ///   - services: The services of the world that was used.
  private static func note(_ use: String, in services: ServiceStore) {
    // A value may be used of a world that isn't current, as in an update. A live service is built in the process-wide world,
    // whichever world reads it first.
    // check-world: allow it asks whose world this is
    guard Current.serviceStore === services, !Build.isOfService, !IssueReporter.isCollecting else { return }
    let test = TestIdentity.current
    guard let report = LiveReads.ofProcess.report(use, by: test, isCreated: services === ofCreated) else {
      return
    }
    IssueReporter.report(
      report.summary, kind: test == nil || test?.framework == .exitTest ? .lost : .other,
      fixes: report.fixes, isAtCaller: true)
  }
}

extension World {
  /// Calls a function before each use of a dependency. Unassigned analytics and settings report their use themselves, and a calendar
  /// is as live as its time zone and locale.
  fileprivate mutating func observe(_ dependency: BuiltIn, _ use: @escaping @Sendable () -> Void) {
    func observed<Value>(_ closure: @escaping @Sendable () -> Value) -> @Sendable () -> Value {
      {
        use()
        return closure()
      }
    }
    switch dependency {
    case .date: date = observed(date)
    case .timezone: timezone = observed(timezone)
    case .locale: locale = observed(locale)
    case .uuid: uuid = observed(uuid)
    case .random: random = RandomSource(observed(random.next))
    case .clock: elapsed.now = observed(elapsed.now)
    case .sleep:
      sleep = { [sleep] in
        use()
        try await sleep($0)
      }
    case .calendar, .analytics, .settings: break
    }
  }
}
