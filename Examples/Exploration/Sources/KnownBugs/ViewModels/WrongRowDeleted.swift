/// A row's index is found before a request to the server, and used after another row is removed.
///
/// Depth 2: the second row is found before the first is removed, and removed after it.
extension KnownBug {
  static let wrongRowDeleted = KnownBug(
    name: "wrong row deleted", blame: [.schedule], depth: 2, isOnMainActor: true,
    broken: { try await run { list, item in await list.delete(item) } },
    repaired: { try await run { list, item in await list.deleteFound(item) } })

  @MainActor private static func run(
    delete: @escaping @MainActor (List, String) async -> Void
  ) async throws {
    let list = List()
    async let first: Void = delete(list, "milk")
    async let second: Void = delete(list, "bread")
    _ = await (first, second)
    try expect(list.items == ["jam", "tea"], "left \(list.items)")
  }
}

@MainActor private final class List {
  private(set) var items = ["milk", "bread", "jam", "tea"]
  private let server = Server()

  func delete(_ item: String) async {
    guard let index = items.firstIndex(of: item) else { return }
    await server.delete(item)
    items.remove(at: index)
  }

  func deleteFound(_ item: String) async {
    await server.delete(item)
    items.removeAll { $0 == item }
  }
}

private actor Server {
  private var deleted: Set<String> = []
  func delete(_ item: String) { deleted.insert(item) }
}
