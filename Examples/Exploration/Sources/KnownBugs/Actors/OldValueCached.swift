/// A reader misses the cache, reads a value, and caches it after somebody else changes it.
///
/// Depth 2: the table is read before the change, and the cache is written after it is emptied.
extension KnownBug {
  static let oldValueCached = KnownBug(
    name: "old value cached after a change", blame: [.schedule], depth: 2,
    broken: { try await run { shop in _ = await shop.price() } },
    repaired: { try await run { shop in _ = await shop.priceOfVersion() } })

  private static func run(read: @escaping @Sendable (Shop) async -> Void) async throws {
    let shop = Shop()
    async let reading: Void = read(shop)
    async let writing: Void = shop.change(to: 2)
    _ = await (reading, writing)
    let price = await shop.price()
    try expect(price == 2, "sells for \(price) instead of 2")
  }
}

private actor Shop {
  private let table = Table()
  private var cached: Int?
  private var version = 0

  func price() async -> Int {
    if let cached { return cached }
    let price = await table.read()
    cached = price
    return price
  }

  func priceOfVersion() async -> Int {
    if let cached { return cached }
    let before = version
    let price = await table.read()
    if version == before { cached = price }
    return price
  }

  func change(to price: Int) async {
    await table.set(price)
    version += 1
    cached = nil
  }
}

private actor Table {
  private var price = 1
  private let network = Network()

  func set(_ new: Int) { price = new }

  func read() async -> Int {
    let answer = price
    await network.send("\(answer)")
    return answer
  }
}

private actor Network {
  private var sent: [String] = []
  func send(_ text: String) { sent.append(text) }
}
