import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// Runs what the article on simulating worlds shows.
@Suite(.world(.mock))
struct SimulatingTests {
  @Test func aRequestsWorldReachesTheNextService() async throws {
    var outgoing = Simulating.Request(headers: ["x-staging-token": "secret"])
    let request = try Current.using(headers: ["baggage": "user=alice"]) { _ in false }
    try withWorld(request.using(World.Simulation(timezone: .gmt, seed: 7))) {
      try Simulating.passOn(to: &outgoing)
    }
    #expect(outgoing.headers["baggage"] == "user=alice,world.timezone=UTC,world.seed=7")
    let world = try await Simulating.serve(outgoing, token: "secret") { _ in "\(Current.simulation)" }
    #expect(world == "--timezone UTC --seed 7")
    await #expect(throws: World.Simulation.ReadingError.self) {
      try await Simulating.serve(outgoing, token: "another") { _ in "" }
    }
  }

  /// The pages show the line that a program prints.
  @Test(arguments: [
    (
      "World/World.docc/GettingStarted.md", "--locale fr_FR --timezone Asia/Tokyo --date 2024-02-29T23:59:59Z"
    ),
    ("WorldSimulation/WorldSimulation.docc/SimulatingWorlds.md", "--seed 7"),
  ])
  func aSimulatedRunSaysSo(document: String, flags: String) throws {
    let words = flags.split(separator: " ").map(String.init)
    let notice = try World.Simulation.read(arguments: words, environment: [:]).simulation.notice()
    let text = try DocumentTests.text(of: "Sources/" + document)
    #expect(text.contains("greet: \(notice ?? "no notice")"))
  }

  @Test func aChildLivesInTheSameWorld() throws {
    let simulation = World.Simulation(
      locale: Locale(identifier: "fr_FR"), timezone: .gmt, date: .frozen(at: Current.date()), seed: 7)
    var child = Simulating.Child()
    withWorld(Current.using(simulation)) { Simulating.prepare(&child) }
    let environment = try #require(child.environment)
    #expect(try World.Simulation.read(arguments: [], environment: environment).simulation == simulation)
    // What it has of this process stays.
    #expect(environment["PATH"] == ProcessInfo.processInfo.environment["PATH"])
  }
}
