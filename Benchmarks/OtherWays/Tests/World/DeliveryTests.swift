import Foundation
import Testing
import World
import WorldTesting

@testable import FeatureWithWorld

@Test(
  .world {
    $0.date = { Date(timeIntervalSinceReferenceDate: 0) }
    $0.delivery.arrival = { _ in Date(timeIntervalSinceReferenceDate: 1_800) }
  })
func tellsTheMinutes() {
  #expect(DeliveryBuilder.build(order: 1).text == "Arrives in 30 minutes")
}
