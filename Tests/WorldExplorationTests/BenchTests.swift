import Foundation
import Testing
import World
import WorldMocks

@testable import WorldExploration

private actor Account {
  private(set) var balance = 100
  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    balance -= amount
    await Task.yield()
  }
}

struct BenchTests {
  @Test func speed() async {
    let clock = ContinuousClock()
    for varying in [Exploration.Dimensions.schedule, .all] {
    let t0 = clock.now
    let report = await Exploration(runs: 20_000, varying: varying).run {
      let account = Account()
      _ = Current.date()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await account.withdraw(60) }
        group.addTask { await account.withdraw(60) }
        group.addTask { await account.withdraw(60) }
      }
      if await account.balance < 0 { throw Overdrawn() }
    }
    let t = t0.duration(to: clock.now)
    print(report, report.runs, t, Double(report.runs) / (t / .seconds(1)), "orders", report.orders.count)
    }
  }
}
