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
