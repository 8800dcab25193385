/// Two transfers that lock two accounts in opposite order deadlock.
extension KnownBug {
  static let twoLocks = KnownBug(
    name: "deadlock of two actors", blame: [.schedule], depth: 2,
    broken: { await run { from, to in await from.transfer(to: to, in: [from, to]) } },
    repaired: {
      await run { from, to in await from.transfer(to: to, in: [from, to].sorted { $0.number < $1.number }) }
    })

  private static func run(_ transfer: @escaping @Sendable (Safe, Safe) async -> Void) async {
    let one = Safe(1)
    let two = Safe(2)
    async let first: Void = transfer(one, two)
    async let second: Void = transfer(two, one)
    _ = await (first, second)
  }
}

private actor Safe {
  let number: Int
  private var isLocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var balance = 100

  init(_ number: Int) { self.number = number }

  nonisolated func transfer(to other: Safe, in order: [Safe]) async {
    for safe in order { await safe.lock() }
    await change(by: -10)
    await other.change(by: 10)
    for safe in order { await safe.unlock() }
  }

  private func change(by amount: Int) { balance += amount }

  private func lock() async {
    while isLocked { await withCheckedContinuation { waiting.append($0) } }
    isLocked = true
  }

  private func unlock() {
    isLocked = false
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }
}
