import Dependencies
import DependenciesTestSupport
import Foundation
import Testing

@testable import FeatureWithDependencies

@Test(
  .dependencies {
    $0.date.now = Date(timeIntervalSinceReferenceDate: 0)
    $0.delivery.arrival = { _ in Date(timeIntervalSinceReferenceDate: 1_800) }
  })
func tellsTheMinutes() {
  #expect(DeliveryBuilder().build(order: 1).text == "Arrives in 30 minutes")
}
