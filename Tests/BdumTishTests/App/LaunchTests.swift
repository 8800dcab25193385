import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@testable import BdumTish

@Suite(.world(.mock))
struct LaunchTests {
  private func launch(_ programmer: Programmer = .mac, _ simulation: Simulation = Simulation()) -> Launch {
    Launch(programmer: programmer, coffee: .decaf, simulation: simulation, settings: .inMemory())
  }

  @Test func putsComputerAndCoffeeInTheWorld() throws {
    try launch(.pc).bootstrap()
    #expect(Current.computer.name == "PC")
    #expect(Current.coffee.name == "decaf")
  }

  @Test func leavesNothingUnassigned() async throws {
    try await withWorld(World()) {
      try launch().bootstrap()
      let audit = await Current.audit(Coffee.self, Boss.self, Keyboard.self, Computer.self)
      #expect(audit.problems == [], "\(audit)")
    }
  }

  @Test func sameDaySameLuck() throws {
    #expect(Launch.seed(of: Current) == 20_180_828)
    try launch().bootstrap()
    let expected = RandomSource.seeded(20_180_828)
    #expect(Current.random { $0.next() } == expected.next())
  }

  @Test func simulatedDayBringsItsLuck() throws {
    try launch(
      .mac,
      Simulation(timezone: try zone("Asia/Tokyo"), date: .frozen(at: try instant("2024-02-29T23:59:59Z")))
    )
    .bootstrap()
    #expect(Launch.seed(of: Current) == 20_240_301)
    let expected = RandomSource.seeded(20_240_301)
    #expect(Current.random { $0.next() } == expected.next())
  }

  @Test func seedWins() throws {
    try launch(.mac, Simulation(seed: 7)).bootstrap()
    let expected = RandomSource.seeded(7)
    #expect(Current.random { $0.next() } == expected.next())
  }

  @Test func unwritableFileLeavesTheWorldAlone() {
    var launch = launch(.pc)
    launch.analyticsPath = "/nowhere/at/all.jsonl"
    #expect(throws: Analytics.UnwritableFile.self) { try launch.bootstrap() }
    #expect(Current.computer.name == "Mock")
  }
}
