/// A reload that is requested while the list is stored is noted, but never done.
///
/// Depth 3: the server is read before it changes, and the second request comes after the loop checks for requests and before
/// the first reload ends.
extension KnownBug {
  static let reloadDropped = KnownBug(
    name: "reload dropped at the end of a reload", blame: [.schedule], depth: 3, isOnMainActor: true,
    broken: { try await run { list in await list.reload() } },
    repaired: { try await run { list in await list.reloadAndStore() } })

  @MainActor private static func run(reload: @escaping @MainActor (List) async -> Void) async throws {
    let list = List()
    async let first: Void = reload(list)
    async let second: Void = {
      await list.server.add("b")
      await reload(list)
    }()
    _ = await (first, second)
    try expect(list.items == ["a", "b"], "shows \(list.items)")
  }
}

@MainActor private final class List {
  let server = Server()
  private(set) var items: [String] = []
  private var isLoading = false
  private var mustReload = false

  func reload() async {
    guard !isLoading else { return mustReload = true }
    isLoading = true
    repeat {
      mustReload = false
      items = await server.items
    } while mustReload
    await server.noteSeen(items)
    isLoading = false
  }

  func reloadAndStore() async {
    guard !isLoading else { return mustReload = true }
    isLoading = true
    repeat {
      mustReload = false
      items = await server.items
      await server.noteSeen(items)
    } while mustReload
    isLoading = false
  }
}

private actor Server {
  private(set) var items = ["a"]
  private var seen: [String] = []

  func add(_ item: String) { items.append(item) }
  func noteSeen(_ items: [String]) { seen = items }
}
