import World
import WorldStorage

/// Another service, which knows prices.
package struct Pricing: World.LiveService {
  package struct Price: Codable, Sendable {
    var item: String
    var cents: Int
  }

  /// The price of an item.
  var price: @Sendable (_ item: String) async throws -> Price

  /// Stands for an HTTP client. The more requests run at once, the more their response times differ.
  package static var live: Pricing {
    let desk = Desk()
    return Pricing(price: { item in
      let place = await desk.begin()
      try await Task.sleep(for: .microseconds(200 * (1 + place % 50)))
      await desk.end()
      return Price(item: item, cents: item.utf8.reduce(0) { $0 + Int($1) })
    })
  }

  package static var mock: Pricing { Pricing(price: { Price(item: $0, cents: 100) }) }

  private actor Desk {
    private var waiting = 0

    func begin() -> Int {
      defer { waiting += 1 }
      return waiting
    }

    func end() { waiting -= 1 }
  }
}

extension Pricing: World.Recordable {
  package func recorded(by recorder: World.Recorder) -> Pricing {
    Pricing(price: recorder("price", keeping: .all, price))
  }
}

extension World {
  var pricing: Pricing { self[Pricing.self] }
}
