/// When a full channel has room again, a held-back write is sent at once, before the writes that are still in its queue.
///
/// After apple/swift-nio pull request 2587.
///
/// Depth 4: the channel is full after the first write and before the second one. It has room again after that, and
/// before the first write has left the queue.
extension KnownBug {
  static let writeOvertakes = KnownBug(
    name: "later write overtakes", blame: [.schedule], depth: 4,
    broken: { try await run { channel in await channel.hasRoom() } },
    repaired: { try await run { channel in await channel.hasRoomInTurn() } })

  private static func run(hasRoom: @escaping @Sendable (Channel) async -> Void) async throws {
    let channel = Channel()
    async let writing: Void = writeTwice(channel)
    async let pausing: Void = pause(channel, hasRoom)
    _ = await (writing, pausing)
    let written = await channel.end()
    try expect(written == [1, 2], "written in the order \(written)")
  }

  private static func writeTwice(_ channel: Channel) async {
    for number in 1...2 { await channel.write(number) }
  }

  private static func pause(_ channel: Channel, _ hasRoom: @Sendable (Channel) async -> Void) async {
    await channel.isFull()
    if Task.isCancelled { return }
    await hasRoom(channel)
  }
}

private actor Channel {
  private var written: [Int] = []
  private var keptBack: [Int]?
  private var last: Task<Void, Never>?

  func write(_ number: Int) {
    if keptBack == nil { enqueue(number) } else { keptBack?.append(number) }
  }

  func isFull() { keptBack = [] }

  func hasRoom() {
    written += keptBack ?? []
    keptBack = nil
  }

  func hasRoomInTurn() {
    for number in keptBack ?? [] { enqueue(number) }
    keptBack = nil
  }

  func end() async -> [Int] {
    await last?.value
    return written
  }

  private func enqueue(_ number: Int) {
    last = Task.detached { [last] in
      await last?.value
      await self.put(number)
    }
  }

  private func put(_ number: Int) { written.append(number) }
}
