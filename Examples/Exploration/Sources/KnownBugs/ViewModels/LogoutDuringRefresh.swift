/// The user logs out during a refresh of the profile, and the answer brings the profile back.
///
/// Depth 2: the refresh begins before the logout, and ends after it.
extension KnownBug {
  static let logoutDuringRefresh = KnownBug(
    name: "logout while a refresh is under way", blame: [.schedule], depth: 2, isOnMainActor: true,
    broken: { try await run { session in await session.refresh() } },
    repaired: { try await run { session in await session.refreshIfStillLoggedIn() } })

  @MainActor private static func run(refresh: @escaping @MainActor (Session) async -> Void) async throws {
    let session = Session()
    async let refreshed: Void = refresh(session)
    async let loggedOut: Void = session.logOut()
    _ = await (refreshed, loggedOut)
    try expect(session.profile == nil, "logged out, and shows \(session.profile ?? "nobody")")
  }
}

@MainActor private final class Session {
  private(set) var profile: String? = "Ann"
  private var token: Int? = 1
  private let server = Server()

  func refresh() async {
    guard let token else { return }
    profile = await server.profile(token)
  }

  func refreshIfStillLoggedIn() async {
    guard let token else { return }
    let fresh = await server.profile(token)
    if self.token == token { profile = fresh }
  }

  func logOut() async {
    guard let token else { return }
    self.token = nil
    profile = nil
    await server.revoke(token)
  }
}

private actor Server {
  private var revoked: Set<Int> = []
  func profile(_ token: Int) -> String? { revoked.contains(token) ? nil : "Ann" }
  func revoke(_ token: Int) { revoked.insert(token) }
}
