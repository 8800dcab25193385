import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@testable import BdumTish

@Suite(.world(.mock))
struct LaunchTests {
  @discardableResult private func launch(_ words: String...) throws -> Launch {
    var launch: Launch?
    try World.bootstrap { world in
      launch = try Launch(["--coffee", "decaf"] + words, settings: .inMemory(), in: &world)
    }
    return try #require(launch)
  }

  @Test func putsCoffeeInTheWorld() throws {
    try launch()
    #expect(Current.coffee.kind == .decaf)
  }

  @Test func leavesNothingUnassigned() async throws {
    try await withWorld(.live) {
      try launch()
      let audit = await Current.audit(
        Coffee.self, Boss.self, Keyboard.self, Computer.self, Console.self, Variables.self)
      #expect(audit.problems == [], "\(audit)")
    }
  }

  @Test func sameDaySameLuck() throws {
    #expect(try launch().seed == 20_180_828)
    let expected = World.RandomSource.seeded(20_180_828)
    #expect(Current.random { $0.next() } == expected.next())
  }

  @Test func simulatedDayBringsItsLuck() throws {
    let launch = try launch("--date", "2024-02-29T23:59:59Z", "--timezone", "Asia/Tokyo")
    #expect(launch.seed == 20_240_301)
    let expected = World.RandomSource.seeded(20_240_301)
    #expect(Current.random { $0.next() } == expected.next())
  }

  @Test func seedWins() throws {
    #expect(try launch("--seed", "7").seed == 7)
    let expected = World.RandomSource.seeded(7)
    #expect(Current.random { $0.next() } == expected.next())
  }

  /// A film waits in real time from one picture to the next.
  @Test func theSleepIsTheOneOfBefore() async throws {
    let slept = Counter()
    Current.sleep = { _ in _ = slept.next() }
    let launch = try launch("--date", "2024-02-29", "--clock", "60x")
    try await launch.sleep(.milliseconds(50))
    #expect(slept.next() == 2)
  }

  @Test func unwritableFileLeavesTheWorldAlone() throws {
    #expect(throws: World.UnwritableFile.self) {
      try launch("--analytics", "/nowhere/at/all.jsonl")
    }
    #expect(Current.coffee.kind == .caffeinated)
  }
}
