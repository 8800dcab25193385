/// A reused cell cancels its download and asks for the same picture again. It joins the cancelled download, and shows
/// nothing.
///
/// After onevcat/Kingfisher issue 532.
///
/// It fails in the first order.
extension KnownBug {
  static let cancelledDownloadJoined = KnownBug(
    name: "cancelled download joined", blame: [[]],
    broken: { try await run { downloader, address in await downloader.cancel(address) } },
    repaired: { try await run { downloader, address in await downloader.cancelAndForget(address) } })

  private static func run(cancel: @escaping @Sendable (Downloader, String) async -> Void) async throws {
    let downloader = Downloader()
    async let before = downloader.picture("cat")
    async let reused = reuse(downloader, cancel: cancel)
    let (_, picture) = await (before, reused)
    try expect(picture == "picture of cat", "the cell stays empty")
  }

  private static func reuse(
    _ downloader: Downloader, cancel: @Sendable (Downloader, String) async -> Void
  ) async -> String? {
    await cancel(downloader, "cat")
    return await downloader.picture("cat")
  }
}

private actor Downloader {
  private var running: [String: Task<String?, Never>] = [:]
  private let server = Server()

  func picture(_ address: String) async -> String? {
    if let download = running[address] { return await download.value }
    let download = Task {
      let picture = await server.get(address)
      running[address] = nil
      return Task.isCancelled ? nil : picture
    }
    running[address] = download
    return await download.value
  }

  func cancel(_ address: String) {
    running[address]?.cancel()
  }

  func cancelAndForget(_ address: String) {
    running.removeValue(forKey: address)?.cancel()
  }
}

private actor Server {
  private var requests = 0

  func get(_ address: String) -> String? {
    requests += 1
    return "picture of \(address)"
  }
}
