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
  /// A terminal to show films on.
  var terminal: TerminalDevice

  static func main() async {
    let app = App(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment,
      console: .standard, settings: .userDefaults(suiteName: "bdum-tish"),
      terminal: .standard(.standard))
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
      // Whoever read the output has seen enough.
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
    // Before the world is set up, it is real.
    let sleep = Current.sleep
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
    let style = TextStyle(arguments, environment: environment, isTerminal: console.isOutputTerminal)
    if arguments.wantsJSON {
      day.dayBegan()
      try console.write(DayJSON(day).text())
    } else {
      guard try await showFilm(of: [day], simulation, style, sleep: sleep) else { return }
      try console.write(DayText(day, ink: style.ink, width: width(style)).text)
    }
    day.dayEnded()
    try lostEvent.throwIfAny()
  }

  /// Shows days as a film where there is somebody to watch it.
  ///
  /// - Returns: Whether it was seen to its end.
  private func showFilm(
    of days: [DayViewModel], _ simulation: Simulation, _ style: TextStyle,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) async throws -> Bool {
    guard style.isAnimated else {
      for day in days { day.dayBegan() }
      return true
    }
    let rate = simulation.date.map(\.rate).flatMap { $0 == 0 ? nil : $0 } ?? FilmBuilder.defaultRate
    let time = FilmBuilder.time(of: days, rate: rate)
    let ending = try await withWorld {
      $0.use(time)
    } operation: {
      for day in days { day.dayBegan() }
      return try await FilmBuilder.build(of: days, ink: style.ink, time: time, rate: rate, sleep: sleep)
        .show(on: terminal)
    }
    if case .interrupted(let signal) = ending { terminal.raise(signal) }
    return ending == .seen
  }

  /// The terminal's, at least forty columns; where none is written to, lines are as long as they are.
  private func width(_ style: TextStyle) -> Int? {
    console.isOutputTerminal ? console.size().map { max(40, $0.width) } : nil
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
