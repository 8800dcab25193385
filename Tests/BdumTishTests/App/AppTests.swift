import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldTesting

@testable import BdumTish

@Suite(.world(.mock))
struct AppTests {
  private let settings = Settings.inMemory()

  /// Runs the app, in a scope of its own, since each run sets the world up.
  private func run(
    _ words: String..., answers: [String] = [], isTerminal: Bool = false
  ) async -> (code: ExitCode, log: ConsoleLog) {
    let log = ConsoleLog(answers: answers)
    let app = App(
      arguments: words, environment: ["TERM": "xterm"], console: log.console(isTerminal: isTerminal),
      settings: settings)
    return (await withWorld(.mock) { await app.run() }, log)
  }

  @Test func tellsADay() async {
    let (code, log) = await run("mac")
    #expect(code == .success)
    #expect(log.output.hasPrefix("The day of a Mac programmer\nEurope/London · Tuesday"))
    #expect(log.output.hasSuffix("Ba dum tish!\n"))
    #expect(log.pieces.count == 1)
    #expect(log.errors == "")
  }

  @Test func onATerminalItAsks() async {
    let (_, log) = await run(answers: ["pc"], isTerminal: true)
    #expect(log.errors == "Mac or PC? [mac] ")
    #expect(log.output.contains("PC programmer"))
  }

  /// Somebody must be there to read the question, and to answer it.
  @Test(arguments: [(true, false), (false, true), (false, false)])
  func askingTakesATerminalOnBothEnds(input: Bool, output: Bool) async {
    let log = ConsoleLog(answers: ["pc"])
    var console = log.console()
    (console.isInputTerminal, console.isOutputTerminal) = (input, output)
    let app = App(arguments: [], environment: [:], console: console, settings: settings)
    #expect(await app.run() == .success)
    #expect(log.errors == "")
    #expect(log.output.contains("Mac programmer"))
  }

  @Test func givenProgrammerIsNotAskedFor() async {
    let (_, log) = await run("pc", answers: ["mac"], isTerminal: true)
    #expect(log.errors == "")
    #expect(log.output.contains("PC programmer"))
  }

  @Test func offATerminalItIsTheRememberedOne() async {
    #expect(await run().log.output.contains("Mac programmer"))
    _ = await run(answers: ["pc"], isTerminal: true)
    #expect(settings.lastProgrammer == .pc)
    #expect(await run().log.output.contains("PC programmer"))
    #expect(await run("mac").log.output.contains("Mac programmer"))
    #expect(await run().log.output.contains("Mac programmer"))
  }

  @Test func rememberedOneIsTheDefaultAnswer() async {
    _ = await run("pc")
    let (_, log) = await run(answers: [""], isTerminal: true)
    #expect(log.errors == "Mac or PC? [pc] ")
    #expect(log.output.contains("PC programmer"))
  }

  @Test func unknownMemoryIsAMac() async {
    settings[.lastProgrammer] = "amiga"
    #expect(await run().log.output.contains("Mac programmer"))
  }

  @Test func onATerminalItIsColouredAndAnimated() async {
    let (_, log) = await run("mac", isTerminal: true)
    #expect(log.output.contains("\u{1B}["))
    #expect(log.pieces.count == 11)
  }

  /// Real time passes in sleep alone: the fixed world's, whose day begins at 23:00 UTC.
  @Test func withAFastClockTheDayPlaysBy() async throws {
    let log = ConsoleLog()
    let real = Mutex(Date(timeIntervalSince1970: 0))
    var world = World.mock
    world.date = { real.withLock { $0 } }
    world.sleep = { duration in real.withLock { $0.addTimeInterval(duration / .seconds(1)) } }
    let app = App(
      arguments: ["mac", "--date", "2018-08-28", "--clock", "3600x"], environment: ["TERM": "xterm"],
      console: log.console(isTerminal: true), settings: settings)
    #expect(await withWorld(world) { await app.run() } == .success)
    #expect(log.pieces.count == 11)
    #expect(
      log.errors.hasPrefix("bdum-tish: runs in a simulated world: --date 2018-08-27T23:00:00Z --clock 3600x@")
    )
    // A programmer goes home between 17:30 and 19:00, so that many seconds have passed.
    #expect((17.5...19).contains(real.withLock { $0 }.timeIntervalSince1970))
  }

  @Test func jsonIsPlainEvenOnATerminal() async throws {
    let (_, log) = await run("mac", "--json", isTerminal: true)
    #expect(try Document(log.output).programmer == "mac")
  }

  @Test func worldNeitherAsksNorRemembers() async {
    let (code, log) = await run("world", isTerminal: true)
    #expect(code == .success)
    #expect(log.output.contains(" 28 August 2018"))
    #expect(log.errors == "")
    #expect(settings.read("lastProgrammer") == nil)
  }

  @Test func badCommandLineRemembersNothing() async {
    let (code, log) = await run("pc", "--seed", "x")
    #expect(code == .usage)
    #expect(log.output == "")
    #expect(settings.read("lastProgrammer") == nil)
  }

  @Test func unwritableFileIsAnErrorOfItsOwn() async {
    let (code, log) = await run("pc", "--analytics", "/nowhere/at/all.jsonl")
    #expect(code == .cannotCreateFile)
    #expect(log.output == "")
    #expect(log.errors.contains("--analytics: /nowhere/at/all.jsonl"))
    #expect(settings.read("lastProgrammer") == nil)
  }

  @Test(arguments: [
    (Console.OutputError.closed, ExitCode.success, ""), (.failed("full"), .ioError, "full\n"),
  ])
  func outputMayFail(error: Console.OutputError, code: ExitCode, message: String) async {
    let log = ConsoleLog()
    var console = log.console()
    console.write = { _ throws(Console.OutputError) in throw error }
    let app = App(arguments: ["mac"], environment: [:], console: console, settings: settings)
    #expect(await app.run() == code)
    #expect(log.errors.hasSuffix(message))
    #expect(log.errors.isEmpty == message.isEmpty)
  }
}
