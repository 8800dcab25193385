import Foundation
import World
import WorldLive
import WorldSimulation

/// The program: reads the command line, sets the world up, has a view model built and shows it.
@main
struct App: Sendable {
  var arguments: [String]
  var environment: [String: String]
  var console: Console
  var settings: Settings

  static func main() async {
    let app = App(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment,
      console: .standard, settings: .userDefaults(suiteName: "bdum-tish"))
    exit(await app.run().rawValue)
  }

  func run() async -> ExitCode {
    do {
      // In whole milliseconds, as a clock's anchor is: a fast clock makes minutes of less.
      let start = Current.date().inMilliseconds
      let (simulation, rest) = try Simulation.read(arguments: arguments, environment: environment, now: start)
      try await run(Arguments(rest), simulation, start)
      return .success
    } catch let error as Simulation.ReadingError {
      console.complain("bdum-tish: \(error)")
      return .usage
    } catch let error as UsageError {
      console.complain("bdum-tish: \(error)")
      return .usage
    } catch let error as Analytics.UnwritableFile {
      console.complain("bdum-tish: --analytics: \(error)")
      return .cannotCreateFile
    } catch Console.OutputError.closed {
      // The reader of the output has closed it.
      return .success
    } catch {
      console.complain("bdum-tish: \(error)")
      return .ioError
    }
  }

  private func run(_ arguments: Arguments, _ simulation: Simulation, _ start: Date) async throws {
    switch arguments.command {
    case .help: try console.write(Help.text)
    case .version: try console.write(Help.version)
    case .world: try showWorld(arguments, simulation)
    case .day(let programmer): try await showDay(of: programmer, arguments, simulation, start)
    }
  }

  private func showDay(
    of given: Programmer?, _ arguments: Arguments, _ simulation: Simulation, _ start: Date
  ) async throws {
    // A fast clock may pass midnight while the program starts.
    let date = simulation.date?.date(at: start) ?? start
    let programmer = given ?? chooseProgrammer()
    let lostEvent = LostEvent()
    var launch = launch(programmer, arguments, simulation)
    launch.date = date
    launch.eventWasLost = { lostEvent.note($0) }
    try launch.bootstrap()
    if let notice = simulation.notice { console.complain("bdum-tish: \(notice)") }
    if programmer != Current.settings.lastProgrammer { Current.settings.lastProgrammer = programmer }

    let day = DayBuilder.build(on: date)
    day.dayBegan()
    if arguments.wantsJSON {
      try console.write(DayJSON(day).text())
    } else {
      let style = TextStyle(arguments, environment: environment, isTerminal: console.isOutputTerminal)
      let film = Film(
        frames: DayText(day, ink: style.ink).frames,
        pace: style.pace(rate: simulation.date?.motion.rate ?? 1),
        date: Current.date, sleep: Current.sleep)
      try await film.show(on: console)
    }
    day.dayEnded()
    try lostEvent.throwIfAny()
  }

  private func showWorld(_ arguments: Arguments, _ simulation: Simulation) throws {
    let launch = launch(settings.lastProgrammer, arguments, simulation)
    try launch.bootstrap()
    if let notice = simulation.notice { console.complain("bdum-tish: \(notice)") }
    let world = WorldBuilder.build(launch)
    let style = TextStyle(arguments, environment: environment, isTerminal: console.isOutputTerminal)
    try console.write(arguments.wantsJSON ? WorldJSON(world).text() : WorldText(world, ink: style.ink).text)
  }

  private func launch(
    _ programmer: Programmer, _ arguments: Arguments, _ simulation: Simulation
  ) -> Launch {
    Launch(
      programmer: programmer, coffee: arguments.coffee, simulation: simulation,
      analyticsPath: arguments.analyticsPath, settings: settings)
  }

  private func chooseProgrammer() -> Programmer {
    let last = settings.lastProgrammer
    guard console.isInputTerminal, console.isOutputTerminal else { return last }
    return Question(text: "Mac or PC?", choices: Programmer.allCases, default: last).ask(on: console)
  }
}
