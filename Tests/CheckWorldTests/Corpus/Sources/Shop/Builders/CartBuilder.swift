// swift-format-ignore-file
import World

enum CartFactory {
  static let start = Date()  // expect: direct-date
  static var last: Cart?  // expect: mutable-static

  static func build(at date: Date = Current.date()) -> Cart {  // expect: none
    let now = Date()  // expect: direct-date
    let id = UUID()  // expect: direct-uuid
    let zone = TimeZone.current  // expect: direct-timezone
    let cart = Cart(id: id, sleep: Current.sleep, date: Current.date)  // expect: none
    return Cart(id: Current.uuid(), now: now)  // expect: none
  }
}

final class Handle {
  deinit { print(Current.date()) }  // expect: current-in-deinit
}
