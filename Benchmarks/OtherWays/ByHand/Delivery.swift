import Foundation

struct World: Sendable {
  var date: @Sendable () -> Date = { Date() }
  var delivery = Delivery.live
}

nonisolated(unsafe) var Current = World()

struct Delivery: Sendable {
  var arrival: @Sendable (_ order: Int) -> Date

  static let live = Delivery(arrival: { order in Date(timeIntervalSinceNow: Double(order) * 600) })
  static let mock = Delivery(arrival: { _ in Date(timeIntervalSinceReferenceDate: 600) })
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
