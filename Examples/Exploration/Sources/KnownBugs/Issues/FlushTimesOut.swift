/// Both the sender and the caller note the end of a flush. If the caller does so after the next flush begins, that one
/// never learns of its own end.
///
/// After getsentry/sentry-cocoa pull request 4257.
///
/// Depth 3: the second flush begins after the first one is sent and before the first caller goes on, which happens before
/// the second one is sent.
extension KnownBug {
  static let flushTimesOut = KnownBug(
    name: "flush that isn't told its end", blame: [.schedule], depth: 3,
    broken: { try await run { transport in await transport.flushAndNote() } },
    repaired: { try await run { transport in await transport.flush() } })

  private static func run(flush: @escaping @Sendable (Transport) async -> Bool) async throws {
    let transport = Transport()
    async let first = flush(transport)
    async let second = flush(transport)
    let (isFirstOver, isSecondOver) = await (first, second)
    try expect(isFirstOver && isSecondOver, "a flush timed out")
  }
}

private actor Transport {
  private var isFlushing = false
  private var caller: CheckedContinuation<Bool, Never>?
  private let network = Network()

  func flushAndNote() async -> Bool {
    guard !isFlushing else { return true }
    let isOver = await flush()
    isFlushing = false
    return isOver
  }

  /// Returns false if the flush would wait until it times out.
  func flush() async -> Bool {
    guard !isFlushing else { return true }
    isFlushing = true
    return await withCheckedContinuation { continuation in
      caller = continuation
      Task { await send() }
    }
  }

  private func send() async {
    await network.send()
    caller?.resume(returning: isFlushing)
    caller = nil
    isFlushing = false
  }
}

private actor Network {
  private var sent = 0
  func send() { sent += 1 }
}
