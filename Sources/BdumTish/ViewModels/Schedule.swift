// SPDX-License-Identifier: MIT

import Foundation

/// Chooses the times of a day, one after the other.
struct Schedule {
  let day: LocalDay
  let dice: Dice
  /// The last chosen time; at first, the start of the day.
  var latest: Date

  /// Chooses a minute after the hour, and never an earlier time than the last one, even where clocks jump.
  mutating func next(hour: Int, minutes: ClosedRange<Int>) -> Date {
    let minutes = hour * 60 + dice.roll(minutes)
    latest = max(latest, day.moment(atHour: minutes / 60, minute: minutes % 60))
    return latest
  }
}
