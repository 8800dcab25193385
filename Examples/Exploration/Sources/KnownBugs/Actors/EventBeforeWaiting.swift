/// A task looks whether the gate is open, and then stores its continuation: in between the gate opens.
///
/// Depth 2: it looks before it happens, and is stored after it.
extension KnownBug {
  static let eventBeforeWaiting = KnownBug(
    name: "continuation stored after the event", blame: [.schedule], depth: 2,
    broken: { await run { await $0.wait() } },
    repaired: { await run { await $0.waitAtOnce() } })

  private static func run(wait: @escaping @Sendable (Gate) async -> Void) async {
    let gate = Gate()
    async let waited: Void = wait(gate)
    async let opened: Void = gate.open()
    _ = await (waited, opened)
  }
}

private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Two steps of the actor.
  nonisolated func wait() async {
    if await isOpen { return }
    await park()
  }

  func waitAtOnce() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
  }

  private func park() async { await withCheckedContinuation { waiting.append($0) } }
}
