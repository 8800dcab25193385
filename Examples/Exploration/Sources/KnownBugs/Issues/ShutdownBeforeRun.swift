/// A shutdown before the start ends the group at once, so its services never run and never clean up.
///
/// After swift-server/swift-service-lifecycle issue 248.
///
/// Depth 1: the shutdown comes before the start.
extension KnownBug {
  static let shutdownBeforeRun = KnownBug(
    name: "shutdown before the start", blame: [.schedule], depth: 1,
    broken: { try await run { group in await group.shutDown() } },
    repaired: { try await run { group in await group.shutDownOnceRunning() } })

  private static func run(shutDown: @escaping @Sendable (Group) async -> Void) async throws {
    let group = Group()
    async let running: Void = group.run()
    async let stopping: Void = shutDown(group)
    _ = await (running, stopping)
    let isCleanedUp = await group.isCleanedUp
    try expect(isCleanedUp, "the service hasn't cleaned up")
  }
}

private actor Group {
  private enum State { case initial, stopsOnceRunning, running, finished }

  private(set) var isCleanedUp = false
  private var state = State.initial
  private var stop: CheckedContinuation<Void, Never>?

  func run() async {
    switch state {
    case .running, .finished: return
    case .stopsOnceRunning: state = .running
    case .initial:
      state = .running
      await withCheckedContinuation { stop = $0 }
    }
    isCleanedUp = true
    state = .finished
  }

  func shutDown() {
    if state == .initial { state = .finished }
    stopRunning()
  }

  func shutDownOnceRunning() {
    if state == .initial { state = .stopsOnceRunning }
    stopRunning()
  }

  private func stopRunning() {
    stop?.resume()
    stop = nil
  }
}
