/// The answer to a subscription comes after the client leaves the channel, and marks it as subscribed again.
///
/// After supabase/supabase-swift pull request 921.
///
/// Depth 2: the client leaves after the subscription is sent, and before its answer is noted.
extension KnownBug {
  static let subscribedAfterLeaving = KnownBug(
    name: "subscribed after leaving", blame: [.schedule], depth: 2,
    broken: { try await run { channel in await channel.subscribe() } },
    repaired: { try await run { channel in await channel.subscribeOfGeneration() } })

  private static func run(subscribe: @escaping @Sendable (Channel) async -> Void) async throws {
    let channel = Channel()
    async let subscribing: Void = subscribe(channel)
    async let leaving: Void = channel.unsubscribe()
    _ = await (subscribing, leaving)
    let (isSubscribed, isWanted) = await (channel.isSubscribed, channel.isWanted)
    try expect(isSubscribed == isWanted, "subscribed: \(isSubscribed), wanted: \(isWanted)")
  }
}

private actor Channel {
  private(set) var isSubscribed = false
  /// The user's last request.
  private(set) var isWanted = false
  private var generation = 0
  private let socket = Socket()

  func subscribe() async {
    isWanted = true
    if await socket.push("join") { isSubscribed = true }
  }

  func subscribeOfGeneration() async {
    isWanted = true
    generation += 1
    let before = generation
    if await socket.push("join"), before == generation { isSubscribed = true }
  }

  func unsubscribe() async {
    isWanted = false
    generation += 1
    isSubscribed = false
    _ = await socket.push("leave")
  }
}

private actor Socket {
  private var pushed: [String] = []

  func push(_ message: String) -> Bool {
    pushed.append(message)
    return true
  }
}
