/// The user refreshes the list while the next page loads. That page is appended to the new first page, but doesn't follow it.
///
/// Depth 3: the last item is read before the refresh, the refresh brings a new item, and the page is appended after it.
extension KnownBug {
  static let oldPageAfterRefresh = KnownBug(
    name: "old page after a refresh", blame: [.schedule], depth: 3, isOnMainActor: true,
    broken: { try await run { feed in await feed.loadMore() } },
    repaired: { try await run { feed in await feed.loadMoreOfThisList() } })

  @MainActor private static func run(loadMore: @escaping @MainActor (Feed) async -> Void) async throws {
    let feed = Feed()
    await feed.refresh()
    async let more: Void = loadMore(feed)
    async let news: Void = feed.server.publish(5)
    async let pull: Void = feed.refresh()
    _ = await (more, news, pull)
    let published = await feed.server.items
    let isPrefix = published.starts(with: feed.items) || published.dropFirst().starts(with: feed.items)
    try expect(isPrefix, "shows \(feed.items) of \(published)")
  }
}

@MainActor private final class Feed {
  let server = Server()
  private(set) var items: [Int] = []
  private var refreshes = 0

  func refresh() async {
    let newest = await server.items(after: nil)
    refreshes += 1
    items = newest
  }

  func loadMore() async {
    guard let last = items.last else { return }
    let page = await server.items(after: last)
    items += page
  }

  func loadMoreOfThisList() async {
    let refresh = refreshes
    guard let last = items.last else { return }
    let page = await server.items(after: last)
    if refresh == refreshes { items += page }
  }
}

private actor Server {
  private(set) var items = [4, 3, 2, 1]

  func publish(_ item: Int) { items.insert(item, at: 0) }

  /// Two items.
  func items(after last: Int?) -> [Int] {
    Array(items.drop { item in last.map { item >= $0 } ?? false }.prefix(2))
  }
}
