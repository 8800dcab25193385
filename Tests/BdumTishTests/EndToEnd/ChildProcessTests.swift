import WorldSimulation

#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  import World
  import WorldTesting

  /// A child process lives in its parent's world.
  @Suite(.world(.live))
  struct ChildProcessTests {
    /// The child says in which world it runs, and what time it is there.
    private func child(of simulation: World.Simulation) throws -> (simulation: World.Simulation, date: Date) {
      var program = Program()
      program.environment = simulation.environment(addingTo: program.environment)
      let result = try program.run("mac", "--json")
      #expect(result.code == 0)
      let notice = "bdum-tish: runs in a simulated world: "
      #expect(result.errors.hasPrefix(notice))
      let flags = result.errors.dropFirst(notice.count).dropLast().split(separator: " ").map(String.init)
      return (
        try World.Simulation.read(arguments: flags, environment: [:]).simulation,
        try instant(#require(Document(result.output).world["date"]))
      )
    }

    @Test(arguments: [
      ["--clock", "ticking"], ["--clock", "60x"], ["--clock", "0.5x"], ["--clock", "frozen"], [],
    ])
    func hasTheSameTimeAsItsParent(clock: [String]) throws {
      let before = Date()
      // The parent's clock began an hour before the child did.
      let parent = try World.Simulation.read(
        arguments: ["--date", "2024-02-29T23:59:59Z", "--seed", "7", "--timezone", "Asia/Tokyo"] + clock,
        environment: [:], now: before.addingTimeInterval(-3600)
      ).simulation
      let child = try child(of: parent)
      let after = Date()

      #expect(child.simulation == parent)
      let (here, there) = (try #require(parent.date), try #require(child.simulation.date))
      for hours in [-1000, -1, 0, 0.5, 1, 24, 10_000] {
        let real = before.addingTimeInterval(hours * 3600)
        #expect(abs(here.date(at: real).timeIntervalSince(there.date(at: real))) < 0.05)
      }
      // What the child printed was the parent's time while the child ran, however long that was.
      let printed = (here.date(at: before) - 0.05)...(here.date(at: after) + 0.05)
      #expect(printed.contains(child.date))
    }

    @Test func flagsOfTheChildWin() throws {
      var program = Program()
      program.environment.merge(World.Simulation(timezone: .gmt, seed: 7).environment()) { $1 }
      let result = try program.run("explain", "--seed", "8")
      #expect(result.errors == "bdum-tish: runs in a simulated world: --timezone UTC --seed 8\n")
    }
  }
#endif
