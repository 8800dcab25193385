// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation
import WorldStorage

/// The program: reads the command line, sets the world up, has view models built and shows them.
@main
struct App: Sendable {
  var arguments = Array(CommandLine.arguments.dropFirst())
  var environment = ProcessInfo.processInfo.environment
  var console = Console.standard
  var settings = World.Settings.file(at: App.home + "/.bdum-tish.json")

  /// Foundation ignores `HOME` on Linux.
  private static var home: String { ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory() }

  static func main() async { exit(await App().run().rawValue) }

  func run() async -> ExitCode {
    do {
      // In whole milliseconds, as a clock's anchor is: a fast clock makes minutes of less.
      let start = Current.date().inMilliseconds
      let (simulation, rest) = try World.Simulation.read(
        arguments: arguments, environment: environment, now: start)
      try await run(Arguments(rest, simulation), start)
      return .success
    } catch Console.OutputError.closed {
      // The reader closed the pipe, as `head` does.
      return .success
    } catch is FilmScreen.Interruption {
      return .interrupted
    } catch let error as World.Analytics.UnwritableFile {
      console.complain("bdum-tish: --analytics: \(error)")
      return .cannotCreateFile
    } catch {
      console.complain("bdum-tish: \(error)")
      return error is UsageError || error is World.Simulation.ReadingError ? .usage : .ioError
    }
  }

  private func run(_ arguments: Arguments, _ start: Date) async throws {
    switch arguments.command {
    case .help: try console.write(Help.text)
    case .version: try console.write(Help.version + "\n")
    case .manual: try console.write(Manual.text)
    case .completions(let shell): try console.write(Completions.text(for: shell))
    case .explain:
      try bootstrap(Launch(programmer: settings.lastProgrammer, arguments: arguments, settings: settings))
      let explanation = Current.explain()
      try console.write(arguments.wantsJSON ? explanation.json() : "\(explanation)\n")
    case .explore(let programmer):
      let computer = (programmer ?? settings.lastProgrammer).computer
      let days = ExplorationBuilder.build(computer, .of(arguments.coffee))
      let ink = style(arguments).ink
      try console.write(
        arguments.wantsJSON ? DayJSON.text(of: days.map(\.day)) : ExplorationText.text(of: days, ink: ink))
    case .day(let programmer): try await showDay(of: programmer, arguments, start)
    }
  }

  /// Sets the world up, and says if it is simulated.
  func bootstrap(_ launch: Launch) throws {
    try launch.bootstrap()
    if let notice = launch.arguments.simulation.notice() { console.complain("bdum-tish: \(notice)") }
  }

  func style(_ arguments: Arguments) -> TextStyle {
    TextStyle(arguments, environment: environment, isTerminal: console.isOutputTerminal)
  }
}

/// How the program ends, in the numbers of `sysexits.h`.
enum ExitCode: Int32, Sendable {
  case success = 0
  case usage = 64
  case cannotCreateFile = 73
  case ioError = 74
  /// As of a program that the signal ends.
  case interrupted = 130
}
