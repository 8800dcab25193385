import Testing
import World
import WorldExploration
import WorldMocks
import WorldTesting

private actor Account {
  private(set) var balance = 100
  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    await approve()
    balance -= amount
  }
  private nonisolated func approve() async { await Task.yield() }
}

struct TraitTests {
  @Test(.exploring(1_000)) func demo() async throws {
      let account = Account()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await account.withdraw(60) }
        group.addTask { await account.withdraw(60) }
      }
      let balance = await account.balance
      #expect(balance >= 0)
      withKnownIssue { Issue.record("known") }
  }
  @Test(.exploring(1_000)) func demo2() async throws {
      struct Bad: Error {}
      if Current.locale().identifier.hasPrefix("tr") { throw Bad() }
      #expect(Test.current?.name == "demo2()")
  }
  @Test(.exploring(1_000), .world(.mock)) func demo3() async throws {
      try #require(!Current.timezone().identifier.hasPrefix("Pacific"))
  }
  @Test(.exploring(1_000)) func demo4() async throws { await Task { @MainActor in }.value }
  @Test(.exploring(1_000)) func demo5() async throws { }
  @Test(.exploring(20)) func demo6() async throws { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
}
