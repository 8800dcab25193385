/// The last user closes the connection, and a newcomer finds it open just before.
///
/// Depth 3: the newcomer comes after the last user leaves and before the connection is closed, and uses it afterwards.
extension KnownBug {
  static let closedWhileIdle = KnownBug(
    name: "connection closed under a newcomer", blame: [.schedule], depth: 3,
    broken: { try await run { session in await session.leave() } },
    repaired: { try await run { session in await session.leaveAndForget() } })

  private static func run(leave: @escaping @Sendable (Session) async -> Void) async throws {
    let session = Session()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          await session.enter()
          await session.send()
          await leave(session)
        }
      }
    }
    let failures = await session.failures
    try expect(failures == 0, "sent to a closed connection")
  }
}

private actor Session {
  private(set) var failures = 0
  private var users = 0
  private var connection: Connection?

  func enter() {
    users += 1
    if connection == nil { connection = Connection() }
  }

  func send() async {
    if await connection?.send() != true { failures += 1 }
  }

  func leave() async {
    users -= 1
    guard users == 0 else { return }
    await connection?.close()
    connection = nil
  }

  func leaveAndForget() async {
    users -= 1
    guard users == 0, let idle = connection else { return }
    connection = nil
    await idle.close()
  }
}

private actor Connection {
  private var isOpen = true
  func send() -> Bool { isOpen }
  func close() { isOpen = false }
}
