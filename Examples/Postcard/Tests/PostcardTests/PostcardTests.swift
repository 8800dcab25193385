import ArgumentParser
import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@testable import postcard

@Suite(.world(.mock))
struct PostcardTests {
  /// Reads a command line as `main` does: first World, then ArgumentParser.
  private func read(_ words: [String]) throws -> (simulation: Simulation, postcard: Postcard) {
    let (simulation, arguments) = try Simulation.read(arguments: words, environment: [:])
    return (simulation, try Postcard.parse(arguments))
  }

  @Test(arguments: [
    ["--times", "3", "Ada", "--locale", "fr_FR", "--seed=7"],
    ["--locale=fr_FR", "-t", "3", "--seed", "7", "Ada"],
    ["--seed", "7", "--locale", "fr_FR", "--times=3", "--", "Ada"],
  ])
  func bothReadTheirOwn(words: [String]) throws {
    let (simulation, postcard) = try read(words)
    #expect(simulation == Simulation(locale: Locale(identifier: "fr_FR"), seed: 7))
    #expect(postcard.name == "Ada")
    #expect(postcard.times == 3)
  }

  @Test func whatFollowsTheTwoDashesIsNotAFlag() throws {
    let (simulation, postcard) = try read(["--", "--locale"])
    #expect(simulation.isEmpty)
    #expect(postcard.name == "--locale")
  }

  @Test(arguments: [["Ada", "--locale", "fr_FX"], ["Ada", "--seed"], ["Ada", "--clock=60"]])
  func worldRefusesItsOwn(words: [String]) {
    #expect(throws: Simulation.ReadingError.self) { try read(words) }
  }

  @Test(arguments: [["Ada", "--locael", "fr_FR"], ["Ada", "--times", "x"], ["--seed", "7"]])
  func argumentParserRefusesTheRest(words: [String]) {
    let error = #expect(throws: (any Error).self) { try read(words) }
    #expect(!(error is Simulation.ReadingError))
  }

  @Test func postcardIsWrittenInTheSimulatedWorld() throws {
    let (simulation, postcard) = try read([
      "Ada", "--locale", "fr_FR", "--timezone", "Asia/Tokyo", "--date", "2024-02-29T23:59:59Z",
    ])
    let lines = withWorld(Current.using(simulation)) {
      PostcardBuilder.build(to: postcard.name, times: postcard.times).lines
    }
    #expect(lines.count == 3)
    #expect(lines[0].contains("vendredi 1 mars 2024"))
    #expect(lines[0].contains("8:59"))
    #expect(lines[1...] == ["Dear Ada,", "wish you were here."])
  }

  @Test func helpNamesWorldsFlags() {
    let help = Postcard.helpMessage(columns: 110)
    for flag in ["--locale", "--timezone", "--calendar", "--date", "--clock", "--seed"] {
      #expect(help.contains(flag))
    }
  }
}
