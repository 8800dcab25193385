import Testing
import World
import WorldTesting

actor Bank {
  private var approved = 0
  func approve(_ amount: Int) { approved += amount }
}

actor Account {
  private(set) var balance = 100
  let bank = Bank()  // another actor, which counts what it approves

  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    await bank.approve(amount)
    balance -= amount
  }
}

/// The test of the README and of the article on exploring worlds. `ReportTests` runs it in a process of its own.
@Suite(.enabled(if: ReportTests.isOwnProcess))
struct AccountTests {
  @Test(.exploring(1_000)) func nobodyOverdraws() async {
    let account = Account()
    async let first: Void = account.withdraw(60)
    async let second: Void = account.withdraw(60)
    _ = await (first, second)
    let balance = await account.balance
    #expect(balance >= 0)
  }
}

private enum Plain {
  @Suite(.enabled(if: ReportTests.isOwnProcess))
  struct AccountTests {
    @Test func nobodyOverdraws() async {
      let account = Account()
      async let first: Void = account.withdraw(60)
      async let second: Void = account.withdraw(60)
      _ = await (first, second)
      let balance = await account.balance
      #expect(balance >= 0)
    }
  }
}
