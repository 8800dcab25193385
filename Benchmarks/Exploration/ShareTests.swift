import Foundation
import Testing
import World
import WorldTesting

/// 500 tests that run in parallel, and one that explores beside them.
@Test(.world(.mock), arguments: 0..<500) func ordinary(number: Int) async {
  var sum = number
  for round in 0..<20 {
    for index in 0..<10_000 { sum = (sum &* 31 &+ index ^ round) & 0xFFFF }
    await Task.yield()
  }
  #expect(sum <= 0xFFFF)
  #expect(Current.date() <= .distantFuture)
}

@Test(.exploring(20_000)) func exploring() async {
  let account = Account()
  _ = Current.date()
  async let first: Void = account.withdraw(60)
  async let second: Void = account.withdraw(60)
  _ = await (first, second)
  #expect(await account.balance >= 0)
}

private actor Account {
  private(set) var balance = 100
  func withdraw(_ amount: Int) {
    if balance >= amount { balance -= amount }
  }
}
