/// Reports to the tests of a process. The module `WorldTesting` conforms to it, so that other programs don't compile what
/// only tests need.
package protocol TestIntegration: Sendable {
  /// Fails the running test.
  ///
  /// - Returns: `false` if no test is running.
  static func record(_ issue: World.Issue) -> Bool

  /// The running test's name and place; `nil` if none is running, or if it isn't known.
  static var runningTest: String? { get }

  /// Reports that a service was read in a live world that nobody named.
  static func reportUnnamedUse(of service: any World.Service.Type)

  /// Begins to report the use of a world's live values, since nobody named that world live.
  static func observeLiveUses(of world: inout World)

  /// Reports a process-wide write of such as ` (date)`, with the blank; empty if it isn't known what was written.
  static func reportProcessWideWrite(_ written: String)

  /// Reports that a world whose time zone was assigned has a calendar that was set explicitly, in another.
  static func checkCalendar(of world: World)
}

/// The run of a test that a scope was made for, known to all scopes inside it and to all work that holds one of them.
package protocol AnyTestRun: AnyObject, Sendable, CustomStringConvertible {
  /// Reports a use of the test's world that is too late.
  func checkUse()
}
