import World

/// The total price of some items.
struct Quote: Sendable {
  struct Line: Sendable {
    var item: String
    var price: Pricing.Price
  }

  /// A line has another item's price.
  struct MixedUp: Error, Codable, Equatable {
    var item: String
    var priceOf: String
  }

  var lines: [Line]

  /// - Throws: ``MixedUp`` if a line has another item's price.
  func text() throws -> String {
    for line in lines where line.item != line.price.item {
      throw MixedUp(item: line.item, priceOf: line.price.item)
    }
    return lines.map { "\($0.item) \($0.price.cents)" }.joined(separator: "\n")
  }
}

enum QuoteBuilder {
  static func build(_ asked: [String]) async throws -> Quote {
    let items = try Current.input("items", keeping: .all) { asked }
    let price = Current.pricing.price
    return try await withThrowingTaskGroup(of: (Int, Pricing.Price).self) { group in
      for (index, item) in items.enumerated() { group.addTask { (index, try await price(item)) } }
      var prices: [(index: Int, price: Pricing.Price)] = []
      for try await price in group { prices.append(price) }
      prices.sort { $0.index < $1.index }
      return Quote(lines: zip(items, prices).map { Quote.Line(item: $0, price: $1.price) })
    }
  }
}
