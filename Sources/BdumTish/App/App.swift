// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation
import WorldStorage

/// The program. It sets up the world, has view models built, and shows them.
@main
struct App: Sendable {
  var arguments = Array(CommandLine.arguments.dropFirst())
  /// Where settings are kept; by default a file in the user's folder.
  var settings: World.Settings?

  static func main() async { exit(await App().run().rawValue) }

  func run() async -> ExitCode {
    do {
      var launch: Launch?
      try World.bootstrap { world in launch = try Launch(arguments, settings: settings, in: &world) }
      if let launch { try await run(launch) }
      return .success
    } catch Console.OutputError.closed {
      // The reader closed the pipe, as `head` does.
      return .success
    } catch is FilmScreen.Interruption {
      return .interrupted
    } catch {
      let console = Current.console
      let isUnwritable = error is World.UnwritableFile
      console.complain("bdum-tish: \(isUnwritable ? "--analytics: " : "")\(error)")
      if isUnwritable { return .cannotCreateFile }
      return error is UsageError || error is World.Simulation.ReadingError ? .usage : .ioError
    }
  }

  private func run(_ launch: Launch) async throws {
    switch launch.arguments.command {
    case .help: try Current.console.write(Help.text)
    case .version: try Current.console.write(Help.version + "\n")
    case .manual: try Current.console.write(Manual.text)
    case .completions(let shell): try Current.console.write(Completions.text(for: shell))
    case .explain: try explain(launch)
    case .explore(let programmer): try explore(programmer, launch)
    case .day(let programmer): try await tellDay(of: programmer, launch)
    }
  }
}

/// The commands that use the world.
extension App {
  /// Tells the day of a programmer; with `--beside`, once for each of its worlds.
  func tellDay(of given: Programmer?, _ launch: Launch) async throws {
    sayIfSimulated(launch)
    let question = ProgrammerQuestionBuilder.build()
    let programmer = given ?? answer(to: question)
    if programmer != question.last { question.remember(programmer) }
    try await withWorld {
      $0.computer = programmer.computer
    } operation: {
      let days =
        launch.beside.isEmpty
        ? [DayBuilder.build(on: launch.date)]
        : await BesideBuilder.build(
          launch.beside, seed: launch.seed, on: launch.date,
          isSameDate: launch.arguments.simulation.date == nil)
      let end = try await show(days, launch)
      for day in days where day.isOver(by: end) { day.dayEnded() }
    }
    if let reason = launch.lostEvent() { throw EventLost(reason: reason) }
  }

  /// An event couldn't be written. The program shows the whole day before it reports this.
  private struct EventLost: Error, CustomStringConvertible {
    var reason: World.UnwritableFile
    var description: String { "--analytics: \(reason)" }
  }

  /// Asks whose day to tell. Without a terminal, it is the last one's.
  private func answer(to question: ProgrammerQuestion) -> Programmer {
    let console = Current.console
    guard console.isInputTerminal, console.isOutputTerminal else { return question.last }
    return console.ask("Mac or PC?", Programmer.allCases, default: question.last)
  }

  /// - Returns: The moment up to which the days were shown.
  private func show(_ days: [DayViewModel], _ launch: Launch) async throws -> Date {
    let (console, arguments, style) = (Current.console, launch.arguments, style(launch))
    for day in days { day.dayBegan() }
    var end = Date.distantFuture
    let motion = arguments.simulation.date?.motion
    // A frozen date has no film. And without an input terminal the user couldn't leave a film.
    if style.isAnimated, console.isInputTerminal, !arguments.wantsJSON, motion != .frozen {
      let time = FilmBuilder.time(of: days, rate: motion?.rate)
      end = try await withWorld(Current.using(time)) {
        let film = FilmBuilder.build(of: days, sleep: launch.sleep)
        return try await FilmScreen(film: film, ink: style.ink).show(on: console)
      }
    }
    try console.write(
      arguments.wantsJSON
        ? DayJSON.text(of: days)
        : DayText.text(of: days, ink: style.ink, until: end, screen: console.size()?.width))
    return end
  }

  func explore(_ given: Programmer?, _ launch: Launch) throws {
    let programmer = given ?? ProgrammerQuestionBuilder.build().last
    let days = withWorld {
      $0.computer = programmer.computer
    } operation: {
      ExplorationBuilder.build()
    }
    try Current.console.write(
      launch.arguments.wantsJSON
        ? DayJSON.text(of: days.map(\.day)) : ExplorationText.text(of: days, ink: style(launch).ink))
  }

  func explain(_ launch: Launch) throws {
    sayIfSimulated(launch)
    let programmer = ProgrammerQuestionBuilder.build().last
    let explanation = withWorld {
      $0.computer = programmer.computer
    } operation: {
      Current.explain()
    }
    try Current.console.write(launch.arguments.wantsJSON ? explanation.json() : "\(explanation)\n")
  }

  private func sayIfSimulated(_ launch: Launch) {
    if let notice = launch.arguments.simulation.notice() { Current.console.complain("bdum-tish: \(notice)") }
  }

  private func style(_ launch: Launch) -> TextStyle {
    TextStyle(
      launch.arguments, environment: Current.variables.all(), isTerminal: Current.console.isOutputTerminal)
  }
}

/// The exit codes, as in `sysexits.h`.
enum ExitCode: Int32, Sendable {
  case success = 0
  case usage = 64
  case cannotCreateFile = 73
  case ioError = 74
  /// The exit code of a program that Control-C ends.
  case interrupted = 130
}
