import Dependencies
import Foundation

struct Delivery: DependencyKey {
  var arrival: @Sendable (_ order: Int) -> Date

  static let liveValue = Delivery(arrival: { order in Date(timeIntervalSinceNow: Double(order) * 600) })
  static let testValue = Delivery(arrival: { _ in Date(timeIntervalSinceReferenceDate: 600) })
}

extension DependencyValues {
  var delivery: Delivery {
    get { self[Delivery.self] }
    set { self[Delivery.self] = newValue }
  }
}

struct DeliveryViewModel {
  let text: String
}

struct DeliveryBuilder {
  @Dependency(\.date.now) var now
  @Dependency(\.delivery) var delivery

  func build(order: Int) -> DeliveryViewModel {
    let seconds = delivery.arrival(order).timeIntervalSince(now)
    return DeliveryViewModel(text: "Arrives in \(Int(seconds) / 60) minutes")
  }
}
