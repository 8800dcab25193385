// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation

/// Builds a programmer's day from the current world.
enum DayBuilder {
  /// - Parameter date: The moment whose day it is; by default now.
  static func build(on date: Date = Current.date()) -> DayViewModel {
    let (calendar, timezone) = (Current.calendar(), Current.timezone())
    let (computer, coffee) = (Current.computer, Current.coffee)
    return DayViewModel(
      desk: Desk(
        computer: computer.name, coffee: coffee.kind, turnOn: computer.turnOn, drinkCup: coffee.drinkCup,
        type: Current.keyboard.type, report: Current.boss.hear),
      now: date,
      format: LocalizedFormat(
        worldLocale: Current.locale(), calendar: calendar, timeZone: timezone,
        calendarName: calendar.identifier.name, timeZoneName: timezone.name),
      dice: Dice { [random = Current.random] range in random { Int.random(in: range, using: &$0) } },
      track: { [analytics = Current.analytics] name, properties in
        analytics.track(name, properties.mapValues { .string($0) })
      })
  }
}

/// Builds the same day in several worlds at the same time, each in a scope of its own.
enum BesideBuilder {
  /// - Parameters:
  ///   - simulations: What differs between the worlds.
  ///   - seed: The seed of each world's random numbers. A shared generator would make the days differ.
  ///   - isSameDate: Whether all days have the latest of the dates that the moment has in the places. Without it, some may be over.
  static func build(
    _ simulations: [World.Simulation], seed: UInt64, on date: Date, isSameDate: Bool = false
  ) async -> [DayViewModel] {
    let days = simulations.map { LocalDay(containing: date, in: $0.timezone ?? Current.timezone()) }
    let latest = days.map(\.number).max()
    let dates = days.map { isSameDate && $0.number != latest ? $0.end : date }
    return await withTaskGroup(of: (Int, DayViewModel).self) { group in
      for (index, simulation) in simulations.enumerated() {
        group.addTask {
          withWorld {
            $0.use(simulation)
            $0.random = .seeded(seed)
          } operation: {
            (index, DayBuilder.build(on: dates[index]))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
