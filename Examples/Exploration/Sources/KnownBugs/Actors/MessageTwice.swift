/// A message is delivered twice, the second time while the first is handled.
///
/// Depth 2: each delivery is looked up before the other one is noted.
extension KnownBug {
  static let messageTwice = KnownBug(
    name: "message handled twice", blame: [.schedule], depth: 2,
    broken: { try await run { inbox in await inbox.handle(7) } },
    repaired: { try await run { inbox in await inbox.handleOnce(7) } })

  private static func run(handle: @escaping @Sendable (Inbox) async -> Void) async throws {
    let inbox = Inbox()
    async let first: Void = handle(inbox)
    async let again: Void = handle(inbox)
    _ = await (first, again)
    let points = await inbox.account.points
    try expect(points == 10, "\(points) points")
  }
}

private actor Inbox {
  let account = Account()
  private var handled: Set<Int> = []

  func handle(_ message: Int) async {
    guard !handled.contains(message) else { return }
    await account.add(10)
    handled.insert(message)
  }

  func handleOnce(_ message: Int) async {
    guard handled.insert(message).inserted else { return }
    await account.add(10)
  }
}

private actor Account {
  private(set) var points = 0
  func add(_ new: Int) { points += new }
}
