/// Two requests are rejected for an old token, and both renew it. The server takes the second renewal for a theft.
///
/// Depth 2: each reads the old token before the other one stores the new one.
extension KnownBug {
  static let refreshTokenTwice = KnownBug(
    name: "token renewed twice", blame: [.schedule], depth: 2,
    broken: { try await run { client in await client.get() } },
    repaired: { try await run { client in await client.getSharing() } })

  private static func run(get: @escaping @Sendable (Client) async -> Bool) async throws {
    let client = Client()
    async let first = get(client)
    async let second = get(client)
    let answers = await [first, second]
    try expect(!answers.contains(false), "logged out")
  }
}

private actor Client {
  private let server = Server()
  private var token = 0
  private var renewal: Task<Int, Never>?

  func get() async -> Bool {
    if await server.accepts(token) { return true }
    token = await server.renew(token)
    return await server.accepts(token)
  }

  func getSharing() async -> Bool {
    let used = token
    if await server.accepts(used) { return true }
    if token == used {
      let task = renewal ?? Task { await server.renew(used) }
      renewal = task
      token = await task.value
    }
    return await server.accepts(token)
  }
}

private actor Server {
  private var valid = 1
  private var renewed: Set<Int> = []
  private var isLocked = false

  func accepts(_ token: Int) -> Bool { token == valid && !isLocked }

  /// Each token may be renewed once; a second time locks the account.
  func renew(_ token: Int) -> Int {
    if !renewed.insert(token).inserted { isLocked = true }
    valid += 1
    return valid
  }
}
