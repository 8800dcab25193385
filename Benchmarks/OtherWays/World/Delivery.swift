import Foundation
import World

struct Delivery: World.LiveService {
  var arrival: @Sendable (_ order: Int) -> Date

  static let live = Delivery(arrival: { order in Date(timeIntervalSinceNow: Double(order) * 600) })
  static let mock = Delivery(arrival: { _ in Date(timeIntervalSinceReferenceDate: 600) })
}

extension World {
  var delivery: Delivery {
    get { self[Delivery.self] }
    set { self[Delivery.self] = newValue }
  }
}

struct DeliveryViewModel {
  let text: String
}

enum DeliveryBuilder {
  static func build(order: Int) -> DeliveryViewModel {
    let seconds = Current.delivery.arrival(order).timeIntervalSince(Current.date())
    return DeliveryViewModel(text: "Arrives in \(Int(seconds) / 60) minutes")
  }
}
