import Foundation
import Greeter
import World
import WorldMocks
import WorldTesting
import XCTest

// XCTest's classes are nonisolated, so this one is, too, even if the main actor is the default isolation. Each test declares
// its own isolation.
nonisolated final class GreetingXCTests: WorldTestCase {
  override var world: World {
    var world = World.mock
    world.locale = { Locale(identifier: "fr_FR") }
    return world
  }

  @MainActor func testTellsTheTimeInTheUsersLanguage() {
    XCTAssertEqual(GreetingBuilder.build().time, "mardi 28 août 2018 à 13:27")
  }

  @MainActor func testEachTestHasAWorldOfItsOwn() async {
    Current.visitor.name = { "Grace" }
    await Task.yield()
    XCTAssertEqual(GreetingBuilder.build().text, "Good afternoon, Grace.")
  }
}
