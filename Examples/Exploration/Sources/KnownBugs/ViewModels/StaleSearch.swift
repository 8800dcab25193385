/// The answer to an older search comes last and stays on the screen.
///
/// Depth 1: the newer answer comes before the older one.
extension KnownBug {
  static let staleSearch = KnownBug(
    name: "older search result over a newer one", blame: [.schedule], depth: 1, isOnMainActor: true,
    broken: { try await run { search, text in search.type(text) } },
    repaired: { try await run { search, text in search.typeAndCheck(text) } })

  @MainActor private static func run(type: @MainActor (Search, String) -> Task<Void, Never>) async throws {
    let search = Search()
    let first = type(search, "s")
    let second = type(search, "swift")
    await first.value
    await second.value
    try expect(search.results == "results of swift", "shows \(search.results)")
  }
}

@MainActor private final class Search {
  private(set) var results = ""
  private var text = ""
  private let index = Index()

  func type(_ text: String) -> Task<Void, Never> {
    Task { results = await index.find(text) }
  }

  func typeAndCheck(_ text: String) -> Task<Void, Never> {
    self.text = text
    return Task {
      let found = await index.find(text)
      if text == self.text { results = found }
    }
  }
}

private actor Index {
  private var searches = 0

  func find(_ text: String) async -> String {
    searches += 1
    await Task.yield()
    return "results of \(text)"
  }
}
