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
  private func read(_ words: [String]) throws -> (simulation: World.Simulation, postcard: Postcard) {
    let (simulation, arguments) = try World.Simulation.read(arguments: words, environment: [:])
    return (simulation, try Postcard.parse(arguments))
  }

  @Test(arguments: [
    ["--times", "3", "Ada", "--locale", "fr_FR", "--seed=7"],
    ["--locale=fr_FR", "-t", "3", "--seed", "7", "Ada"],
    ["--seed", "7", "--locale", "fr_FR", "--times=3", "--", "Ada"],
  ])
  func bothReadTheirOwn(words: [String]) throws {
    let (simulation, postcard) = try read(words)
    #expect(simulation == World.Simulation(locale: Locale(identifier: "fr_FR"), seed: 7))
    #expect(postcard.name == "Ada")
    #expect(postcard.times == 3)
  }

  @Test(arguments: World.Simulation.CompletionShell.allCases)
  func completionsAreOfBoth(shell: World.Simulation.CompletionShell) {
    #expect(Completions.shell(in: ["--generate-completion-script", shell.rawValue]) == shell)
    let script = Completions.script(for: shell)
    #expect(script.contains("times"))
    #expect(script.contains("timezone"))
  }

  #if os(Linux) || os(macOS)
    /// Bash completes the command's own flags as well as World's, and the values of both.
    @Test func bashCompletesBoth() throws {
      let bash = Process()
      let (input, output) = (Pipe(), Pipe())
      bash.executableURL = URL(fileURLWithPath: "/bin/bash")
      bash.arguments = ["--norc"]
      (bash.standardInput, bash.standardOutput) = (input, output)
      try bash.run()
      let ask = """
        COMP_LINE='postcard --ti' COMP_POINT=13 COMP_WORDS=(postcard --ti) COMP_CWORD=1
        COMPREPLY=(); _world_postcard postcard --ti postcard; printf '%s\\n' "${COMPREPLY[@]}"

        """
      try input.fileHandleForWriting.write(
        contentsOf: Data((Completions.script(for: .bash) + "\n" + ask).utf8))
      try input.fileHandleForWriting.close()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      bash.waitUntilExit()
      let lines = Set(String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init))
      #expect(lines == ["--times", "--timezone"])
    }
  #endif

  @Test func whatFollowsTheTwoDashesIsNotAFlag() throws {
    let (simulation, postcard) = try read(["--", "--locale"])
    #expect(simulation.isEmpty)
    #expect(postcard.name == "--locale")
  }

  @Test(arguments: [["Ada", "--locale", "fr_FX"], ["Ada", "--seed"], ["Ada", "--clock=60"]])
  func worldRefusesItsOwn(words: [String]) {
    #expect(throws: World.Simulation.ReadingError.self) { try read(words) }
  }

  @Test(arguments: [["Ada", "--locael", "fr_FR"], ["Ada", "--times", "x"], ["--seed", "7"]])
  func argumentParserRefusesTheRest(words: [String]) {
    let error = #expect(throws: (any Error).self) { try read(words) }
    #expect(!(error is World.Simulation.ReadingError))
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
