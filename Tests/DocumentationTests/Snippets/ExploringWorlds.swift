import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// The programs of the article on exploring worlds, but for the first, which is in `Account.swift`.
private enum Repaired {
  actor Account {
    private(set) var balance = 100
    let bank = Bank()

    func withdraw(_ amount: Int) async {
      await bank.approve(amount)
      guard balance >= amount else { return }
      balance -= amount
    }
  }

  struct Tests {
    @Test(.exploring(1_000)) func nobodyOverdraws() async {
      let account = Account()
      async let first: Void = account.withdraw(60)
      async let second: Void = account.withdraw(60)
      _ = await (first, second)
      let balance = await account.balance
      #expect(balance >= 0)
    }

    @Test(.exploring(100_000, deadline: .seconds(10), timeout: .milliseconds(500)))
    func endsInTime() async {
      await nobodyOverdraws()
    }

    @Test(.exploring(1_000, varying: .schedule, .faults, startingFrom: { .mock }))
    func limitsWhatDiffers() async {
      await nobodyOverdraws()
    }
  }
}

private struct GatewayTimeout: Error {}

private struct CardGateway {
  var send: @Sendable (Int) async throws -> Void

  func charge(_ amount: Int) async throws {
    try sometimes("the gateway times out") { throw GatewayTimeout() }
    try await send(amount)
  }

  static func unreliable(_ gateway: CardGateway) -> CardGateway {
    var gateway = gateway
    gateway.send = faulty("send", .throwingAfterwards(GatewayTimeout()), .twice, closure: gateway.send)
    return gateway
  }
}

/// The article says what is found.
struct ExploringArticleTests {
  private struct Overdrawn: Error {}

  @Test func faultsAreFound() async throws {
    let report = await Exploration(runs: 200).run {
      let sent = Sent()
      let gateway = CardGateway.unreliable(CardGateway { await sent.note($0) })
      do { try await gateway.charge(10) } catch { try await gateway.charge(10) }
      if await sent.count > 1 { throw Overdrawn() }
    }
    #expect(report.failingDimensions == .faults)
  }
}

private actor Sent {
  private(set) var count = 0
  func note(_ amount: Int) { count += 1 }
}
