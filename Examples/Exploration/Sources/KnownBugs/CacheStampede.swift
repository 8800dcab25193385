/// A second call during a load loads the value again.
extension KnownBug {
  static let cacheStampede = KnownBug(
    name: "cache stampede", blame: [.schedule], depth: 2,
    broken: { try await run { cache in await cache.value() } },
    repaired: { try await run { cache in await cache.sharedValue() } })

  private static func run(_ value: @escaping @Sendable (Cache) async -> Int) async throws {
    let source = Source()
    let cache = Cache(source)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { _ = await value(cache) } }
    }
    let loads = await source.loads
    try expect(loads == 1, "loaded \(loads) times")
  }
}

private actor Cache {
  private let source: Source
  private var cached: Int?
  private var loading: Task<Int, Never>?

  init(_ source: Source) { self.source = source }

  func value() async -> Int {
    if let cached { return cached }
    let value = await source.load()
    cached = value
    return value
  }

  func sharedValue() async -> Int {
    if let loading { return await loading.value }
    let task = Task { await source.load() }
    loading = task
    return await task.value
  }
}

private actor Source {
  private(set) var loads = 0

  func load() -> Int {
    loads += 1
    return 42
  }
}
