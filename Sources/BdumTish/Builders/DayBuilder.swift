import Foundation
import World

/// Builds a programmer's day from the current world.
enum DayBuilder {
  /// - Parameter date: Whose day it is; by default now.
  static func build(on date: Date = Current.date()) -> DayViewModel {
    DayViewModel(
      desk: Desk(
        computer: Current.computer, keyboard: Current.keyboard, coffee: Current.coffee, boss: Current.boss),
      now: date,
      format: FormatBuilder.build(),
      dice: Dice { [random = Current.random] range in random { Int.random(in: range, using: &$0) } },
      track: { [analytics = Current.analytics] name, properties in
        analytics.track(Analytics.Event(name: name, properties: properties))
      })
  }
}
