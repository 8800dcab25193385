import Foundation
import Testing

@testable import FeatureByHand

@Test func tellsTheMinutes() {
  defer { Current = World() }
  Current.date = { Date(timeIntervalSinceReferenceDate: 0) }
  Current.delivery.arrival = { _ in Date(timeIntervalSinceReferenceDate: 1_800) }
  #expect(DeliveryBuilder.build(order: 1).text == "Arrives in 30 minutes")
}
