// SPDX-License-Identifier: MIT

import World
import WorldMocks
import XCTest

/// An XCTest case in which every test has a world of its own.
///
/// ```swift
/// final class GreetingTests: WorldTestCase {
///   override var world: World {
///     var world = World.mock
///     world.locale = { Locale(identifier: "fr_FR") }
///     return world
///   }
///
///   func testGreets() { XCTAssertEqual(GreetingBuilder.build().text, "Bonjour") }
/// }
/// ```
///
/// The world is current in `setUp`, in the test, synchronous or not, and in `tearDown`. A write such as
/// `Current.date = { … }` changes that test's world only.
///
/// In a module whose default isolation is the main actor, write `nonisolated final class`, as for any
/// `XCTestCase`, and `@MainActor` before the tests that need it.
open class WorldTestCase: XCTestCase {
  /// The world of each test; `World.mock` unless a subclass overrides it. Evaluated once for each test.
  open var world: World { .mock }

  /// Runs the test in its world.
  open override func invokeTest() {
    let world = world
    if world.hasTimeMachine { XCTestObserver.ofProcess.use(world.time) }
    world.run(TestRun("\(name) (\(type(of: self)))")) { super.invokeTest() }
  }
}
