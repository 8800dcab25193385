// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import World
import WorldSimulation
import WorldStorage

extension App {
  /// Tells the day of a programmer; with `--beside`, once for each of its worlds.
  func showDay(of given: Programmer?, _ arguments: Arguments, _ start: Date) async throws {
    let beside = try arguments.beside.map(World.Simulation.init(column:))
    // Before the world is set up, it is real.
    let sleep = Current.sleep
    // A fast clock may pass midnight while the program starts.
    let date = arguments.simulation.date?.date(at: start) ?? start
    let programmer = given ?? chooseProgrammer()
    let loss = Mutex<World.Analytics.UnwritableFile?>(nil)
    let launch = Launch(
      programmer: programmer, arguments: arguments, settings: settings, date: date,
      eventWasLost: { reason in loss.withLock { $0 = $0 ?? reason } })
    try bootstrap(launch)
    if programmer != settings.lastProgrammer { settings.lastProgrammer = programmer }

    let days =
      beside.isEmpty
      ? [DayBuilder.build(on: date)]
      : await BesideBuilder.build(beside, seed: launch.seed(of: Current), on: date)
    let end = try await show(days, arguments, sleep: sleep)
    for day in days where day.isOver(by: end) { day.dayEnded() }
    if let reason = loss.withLock({ $0 }) { throw EventLost(reason: reason) }
  }

  /// An event couldn't be written. The day goes on to its end, and then the program says so.
  private struct EventLost: Error, CustomStringConvertible {
    var reason: World.Analytics.UnwritableFile
    var description: String { "--analytics: \(reason)" }
  }

  private func chooseProgrammer() -> Programmer {
    let last = settings.lastProgrammer
    guard console.isInputTerminal, console.isOutputTerminal else { return last }
    return console.ask("Mac or PC?", Programmer.allCases, default: last)
  }

  /// - Returns: The moment up to which the days were told.
  private func show(
    _ days: [DayViewModel], _ arguments: Arguments, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) async throws -> Date {
    let style = style(arguments)
    for day in days { day.dayBegan() }
    var end = Date.distantFuture
    // Who can't press a key couldn't leave a film.
    if style.isAnimated, console.isInputTerminal, !arguments.wantsJSON {
      // A world whose time stands still has none to show.
      let rate = arguments.simulation.date?.motion.rate ?? 0
      let time = FilmBuilder.time(of: days, rate: rate == 0 ? nil : rate)
      end = try await withWorld(Current.using(time)) {
        let film = FilmBuilder.build(of: days, sleep: sleep)
        return try await FilmScreen(film: film, ink: style.ink).show(on: console)
      }
    }
    try console.write(arguments.wantsJSON ? DayJSON.text(of: days) : text(of: days, style.ink, until: end))
    return end
  }

  /// Where it isn't a terminal that is written to, the lines of one day are as long as they are.
  private func text(of days: [DayViewModel], _ ink: Ink, until end: Date) -> String {
    let screen = console.isOutputTerminal ? console.size().map { max(40, $0.width) } : nil
    let column = screen.map { Columns.width(of: days.count, on: $0) } ?? Columns.width
    let width = days.count > 1 ? column : screen
    let columns = days.map { (DayText($0, ink: ink, width: width, until: end).lines, $0.isRightToLeft) }
    return Columns.joined(columns, width: column).map { $0 + "\n" }.joined()
  }
}
