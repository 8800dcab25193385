import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// The programs of the article on exploring worlds.
private enum Broken {
  actor Account {
    private(set) var balance = 100
    let bank = Bank()

    func withdraw(_ amount: Int) async {
      guard balance >= amount else { return }
      await bank.approve(amount)
      balance -= amount
    }
  }

  // Its bug shows in some orders only, and so now and then in a plain run. `theReportIsThatOfTheProgram` finds it.
  @Suite(.disabled("it has the bug that the article is about"))
  struct Tests {
    @Test func nobodyOverdraws() async {
      let account = Account()
      async let first: Void = account.withdraw(60)
      async let second: Void = account.withdraw(60)
      _ = await (first, second)
      #expect(await account.balance >= 0)
    }
  }
}

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
      #expect(await account.balance >= 0)
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

actor Bank {
  private var approved = 0
  func approve(_ amount: Int) { approved += amount }
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

/// The article shows what an exploration reports.
struct ExploringArticleTests {
  private struct Overdrawn: Error, CustomStringConvertible {
    var balance: Int
    var description: String { "the balance is \(balance)" }
  }

  @Test func theReportIsThatOfTheProgram() async throws {
    let report = await Exploration(runs: 1_000, seed: 1).run {
      let account = Broken.Account()
      async let first: Void = account.withdraw(60)
      async let second: Void = account.withdraw(60)
      _ = await (first, second)
      let balance = await account.balance
      if balance < 0 { throw Overdrawn(balance: balance) }
    }
    let article = try DocumentTests.text(of: "Sources/WorldTesting/WorldTesting.docc/ExploringWorlds.md")
    var lines = report.description.split(separator: "\n")
    // An optimizer moves functions into their callers.
    if DocumentTests.isOptimized {
      lines.removeAll { line in line.contains("`") || ["Steps", "  ", "> "].contains { line.hasPrefix($0) } }
    }
    #expect(lines.count >= 3)
    for line in lines { #expect(article.contains(line), "\(line)") }
  }

  @Test func faultsAreFound() async throws {
    let report = await Exploration(runs: 200).run {
      let sent = Sent()
      let gateway = CardGateway.unreliable(CardGateway { await sent.note($0) })
      do { try await gateway.charge(10) } catch { try await gateway.charge(10) }
      if await sent.count > 1 { throw Overdrawn(balance: -10) }
    }
    #expect(report.failingDimensions == .faults)
  }
}

private actor Sent {
  private(set) var count = 0
  func note(_ amount: Int) { count += 1 }
}
