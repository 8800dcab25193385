/// Two rows appear at the end of a list, and both ask for the next page.
///
/// Depth 2: each reads the page's number before the other one adds to it.
extension KnownBug {
  static let pageTwice = KnownBug(
    name: "page appended twice", blame: [.schedule], depth: 2, isOnMainActor: true,
    broken: { try await run { feed in await feed.loadMore() } },
    repaired: { try await run { feed in await feed.loadMoreOnce() } })

  @MainActor private static func run(loadMore: @escaping @MainActor (Feed) async -> Void) async throws {
    let feed = Feed()
    async let first: Void = loadMore(feed)
    async let second: Void = loadMore(feed)
    _ = await (first, second)
    try expect(Set(feed.items).count == feed.items.count, "shows \(feed.items)")
  }
}

@MainActor private final class Feed {
  private(set) var items: [Int] = []
  private var nextPage = 0
  private var isLoading = false
  private let server = Server()

  func loadMore() async {
    let page = await server.page(nextPage)
    items += page
    nextPage += 1
  }

  func loadMoreOnce() async {
    guard !isLoading else { return }
    isLoading = true
    await loadMore()
    isLoading = false
  }
}

private actor Server {
  private let pageSize = 2
  func page(_ number: Int) -> [Int] { Array(number * pageSize..<(number + 1) * pageSize) }
}
