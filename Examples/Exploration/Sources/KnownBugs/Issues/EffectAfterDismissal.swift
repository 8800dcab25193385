/// An effect registers for cancellation only when it begins. If the screen is dismissed before that, it still gets the
/// effect's action.
///
/// After pointfreeco/swift-composable-architecture issue 3663.
///
/// Depth 1: the screen is dismissed before the effect begins.
extension KnownBug {
  static let effectAfterDismissal = KnownBug(
    name: "effect after the dismissal", blame: [.schedule], depth: 1, isOnMainActor: true,
    broken: { try await run { store in store.load() } },
    repaired: { try await run { store in store.loadListed() } })

  @MainActor private static func run(load: @MainActor (Store) -> Task<Void, Never>) async throws {
    let store = Store()
    let effect = load(store)
    async let dismissing: Void = store.dismiss()
    _ = await (effect.value, dismissing)
    try expect(store.strayActions == 0, "\(store.strayActions) actions for a screen that is gone")
  }
}

@MainActor private final class Store {
  private(set) var strayActions = 0
  private var isShown = true
  private var effects: [Effect] = []
  private let server = Server()

  func load() -> Task<Void, Never> {
    let effect = Effect()
    return Task.detached {
      await self.list(effect)
      await self.finish(effect)
    }
  }

  func loadListed() -> Task<Void, Never> {
    let effect = Effect()
    list(effect)
    return Task.detached { await self.finish(effect) }
  }

  func dismiss() {
    isShown = false
    for effect in effects { effect.isCancelled = true }
  }

  private func list(_ effect: Effect) { effects.append(effect) }

  private func finish(_ effect: Effect) async {
    await server.load()
    if !effect.isCancelled, !isShown { strayActions += 1 }
  }
}

@MainActor private final class Effect {
  var isCancelled = false
}

private actor Server {
  private var loads = 0
  func load() { loads += 1 }
}
