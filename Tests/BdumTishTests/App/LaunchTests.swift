import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@testable import BdumTish

@Suite(.world(.mock))
struct LaunchTests {
  private func launch(
    _ programmer: Programmer = .mac, _ simulation: World.Simulation = World.Simulation(), _ flags: String...
  ) throws -> Launch {
    let arguments = try Arguments(["--coffee", "decaf"] + flags, simulation)
    return Launch(programmer: programmer, arguments: arguments, settings: .inMemory())
  }

  @Test func putsComputerAndCoffeeInTheWorld() throws {
    try launch(.pc).bootstrap()
    #expect(Current.computer.name == "PC")
    #expect(Current.coffee.kind == .decaf)
  }

  @Test func leavesNothingUnassigned() async throws {
    try await withWorld(World()) {
      try launch().bootstrap()
      let audit = await Current.audit(Coffee.self, Boss.self, Keyboard.self, Computer.self)
      #expect(audit.problems == [], "\(audit)")
    }
  }

  @Test func sameDaySameLuck() throws {
    #expect(try launch().seed(of: Current) == 20_180_828)
    try launch().bootstrap()
    let expected = World.RandomSource.seeded(20_180_828)
    #expect(Current.random { $0.next() } == expected.next())
  }

  @Test func simulatedDayBringsItsLuck() throws {
    let date = try instant("2024-02-29T23:59:59Z")
    let launch = try launch(.mac, World.Simulation(timezone: zone("Asia/Tokyo"), date: .frozen(at: date)))
    try launch.bootstrap()
    #expect(launch.seed(of: Current) == 20_240_301)
    let expected = World.RandomSource.seeded(20_240_301)
    #expect(Current.random { $0.next() } == expected.next())
  }

  @Test func seedWins() throws {
    try launch(.mac, World.Simulation(seed: 7)).bootstrap()
    #expect(try launch(.mac, World.Simulation(seed: 7)).seed(of: Current) == 7)
    let expected = World.RandomSource.seeded(7)
    #expect(Current.random { $0.next() } == expected.next())
  }

  @Test func unwritableFileLeavesTheWorldAlone() throws {
    let launch = try launch(.pc, World.Simulation(), "--analytics", "/nowhere/at/all.jsonl")
    #expect(throws: World.Analytics.UnwritableFile.self) { try launch.bootstrap() }
    #expect(Current.computer.name == "Mock")
  }
}
