import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@testable import BdumTish

@Suite(.world(.mock))
struct WorldBuilderTests {
  private func launch(_ simulation: Simulation = Simulation(), analyticsPath: String? = nil) -> Launch {
    Launch(
      programmer: .mac, coffee: .caffeinated, simulation: simulation, analyticsPath: analyticsPath,
      settings: .inMemory())
  }

  private func sources(_ simulation: Simulation) -> [String: String] {
    let dependencies = WorldBuilder.build(launch(simulation)).dependencies
    return Dictionary(dependencies.map { ($0.name, $0.source) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func describesEveryDependency() {
    let names = WorldBuilder.build(launch()).dependencies.map(\.name)
    #expect(
      names == [
        "date", "calendar", "timezone", "locale", "uuid", "random", "sleep", "analytics", "settings",
        "computer", "coffee", "keyboard", "boss",
      ])
  }

  @Test func saysTheValuesNow() {
    let dependencies = WorldBuilder.build(launch(analyticsPath: "events.jsonl")).dependencies
    let values = Dictionary(dependencies.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    #expect(values["date"] == "2018-08-28T13:27:31+01:00")
    #expect(values["calendar"] == "gregorian")
    #expect(values["timezone"] == "Europe/London")
    #expect(values["locale"] == "en_GB")
    #expect(values["random"] == "seed 20180828")
    #expect(values["analytics"] == "events.jsonl")
    #expect(values["computer"] == "Mock")
    #expect(values["keyboard"] == "mock")
  }

  @Test func withoutSimulationEverythingIsLive() {
    #expect(Set(sources(Simulation()).values) == ["live"])
  }

  @Test(arguments: [
    (Simulation(date: .frozen(at: Date(timeIntervalSince1970: 0))), ["date", "random"]),
    (
      Simulation(date: .ticking(from: .distantPast, rate: 60, since: .distantPast)),
      ["date", "random", "sleep"]
    ),
    (Simulation(seed: 1), ["random"]),
    (Simulation(timezone: .gmt), ["timezone", "calendar"]),
    (Simulation(locale: Locale(identifier: "fr_FR")), ["locale", "calendar"]),
    (Simulation(calendar: .buddhist), ["calendar"]),
  ])
  func saysWhatIsSimulated(simulation: Simulation, names: [String]) {
    #expect(Set(sources(simulation).filter { $0.value == "simulated" }.keys) == Set(names))
  }

  @Test func dateIsRenderedForPeople() {
    Current.locale = { Locale(identifier: "fr_FR") }
    let date = WorldBuilder.build(launch()).dependencies[0]
    #expect(date.rendered.contains("mardi 28 août 2018"))
    #expect(date.rendered.contains("13:27:31"))
  }
}
