/// A value that changes during a load is loaded again, but only once.
///
/// Depth 4: two loads read the value before it changes, and the cache checks or stores the value after the change.
extension KnownBug {
  static let invalidatedTwice = KnownBug(
    name: "cache invalidated twice during a load", blame: [.schedule], depth: 4,
    broken: { try await run { cache in await cache.load() } },
    repaired: { try await run { cache in await cache.loadUntilItIsTheSame() } })

  private static func run(load: @escaping @Sendable (Cache) async -> Void) async throws {
    let cache = Cache()
    async let loaded: Void = load(cache)
    async let changed: Void = {
      for price in [2, 3] { await cache.change(to: price) }
    }()
    _ = await (loaded, changed)
    let cached = await cache.cached
    try expect(cached == nil || cached == 3, "cached \(cached ?? 0) instead of 3")
  }
}

private actor Cache {
  private(set) var cached: Int?
  private let source = Source()
  private var changes = 0

  func load() async {
    let before = changes
    cached = await source.read()
    if changes != before { cached = await source.read() }
  }

  func loadUntilItIsTheSame() async {
    var before: Int
    repeat {
      before = changes
      cached = await source.read()
    } while changes != before
  }

  func change(to price: Int) async {
    await source.set(price)
    changes += 1
    cached = nil
  }
}

private actor Source {
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
