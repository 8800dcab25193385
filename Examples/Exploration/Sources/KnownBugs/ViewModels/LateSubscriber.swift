/// A screen subscribes after the only event, and waits for it forever.
///
/// Depth 1: the event comes before the subscription.
extension KnownBug {
  static let lateSubscriber = KnownBug(
    name: "stream with a late subscriber", blame: [.schedule], depth: 1, isOnMainActor: true,
    broken: { try await run { await $0.status() } },
    repaired: { try await run { await $0.statusSoFar() } })

  @MainActor private static func run(
    subscribe: @escaping @MainActor (Download) async -> AsyncStream<String>
  ) async throws {
    let download = Download()
    async let finished: Void = download.finish()
    var shown = ""
    for await status in await subscribe(download) {
      shown = status
      break
    }
    await finished
    try expect(shown == "finished", "shows \(shown)")
  }
}

@MainActor private final class Download {
  private var status = "loading"
  private var subscribers: [AsyncStream<String>.Continuation] = []
  private let disk = Disk()

  func status() async -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    await disk.write("subscribed")
    subscribers.append(continuation)
    return stream
  }

  func statusSoFar() async -> AsyncStream<String> {
    let stream = await status()
    if status != "loading" { subscribers.last?.yield(status) }
    return stream
  }

  func finish() async {
    await disk.write("finished")
    status = "finished"
    for subscriber in subscribers { subscriber.yield(status) }
  }
}

private actor Disk {
  private var lines: [String] = []
  func write(_ line: String) async {
    lines.append(line)
    await Task.yield()
  }
}
