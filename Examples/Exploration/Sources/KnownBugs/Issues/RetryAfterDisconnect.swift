import World

/// A client waits to retry getting a token. The user disconnects, but the client goes on and connects again.
///
/// After GetStream/stream-chat-swift issue 3030.
extension KnownBug {
  static let retryAfterDisconnect = KnownBug(
    name: "retry after the disconnect", blame: [.schedule, .durations],
    broken: { try await run { client in await client.disconnect() } },
    repaired: { try await run { client in await client.disconnectAndCancel() } })

  private static func run(disconnect: @escaping @Sendable (Client) async -> Void) async throws {
    let client = Client()
    let connecting = await client.connect()
    async let leaving: Void = leave(client, disconnect: disconnect)
    _ = await (connecting.value, leaving)
    let isConnected = await client.isConnected
    try expect(!isConnected, "connected after the user left")
  }

  private static func leave(_ client: Client, disconnect: @Sendable (Client) async -> Void) async {
    try? await Current.sleep(.seconds(4))
    await disconnect(client)
  }
}

private actor Client {
  private(set) var isConnected = false
  private var connecting: Task<Void, Never>?
  private let provider = TokenProvider()

  func connect() -> Task<Void, Never> {
    let task = Task {
      for seconds in [1, 2] {
        let token = await provider.token()
        if Task.isCancelled { return }
        if token != nil { return isConnected = true }
        try? await Current.sleep(.seconds(seconds))
      }
    }
    connecting = task
    return task
  }

  func disconnect() {
    isConnected = false
  }

  func disconnectAndCancel() {
    isConnected = false
    connecting?.cancel()
  }
}

/// Fails the first time.
private actor TokenProvider {
  private var calls = 0

  func token() -> String? {
    calls += 1
    return calls == 1 ? nil : "token"
  }
}
