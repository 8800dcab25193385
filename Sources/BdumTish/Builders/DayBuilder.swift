// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation

/// Builds a programmer's day from the current world.
enum DayBuilder {
  /// - Parameter date: Whose day it is; by default now.
  static func build(on date: Date = Current.date()) -> DayViewModel {
    let (calendar, timezone) = (Current.calendar(), Current.timezone())
    return DayViewModel(
      desk: Desk(
        computer: Current.computer, keyboard: Current.keyboard, coffee: Current.coffee, boss: Current.boss),
      now: date,
      format: LocalizedFormat(
        worldLocale: Current.locale(), calendar: calendar, timeZone: timezone,
        calendarName: calendar.identifier.name, timeZoneName: timezone.name),
      dice: Dice { [random = Current.random] range in random { Int.random(in: range, using: &$0) } },
      track: { [analytics = Current.analytics] name, properties in
        analytics.track(World.Analytics.Event(name: name, properties: properties.mapValues { .string($0) }))
      })
  }
}
