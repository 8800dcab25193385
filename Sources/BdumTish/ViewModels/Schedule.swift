// SPDX-License-Identifier: MIT

import Foundation

/// Sets the times of a day, in the order they are asked for.
struct Schedule {
  let day: LocalDay
  let dice: Dice
  /// The time that was set last, at first the start of the day.
  var latest: Date

  /// Some minute after the hour; never earlier than what was set before, even where the clocks jump.
  mutating func next(hour: Int, minutes: ClosedRange<Int>) -> Date {
    let minutes = hour * 60 + dice.roll(minutes)
    latest = max(latest, day.moment(atHour: minutes / 60, minute: minutes % 60))
    return latest
  }
}
