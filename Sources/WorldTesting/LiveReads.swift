// SPDX-License-Identifier: MIT

import Foundation
import Testing
import World
import XCTest

/// Lets a target's tests use live values that they didn't assign, while you migrate the target to worlds.
///
/// Without it, a test without a world that uses a live value fails; see <doc:TestingWithWorlds>. One line in the test target
/// allows it for all tests in the same process:
///
/// ```swift
/// extension World: @retroactive AllowsLiveReads {}
/// ```
///
/// `swift test` runs all test targets of a package in one process, Xcode each in its own.
public protocol AllowsLiveReads {}

/// Reports live values that a test uses without having asked for them, once for each test and value.
final class LiveReads: Sendable {
  static let ofProcess = LiveReads(
    isAllowed: World.self is any AllowsLiveReads.Type,
    // A host app launches before its tests run. In other processes, tests have always begun.
    hasBegun: { Bundle.main.bundlePath.hasSuffix(".app") ? XCTestObserver.ofProcess.hasBegun : true })

  private let isAllowed: Bool
  /// Whether tests have begun in this process.
  let hasBegun: @Sendable () -> Bool
  private let reported = Lock<Set<String>>([])

  init(isAllowed: Bool, hasBegun: @escaping @Sendable () -> Bool) {
    self.isAllowed = isAllowed
    self.hasBegun = hasBegun
  }

  /// Returns a report of a use; `nil` if the use is allowed or already reported.
  ///
  /// - Parameter isCreated: Whether a `World(…)` is current, or a copy of one; otherwise, it is the process-wide world.
  func report(
    _ use: String, by test: TestIdentity?, isCreated: Bool = false
  ) -> (summary: String, fixes: [String])? {
    if isAllowed || test == nil && !hasBegun() { return nil }
    let key = "\(test?.name ?? TestRun.current?.description ?? "") \(use) \(isCreated)"
    guard reported.withLock({ $0.insert(key).inserted }) else { return nil }
    if isCreated {
      let author = (TestRun.current?.description ?? test?.name).map { "The test \($0)" } ?? "Work of a test"
      return (
        "\(author) \(use), which is live: its world was made by World(…), which replaces only what it is given",
        [
          "start from a mock world: World.mock.with { … }",
          "to use live values on purpose, start from the live world: World.live.with { … }",
        ]
      )
    }
    guard let test else {
      return ("Work without its test's world \(use), which is live", [Self.wrap, Self.own])
    }
    switch test.framework {
    case .swiftTesting where Test.Case.current == nil:
      return (
        "A trait or an argument of the test \(test.name) \(use), which is live: these have no world",
        ["write the value there, or withWorld(.mock) { … }", Self.live]
      )
    case .swiftTesting:
      return (
        "The test \(test.name) has no world of its own, and \(use), which is live",
        [Self.own, Self.part, "to use live values on purpose: @Test(.world(.live))"]
      )
    case .exitTest:
      return (
        "An exit test has no world, and \(use), which is live",
        ["enter a world inside: withWorld(.mock) { … }", Self.live]
      )
    case .xcTest:
      return (
        "The test \(test.name) has no world of its own, and \(use), which is live",
        ["derive the XCTestCase from WorldTestCase", Self.part, Self.live]
      )
    case .worldTestCase:
      return (
        "Work without its test's world \(use), which is live, during the test \(test.name)", [Self.wrap]
      )
    }
  }

  private static let own = "give each test a world: @Test(.world(.mock))"
  private static let part = "run that part in a world: withWorld(.mock) { … }"
  private static let live = "to use live values on purpose: withWorld(.live) { … }"
  private static let wrap =
    "in Task.detached, Dispatch and threads, run it in the test's world: Current.wrap { … }"
}
