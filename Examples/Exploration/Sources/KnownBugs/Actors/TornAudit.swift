/// An audit reads two accounts twice, and trusts equal results. But money moves and comes back meanwhile.
///
/// Depth 6: one transfer between the first two reads, one before the next two, and one between these, each after one read and
/// before the next.
extension KnownBug {
  static let tornAudit = KnownBug(
    name: "audit that reads twice", blame: [.schedule], depth: 6,
    broken: { try await run { ledger in await ledger.total() } },
    repaired: { try await run { ledger in await ledger.totalOfOneVersion() } })

  private static func run(total: @escaping @Sendable (Ledger) async -> Int) async throws {
    let ledger = Ledger()
    async let sum = total(ledger)
    async let transfers: Void = {
      for amount in [10, -10, 10] { await ledger.move(amount) }
    }()
    let counted = await sum
    await transfers
    try expect(counted == 200, "counted \(counted) of 200")
  }
}

private actor Ledger {
  private var balances = [100, 100]
  private var version = 0

  func move(_ amount: Int) {
    balances[0] -= amount
    balances[1] += amount
    version += 1
  }

  nonisolated func total() async -> Int {
    while true {
      let first = await [balance(0), balance(1)]
      let second = await [balance(0), balance(1)]
      if first == second { return first[0] + first[1] }
    }
  }

  nonisolated func totalOfOneVersion() async -> Int {
    while true {
      let before = await version
      let sum = await balance(0) + balance(1)
      if await version == before { return sum }
    }
  }

  private func balance(_ account: Int) -> Int { balances[account] }
}
