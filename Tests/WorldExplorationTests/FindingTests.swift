import Testing
import World
import WorldMocks

@testable import WorldExploration

struct Overdrawn: Error {}

private actor Account {
  private(set) var balance = 100
  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    await approve()
    balance -= amount
  }
  private nonisolated func approve() async { await Task.yield() }
}

struct FindingTests {
  @Test func finds() async {
    let report = await Exploration(runs: 1_000).run {
      let account = Account()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await account.withdraw(60) }
        group.addTask { await account.withdraw(60) }
      }
      if await account.balance < 0 { throw Overdrawn() }
    }
    print(report)
    #expect(report.failedAt != nil)
    #expect(report.isDeterministic)
  }
}
