import World

/// A search that is cancelled while it runs still shows its result.
extension KnownBug {
  static let staleDebounce = KnownBug(
    name: "debounce that fires after cancellation",
    // An order, a late sleep, or both make the search and the next letter collide.
    blame: [.schedule, .durations, [.schedule, .durations]], depth: 2,
    broken: { try await run(checksAfterSearch: false) },
    repaired: { try await run(checksAfterSearch: true) })

  private static func run(checksAfterSearch: Bool) async throws {
    let field = SearchField(checksAfterSearch: checksAfterSearch)
    await field.type("c")
    try await Current.sleep(.milliseconds(300))
    await field.type("ca")
    try await Current.sleep(.milliseconds(300))
    await field.type("cat")
    await field.settle()
    let shown = await field.shown
    try expect(shown == shown.sorted { $0.count < $1.count }, "showed \(shown)")
    let late = await field.shownAfterCancellation
    try expect(late.isEmpty, "showed \(late) after a cancellation")
  }
}

private actor SearchField {
  private(set) var shown: [String] = []
  private(set) var shownAfterCancellation: [String] = []
  private let index = Index()
  private let checksAfterSearch: Bool
  private var task: Task<Void, Never>?

  init(checksAfterSearch: Bool) { self.checksAfterSearch = checksAfterSearch }

  func type(_ text: String) {
    task?.cancel()
    task = Task {
      do { try await Current.sleep(.milliseconds(300)) } catch { return }
      guard !Task.isCancelled else { return }
      let results = await index.search(text)
      if checksAfterSearch, Task.isCancelled { return }
      shown.append(results)
      if Task.isCancelled { shownAfterCancellation.append(results) }
    }
  }

  func settle() async { await task?.value }
}

private actor Index {
  private var searches = 0

  func search(_ text: String) -> String {
    searches += 1
    return text
  }
}
