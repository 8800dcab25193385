import Foundation
import World

/// A week isn't always seven times 24 hours.
extension KnownBug {
  static let weeklyReminder = KnownBug(
    name: "weekly reminder skipped by daylight saving", blame: [.date, .timezone, [.date, .timezone]],
    broken: { try remind { nine, _ in nine + 7 * 86_400 } },
    repaired: { try remind { nine, calendar in calendar.date(byAdding: .day, value: 7, to: nine) } })

  private static func remind(next: (Date, Calendar) -> Date?) throws {
    let calendar = Current.calendar()
    guard
      let nine = calendar.date(bySettingHour: 9, minute: 0, second: 0, of: Current.date()),
      calendar.component(.hour, from: nine) == 9, let reminder = next(nine, calendar)
    else { return }
    let hour = calendar.component(.hour, from: reminder)
    try expect(hour == 9, "reminds at \(hour) o'clock")
  }
}
