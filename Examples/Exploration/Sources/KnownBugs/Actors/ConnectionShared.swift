/// A pool of one connection wakes a waiter, and a newcomer takes the connection first. Both have it.
///
/// Depth 3: the second user asks before the first returns the connection, and the third takes it before the second goes on.
extension KnownBug {
  static let connectionShared = KnownBug(
    name: "connection given to two", blame: [.schedule], depth: 3,
    broken: { try await run { pool in await pool.take() } },
    repaired: { try await run { pool in await pool.takeAndLookAgain() } })

  private static func run(take: @escaping @Sendable (Pool) async -> Void) async throws {
    let pool = Pool()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          await take(pool)
          await pool.giveBack()
        }
      }
    }
    let most = await pool.mostUsers
    try expect(most == 1, "\(most) used it at once")
  }
}

private actor Pool {
  private(set) var mostUsers = 0
  private var users = 0 { didSet { mostUsers = max(mostUsers, users) } }
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    if users > 0 { await withCheckedContinuation { waiting.append($0) } }
    users += 1
  }

  func takeAndLookAgain() async {
    while users > 0 { await withCheckedContinuation { waiting.append($0) } }
    users += 1
  }

  func giveBack() {
    users -= 1
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }
}
