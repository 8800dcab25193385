import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// The programs of the articles on exploring worlds, except the first, which is in `Account.swift`.
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

    @Test(.exploring(1_000, varying: .schedule, sharesOnlyActors: true))
    func tasksShareOnlyActors() async {
      await nobodyOverdraws()
    }

    @Test(.exploring(1_000, mustBeRepeatable: true))
    func isTheSameEachTime() async {
      await nobodyOverdraws()
    }

    @Test(.exploring(1_000, varying: .schedule, .faults, startingFrom: { .mock }))
    func limitsWhatDiffers() async {
      await nobodyOverdraws()
    }
  }
}

func shares(of amount: Int, among people: Int) -> [Int] {
  Array(repeating: amount / people, count: people)
}

private enum RepairedShares {
  static func shares(of amount: Int, among people: Int) -> [Int] {
    (0..<people).map { amount / people + ($0 < amount % people ? 1 : 0) }
  }

  struct Tests {
    @Test(.exploring(1_000)) func nothingIsLost() {
      let amount = World.draw("amount", in: 0...10_000)
      let people = World.draw("people", in: 1...10)
      #expect(shares(of: amount, among: people).reduce(0, +) == amount)
    }
  }
}

private struct GatewayTimeout: Error {}

private struct CardGateway {
  var send: @Sendable (Int) async throws -> Void

  func charge(_ amount: Int) async throws {
    try World.Fault.point("the gateway times out") { throw GatewayTimeout() }
    try await send(amount)
  }

  static func unreliable(_ gateway: CardGateway) -> CardGateway {
    var gateway = gateway
    gateway.send = World.Fault.inject(
      "send", .throwingAfterwards(GatewayTimeout()), .twice, into: gateway.send)
    return gateway
  }
}

private struct Feed {
  var updates: @Sendable () -> AsyncStream<Int>

  static func unreliable(_ feed: Feed) -> Feed {
    var feed = feed
    feed.updates = { [updates = feed.updates] in
      World.Fault.inject("updates", .cancelled, .twice, .late(.seconds(5)), into: updates())
    }
    return feed
  }
}

private struct Files {
  var write: @Sendable (_ path: String, _ contents: Data) throws -> Void

  static func unreliable(_ files: Files) -> Files {
    var files = files
    files.write = { [write = files.write] path, contents in
      try World.Fault.point("the disk is full") {
        try write(path, contents.prefix(contents.count / 2))
        throw CocoaError(.fileWriteOutOfSpace)
      }
      try write(path, contents)
    }
    return files
  }
}

extension World {
  fileprivate static var behind: World {
    var world = World.Exploration.silentMock()
    world.date = { [date = world.date] in
      var now = date()
      World.Fault.point("the clock is an hour behind") { now -= 3_600 }
      return now
    }
    return world
  }
}

/// The articles say what is found.
struct ExploringArticleTests {
  private struct Overdrawn: Error {}

  @Test func faultsAreFound() async throws {
    let report = await World.Exploration(runs: 200).run {
      let sent = Sent()
      let gateway = CardGateway.unreliable(CardGateway { await sent.note($0) })
      do { try await gateway.charge(10) } catch { try await gateway.charge(10) }
      if await sent.count > 1 { throw Overdrawn() }
    }
    #expect(report.failingDimensions == .faults)
  }

  @Test func valuesAreShrunk() async throws {
    let last = Mutex("")
    let body: @Sendable () async throws -> Void = {
      let amount = World.draw("amount", in: 0...10_000)
      let people = World.draw("people", in: 1...10)
      last.withLock { $0 = "\(amount) among \(people) people" }
      if shares(of: amount, among: people).reduce(0, +) != amount { throw Overdrawn() }
    }
    let report = await World.Exploration(runs: 1_000).run(body)
    let token = try #require(report.token)
    _ = await World.Exploration(runs: 1, only: token).run(body)
    #expect(last.withLock { $0 } == "1 among 2 people")
    let line =
      "The values that it draws:\n- amount = 1, at ExploringWorlds.swift:"
    #expect("\(report)".contains("\n\(line)"), "\(report)")
  }

  @Test func streamsFilesAndClocksFail() async {
    let size = Mutex(0)
    let report = await World.Exploration(runs: 200, startingFrom: { .behind }).run {
      var sum = 0
      let feed = Feed {
        AsyncStream { continuation in
          continuation.yield(2)
          continuation.finish()
        }
      }
      for await update in Feed.unreliable(feed).updates() { sum += update }
      let first = Current.date()
      let files = Files.unreliable(Files { _, contents in size.withLock { $0 = contents.count } })
      try? files.write("a", Data([1, 2, 3, 4]))
      World.mustReach("no update", if: sum == 0)
      World.mustReach("two updates", if: sum == 4)
      World.mustReach("the time went back", if: Current.date() < first)
      World.mustReach("half of a file", if: size.withLock { $0 } == 2)
    }
    #expect(report.failureText == nil, "\(report)")
    #expect(report.unreachedStates.isEmpty)
  }

  @Test func aStateIsReached() async {
    let report = await World.Exploration(runs: 200).run {
      let bank = Till()
      let charge = World.Fault.inject("charge", .throwingAfterwards(GatewayTimeout())) { (amount: Int) in
        await bank.charge(amount)
        return "receipt"
      }
      let reply = try? await charge(10)
      World.mustReach("charged, reply lost", if: await bank.charges == 1 && reply == nil)
    }
    #expect(report.failureText == nil, "\(report)")
    #expect(report.unreachedStates.isEmpty)
  }
}

private actor Till {
  private(set) var charges = 0
  func charge(_ amount: Int) { charges += 1 }
}

private actor Sent {
  private(set) var count = 0
  func note(_ amount: Int) { count += 1 }
}
