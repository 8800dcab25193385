/// A screen checks for data, and then begins to wait. The data comes in between.
///
/// Depth 2: the screen checks before the data comes, and begins to wait after it.
extension KnownBug {
  static let eventBeforeWaiting = KnownBug(
    name: "continuation stored after the event", blame: [.schedule], depth: 2, isOnMainActor: true,
    broken: { await run { screen in await screen.show() } },
    repaired: { await run { screen in await screen.showAtOnce() } })

  @MainActor private static func run(show: @escaping @MainActor (Screen) async -> Void) async {
    let screen = Screen()
    async let shown: Void = show(screen)
    async let loaded: Void = screen.data.load()
    _ = await (shown, loaded)
  }
}

@MainActor private final class Screen {
  let data = Data()

  func show() async {
    if await data.isLoaded { return }
    await data.wait()
  }

  func showAtOnce() async { await data.waitUnlessLoaded() }
}

private actor Data {
  private(set) var isLoaded = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async { await withCheckedContinuation { waiting.append($0) } }
  func waitUnlessLoaded() async { if !isLoaded { await wait() } }

  func load() {
    isLoaded = true
    for continuation in waiting { continuation.resume() }
  }
}
