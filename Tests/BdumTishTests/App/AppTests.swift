import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldTesting

@testable import BdumTish

@Suite(.world(.mock))
struct AppTests {
  private let settings = World.Settings.inMemory()

  /// Runs the app, in a scope of its own, since each run sets the world up.
  private func run(
    _ words: String..., answers: [String] = [], isTerminal: Bool = false, term: String = "dumb",
    in world: World = .mock
  ) async -> (code: ExitCode, log: ConsoleLog) {
    let log = ConsoleLog(answers: answers)
    let console = log.console(isTerminal: isTerminal)
    return (await run(words, on: console, term: term, in: world), log)
  }

  private func run(
    _ words: [String], on console: Console, term: String = "", in world: World = .mock
  ) async -> ExitCode {
    let app = App(arguments: words, settings: settings)
    return await withWorld(
      world.with {
        $0.console = console
        $0.variables.all = { ["TERM": term] }
      }
    ) { await app.run() }
  }

  @Test func tellsADay() async {
    let (code, log) = await run("mac")
    #expect(code == .success)
    #expect(log.output.hasPrefix("The day of a Mac programmer\nEurope/London · Tuesday"))
    #expect(log.output.hasSuffix("Ba dum tish!\n"))
    #expect(log.pieces.count == 1)
    #expect(log.errors == "")
  }

  @Test func eachOfTheDaysBesideEachOtherBeginsAndEnds() async throws {
    let folder = TemporaryFolder()
    let path = folder.file("events.jsonl")
    let (code, _) = await run("pc", "--beside", "fr_FR Asia/Tokyo", "--beside", "de_DE", "--analytics", path)
    #expect(code == .success)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count { $0.contains("day_began") } == 2)
    #expect(lines.count { $0.contains("day_ended") } == 2)
  }

  @Test func badColumnsCreateNoFile() async {
    let folder = TemporaryFolder()
    let path = folder.file("events.jsonl")
    let (code, _) = await run("pc", "--beside", "fr_FR", "--beside", "Asia/Tokio", "--analytics", path)
    #expect(code == .usage)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(settings.read("lastProgrammer") == nil)
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
    #expect(await run([], on: console) == .success)
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
    #expect(settings[.lastProgrammer] == .pc)
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
    settings.write("lastProgrammer", .string("amiga"))
    await withKnownIssue {
      #expect(await run().log.output.contains("Mac programmer"))
    } matching: {
      "\($0)".contains("should be Programmer")
    }
  }

  @Test func onATerminalItIsColoured() async {
    let (_, log) = await run("mac", "--no-animation", isTerminal: true, term: "xterm")
    #expect(log.output.contains("\u{1B}["))
    #expect(log.pieces.count == 1)
  }

  /// A clock as fast as this plays the day in less than a tenth of a second. Between two pictures nothing waits.
  @Test func onATerminalTheDayPlaysByAndIsThenPrinted() async throws {
    let (code, log) = await run(
      "mac", "--date", "2018-08-28", "--clock", "1000000x", isTerminal: true, term: "xterm",
      in: .mock.with { $0.sleep = { _ in } })
    #expect(code == .success)
    #expect(log.pieces.first == "\u{1B}[?1049h\u{1B}[?25l\u{1B}[1 k")
    #expect(log.pieces.last?.contains("The day of a Mac programmer") == true)
    #expect(log.pieces.last?.hasSuffix("Ba dum tish!\u{1B}[0m\n") == true)
    #expect(
      log.errors.hasPrefix(
        "bdum-tish: runs in a simulated world: --date 2018-08-27T23:00:00Z --clock 1000000x@"))
  }

  /// It begins ten minutes before anything happens, and this clock needs ten minutes for them.
  @Test func whoeverLeavesTheFilmKeepsWhatWasTold() async throws {
    let log = ConsoleLog(keys: [.quit])
    let folder = TemporaryFolder()
    let path = folder.file("events.jsonl")
    let words = ["mac", "--no-color", "--clock", "ticking", "--analytics", path]
    #expect(await run(words, on: log.console(isTerminal: true), term: "xterm") == .success)
    let events = try String(contentsOfFile: path, encoding: .utf8)
    #expect(events.contains("day_began") && !events.contains("day_ended"))
    let day = try #require(log.pieces.last)
    #expect(day.hasPrefix("The day of a Mac programmer\nEurope/London · "))
    #expect(day.count { $0 == "\n" } == 2)
  }

  /// Who can't press a key couldn't leave it.
  @Test func withoutAnInputTerminalThereIsNoFilm() async {
    let log = ConsoleLog()
    var console = log.console(isTerminal: true)
    console.isInputTerminal = false
    #expect(await run(["mac"], on: console, term: "xterm") == .success)
    #expect(log.pieces.count == 1)
    #expect(log.output.contains("Ba dum tish!"))
  }

  /// A day whose time stands still is told at once.
  @Test(arguments: [["--date", "2018-08-28"], ["--clock", "frozen"]])
  func frozenTimeHasNoFilm(words: [String]) async {
    let log = ConsoleLog()
    #expect(await run(["mac"] + words, on: log.console(isTerminal: true), term: "xterm") == .success)
    #expect(log.pieces.count == 1)
  }

  @Test func jsonIsPlainEvenOnATerminal() async throws {
    let (_, log) = await run("mac", "--json", isTerminal: true)
    #expect(try Document(log.output).programmer == "mac")
  }

  @Test func explainNeitherAsksNorRemembers() async {
    let (code, log) = await run("explain", isTerminal: true)
    #expect(code == .success)
    #expect(log.output.contains("Coffee     bootstrap at BdumTish/App.swift:"))
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
    #expect(await run(["mac"], on: console) == code)
    #expect(log.errors.hasSuffix(message))
    #expect(log.errors.isEmpty == message.isEmpty)
  }
}
