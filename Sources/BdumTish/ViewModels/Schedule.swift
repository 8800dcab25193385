import Foundation

/// Sets the times of a day, in the order they are asked for.
struct Schedule {
  private let day: LocalDay
  private let dice: Dice
  private var latest: Date

  init(_ day: LocalDay, dice: Dice) {
    self.day = day
    self.dice = dice
    latest = day.start
  }

  /// Some minute after the hour; never earlier than what was set before, even where the clocks jump.
  mutating func next(hour: Int, minutes: ClosedRange<Int>) -> Date {
    let minutes = hour * 60 + dice.roll(minutes)
    latest = max(latest, day.moment(atHour: minutes / 60, minute: minutes % 60))
    return latest
  }
}
