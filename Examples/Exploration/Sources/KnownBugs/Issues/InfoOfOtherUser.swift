/// Another user logs in while a purchase is redeemed. The answer is cached for the user who is logged in when it comes.
///
/// After RevenueCat/purchases-ios pull request 7533.
///
/// Depth 2: the purchase is sent before the login, and its answer cached after it.
extension KnownBug {
  static let infoOfOtherUser = KnownBug(
    name: "purchase cached for the next user", blame: [.schedule], depth: 2,
    broken: { try await run { purchases in await purchases.redeem() } },
    repaired: { try await run { purchases in await purchases.redeemForSender() } })

  private static func run(redeem: @escaping @Sendable (Purchases) async -> Void) async throws {
    let purchases = Purchases()
    async let redeeming: Void = redeem(purchases)
    async let login: Void = purchases.logIn("Bea")
    _ = await (redeeming, login)
    for (user, owner) in await purchases.ownersOfCached {
      try expect(user == owner, "\(user) sees what \(owner) bought")
    }
  }
}

private actor Purchases {
  private(set) var ownersOfCached: [String: String] = [:]
  private var user = "Ann"
  private let backend = Backend()

  func redeem() async {
    let owner = await backend.redeem(for: user)
    ownersOfCached[user] = owner
  }

  func redeemForSender() async {
    let sender = user
    let owner = await backend.redeem(for: sender)
    ownersOfCached[sender] = owner
  }

  func logIn(_ name: String) async {
    await backend.identify(name)
    user = name
  }
}

private actor Backend {
  private var users: Set<String> = []

  func redeem(for user: String) -> String { user }
  func identify(_ user: String) { users.insert(user) }
}
