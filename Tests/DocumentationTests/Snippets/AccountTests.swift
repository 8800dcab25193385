import Testing
import World
import WorldTesting

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
