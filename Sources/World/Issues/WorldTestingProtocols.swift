// SPDX-License-Identifier: MIT

/// Reports to the tests of a process. A type of the module `WorldTesting` conforms to it.
package protocol TestIntegration: Sendable {
  /// Fails the running test.
  ///
  /// - Returns: `nil`; if no test is running, what to print, with the line of the caller if it is known.
  static func record(_ issue: World.Issue) -> String?

  /// The running test's name and place; `nil` if none is running, or if it isn't known.
  static var runningTest: String? { get }

  /// A number for the running test and the arguments of its case: the same in each process, and another for another test.
  static var seed: UInt64 { get }

  /// Makes a world report the use of its live values.
  static func observeLiveUses(of world: inout World)

  /// Reports a process-wide write. `written` lists the assigned dependencies, such as ` (date)`; it is empty if they aren't known.
  static func reportProcessWideWrite(_ written: String)

  /// Reports a world whose explicit calendar has another time zone than the one assigned.
  static func checkCalendar(of world: World)
}

/// The test that a scope and its inner scopes were made for.
@usableFromInline
package protocol AnyTestRun: AnyObject, Sendable, CustomStringConvertible {
  /// Whether the test has ended.
  var isOver: Bool { get }

  /// Reports a use of the test's world after the test's end.
  func checkUse()
}
