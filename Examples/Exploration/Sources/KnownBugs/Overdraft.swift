/// An actor is reentrant: another withdrawal may run between the check and the subtraction.
extension KnownBug {
  static let overdraft = KnownBug(
    name: "overdraft by reentrancy", blame: [.schedule], depth: 2,
    broken: { try await run { account, amount in await account.withdraw(amount) } },
    repaired: { try await run { account, amount in await account.withdrawCheckingAgain(amount) } })

  private static func run(_ withdraw: @escaping @Sendable (Account, Int) async -> Void) async throws {
    let account = Account()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await withdraw(account, 60) } }
    }
    let balance = await account.balance
    try expect(balance >= 0, "the balance is \(balance)")
  }
}

private actor Account {
  private(set) var balance = 100
  private let bank = Bank()

  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    await bank.approve(amount)
    balance -= amount
  }

  func withdrawCheckingAgain(_ amount: Int) async {
    await bank.approve(amount)
    guard balance >= amount else { return }
    balance -= amount
  }
}

private actor Bank {
  private var approved = 0
  func approve(_ amount: Int) { approved += amount }
}
