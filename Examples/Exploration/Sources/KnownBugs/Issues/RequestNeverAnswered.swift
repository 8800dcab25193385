/// Equal requests share one answer. A request that joins while the answer is delivered is added to a list that is then
/// discarded.
///
/// After Moya/Moya pull request 2242.
///
/// Depth 2: the second request joins after the first one gets its answer, and before the list is removed.
extension KnownBug {
  static let requestNeverAnswered = KnownBug(
    name: "request joins too late", blame: [.schedule], depth: 2,
    broken: { try await run { provider, screen in await provider.request(for: screen) } },
    repaired: { try await run { provider, screen in await provider.requestAndRemove(for: screen) } })

  private static func run(request: @escaping @Sendable (Provider, Screen) async -> Void) async throws {
    let provider = Provider()
    let (left, right) = (Screen(), Screen())
    async let first: Void = request(provider, left)
    async let second: Void = request(provider, right)
    _ = await (first, second)
    let shown = await [left.text, right.text]
    try expect(shown == ["answer", "answer"], "shown: \(shown)")
  }
}

private actor Provider {
  /// The screens that wait for the answer; `nil` if it isn't requested.
  private var waiting: [Screen]?
  private let server = Server()

  func request(for screen: Screen) async {
    guard waiting == nil else { return join(screen) }
    waiting = [screen]
    let answer = await server.answer()
    for screen in waiting ?? [] { await screen.show(answer) }
    waiting = nil
  }

  func requestAndRemove(for screen: Screen) async {
    guard waiting == nil else { return join(screen) }
    waiting = [screen]
    let answer = await server.answer()
    let screens = waiting ?? []
    waiting = nil
    for screen in screens { await screen.show(answer) }
  }

  private func join(_ screen: Screen) { waiting?.append(screen) }
}

private actor Screen {
  private(set) var text = ""
  func show(_ new: String) { text = new }
}

private actor Server {
  private var requests = 0

  func answer() -> String {
    requests += 1
    return "answer"
  }
}
