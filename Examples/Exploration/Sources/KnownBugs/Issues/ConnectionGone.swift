/// A client waits until it is connected, and then asks for the connection. If the connection is lost in between, the call
/// fails, although the client is about to reconnect.
///
/// After grpc/grpc-swift-nio-transport pull request 196.
///
/// Depth 3: the connection is lost after the wait and before it is picked, and it is picked before the new one is there.
extension KnownBug {
  static let connectionGone = KnownBug(
    name: "connection gone before it is picked", blame: [.schedule], depth: 3,
    broken: { try await run { balancer in await balancer.connect() } },
    repaired: { try await run { balancer in await balancer.connectOrWaitAgain() } })

  private static func run(connect: @escaping @Sendable (Balancer) async -> Int?) async throws {
    let balancer = Balancer()
    async let calling = connect(balancer)
    async let reconnecting: Void = reconnect(balancer)
    let (connection, _) = await (calling, reconnecting)
    try expect(connection != nil, "no connection available")
  }

  private static func reconnect(_ balancer: Balancer) async {
    await balancer.goAway()
    if Task.isCancelled { return }
    await balancer.connected(2)
  }
}

private actor Balancer {
  private var connection: Int? = 1
  private var waiting: [CheckedContinuation<Void, Never>] = []

  nonisolated func connect() async -> Int? {
    await waitUntilConnected()
    if Task.isCancelled { return nil }
    return await pick()
  }

  nonisolated func connectOrWaitAgain() async -> Int? {
    while true {
      await waitUntilConnected()
      if let connection = await pick() { return connection }
    }
  }

  func goAway() { connection = nil }

  func connected(_ new: Int) {
    connection = new
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  private func waitUntilConnected() async {
    if connection == nil { await withCheckedContinuation { waiting.append($0) } }
  }

  private func pick() -> Int? { connection }
}
