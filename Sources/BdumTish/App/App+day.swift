import Foundation
import World
import WorldSimulation

extension App {
  /// Tells the day of a programmer; with `--beside`, once for each of its worlds.
  func showDay(
    of given: Programmer?, _ arguments: Arguments, _ simulation: Simulation, _ start: Date
  ) async throws {
    let beside = try arguments.beside.map(BesideWorld.simulation)
    // Before the world is set up, it is real.
    let sleep = Current.sleep
    // A fast clock may pass midnight while the program starts.
    let date = simulation.date?.date(at: start) ?? start
    let programmer = given ?? chooseProgrammer()
    let lostEvent = LostEvent()
    var launch = launch(programmer, arguments, simulation)
    launch.date = date
    launch.eventWasLost = { lostEvent.note($0) }
    try bootstrap(launch)
    if programmer != Current.settings.lastProgrammer { Current.settings.lastProgrammer = programmer }

    let days =
      beside.isEmpty ? [DayBuilder.build(on: date)] : await BesideBuilder.build(beside, launch, on: date)
    if try await show(days, arguments, rate: simulation.date?.motion.rate, sleep: sleep) {
      for day in days { day.dayEnded() }
    }
    try lostEvent.throwIfAny()
  }

  /// - Returns: Whether the days were shown to their end.
  private func show(
    _ days: [DayViewModel], _ arguments: Arguments, rate: Double?,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) async throws -> Bool {
    let style = style(arguments)
    if style.isAnimated, !arguments.wantsJSON {
      // A world whose time stands still has none to show.
      let rate = rate.flatMap { $0 == 0 ? nil : $0 } ?? FilmBuilder.defaultRate
      guard try await showFilm(of: days, rate: rate, style.ink, sleep: sleep) else { return false }
    } else {
      for day in days { day.dayBegan() }
    }
    try console.write(arguments.wantsJSON ? DayJSON.text(of: days) : text(of: days, style.ink))
    return true
  }

  /// Where it isn't a terminal that is written to, the lines of one day are as long as they are.
  private func text(of days: [DayViewModel], _ ink: Ink) -> String {
    let width = console.isOutputTerminal ? console.size().map { max(40, $0.width) } : nil
    guard days.count > 1 else { return days.map { DayText($0, ink: ink, width: width).text }.joined() }
    let columns = width.map { Columns.width(of: days.count, on: $0) } ?? Columns.width
    return Columns.text(days, ink: ink, width: columns)
  }

  /// Shows days as a film, in a world whose time is a time machine's.
  ///
  /// - Returns: Whether it was seen to its end.
  private func showFilm(
    of days: [DayViewModel], rate: Double, _ ink: Ink,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) async throws -> Bool {
    let time = FilmBuilder.time(of: days, rate: rate)
    let ending = try await withWorld {
      $0.use(time)
    } operation: {
      for day in days { day.dayBegan() }
      return try await FilmBuilder.build(of: days, ink: ink, time: time, rate: rate, sleep: sleep).show(
        on: terminal)
    }
    if case .interrupted(let signal) = ending { terminal.raise(signal) }
    return ending == .seen
  }

  private func chooseProgrammer() -> Programmer {
    let last = settings.lastProgrammer
    guard console.isInputTerminal, console.isOutputTerminal else { return last }
    return Question(text: "Mac or PC?", choices: Programmer.allCases, default: last).ask(on: console)
  }
}
