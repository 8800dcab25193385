/// An update of a subscription arrives after the client has left it. The client takes it for an error and ends all
/// subscriptions.
///
/// After apollographql/apollo-ios issue 2447.
///
/// Depth 2: the server publishes before it hears that the client left, and the client receives after it left.
extension KnownBug {
  static let lateUpdateEndsAll = KnownBug(
    name: "late update ends all subscriptions", blame: [.schedule], depth: 2,
    broken: { try await run { client, topic in await client.receive(topic) } },
    repaired: { try await run { client, topic in await client.receiveOrIgnore(topic) } })

  private static func run(receive: @escaping @Sendable (Client, String) async -> Void) async throws {
    let server = Server()
    let client = Client(server: server)
    async let publishing: Void = server.publish("stars") { topic in await receive(client, topic) }
    async let leaving: Void = client.leave("stars")
    _ = await (publishing, leaving)
    let subscribed = await client.subscribed
    try expect(subscribed == ["issues"], "subscribed to \(subscribed)")
  }
}

private actor Client {
  private(set) var subscribed: Set = ["stars", "issues"]
  private var updates = 0
  private let server: Server

  init(server: Server) { self.server = server }

  func receive(_ topic: String) {
    guard subscribed.contains(topic) else { return subscribed.removeAll() }
    updates += 1
  }

  func receiveOrIgnore(_ topic: String) {
    guard subscribed.contains(topic) else { return }
    updates += 1
  }

  func leave(_ topic: String) async {
    subscribed.remove(topic)
    await server.leave(topic)
  }
}

private actor Server {
  private var topics: Set = ["stars", "issues"]

  func publish(_ topic: String, to receive: @Sendable (String) async -> Void) async {
    if topics.contains(topic) { await receive(topic) }
  }

  func leave(_ topic: String) { topics.remove(topic) }
}
