/// A link that is opened while the session is restored is stored after the login, and never shown.
///
/// Depth 2: the check comes before the login, and the link is stored after it.
extension KnownBug {
  static let linkBeforeLogin = KnownBug(
    name: "link stored after it was looked for", blame: [.schedule], depth: 2, isOnMainActor: true,
    broken: { try await run { router in await router.open("cart") } },
    repaired: { try await run { router in await router.openWhatIsKnown("cart") } })

  @MainActor private static func run(open: @escaping @MainActor (Router) async -> Void) async throws {
    let router = Router()
    async let link: Void = open(router)
    async let login: Void = router.restoreSession()
    _ = await (link, login)
    try expect(router.screen == "cart", "shows \(router.screen)")
  }
}

@MainActor private final class Router {
  private(set) var screen = "home"
  private var isLoggedIn = false
  private var pending: String?
  private let server = Server()

  func open(_ link: String) async {
    if isLoggedIn {
      screen = await server.resolve(link)
    } else {
      pending = await server.resolve(link)
    }
  }

  func openWhatIsKnown(_ link: String) async {
    let resolved = await server.resolve(link)
    if isLoggedIn { screen = resolved } else { pending = resolved }
  }

  func restoreSession() async {
    await server.check(token: 1)
    isLoggedIn = true
    if let pending { screen = pending }
  }
}

private actor Server {
  private let aliases = ["basket": "cart"]
  private var tokens: Set<Int> = []

  func resolve(_ link: String) -> String { aliases[link] ?? link }
  func check(token: Int) { tokens.insert(token) }
}
