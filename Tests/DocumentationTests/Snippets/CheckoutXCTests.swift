import Foundation
import World
import WorldMocks
import WorldTesting
import XCTest

final class CheckoutXCTests: WorldTestCase {
  override var world: World {
    var world = World.mock
    world.locale = { Locale(identifier: "fr_FR") }
    return world
  }

  func testChargesThePrice() async throws {
    let receipt = try await CheckoutBuilder.build().pay(1_250)
    XCTAssertEqual(receipt, Receipt(cents: 1_250))
  }
}
