import Testing
import World
import WorldTesting

enum RepairedByOneStep {
  /// An account whose check and subtraction are one step.
  actor Account {
    private(set) var balance = 100

    func withdraw(_ amount: Int) async {
      await Task.yield()
      guard balance >= amount else { return }
      balance -= amount
    }
  }

  enum AccountBuilder {
    static func build() -> Account { Account() }
  }

  struct ExploringTests {
    @Test(.exploring(1_000))
    func nobodyOverdraws() async {
      let account = AccountBuilder.build()
      async let first: Void = account.withdraw(60)
      async let second: Void = account.withdraw(60)
      _ = await (first, second)
      let balance = await account.balance
      #expect(balance >= 0)
    }
  }
}
