// SPDX-License-Identifier: MIT

import Foundation

/// A day of a time zone: from one local midnight to the next, which may be 23 or 25 hours.
///
/// Days are counted in the Gregorian calendar, even if they are shown in another one.
struct LocalDay: Sendable {
  /// The first moment: midnight, or later where the clocks skip midnight.
  let start: Date
  /// The first moment of the next day.
  let end: Date

  private let calendar: Calendar

  init(containing date: Date, in timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
    start = calendar.startOfDay(for: date)
    // The next day isn't always the next date: places have repeated and skipped whole days.
    var later = start
    repeat { later += 12 * 60 * 60 } while calendar.startOfDay(for: later) <= start
    end = calendar.startOfDay(for: later)
  }

  var length: Duration { .seconds(end.timeIntervalSince(start)) }
  var hours: Double { end.timeIntervalSince(start) / 3600 }

  /// Whether it is day 256 of the year. A byte has 256 values.
  var isProgrammersDay: Bool { calendar.ordinality(of: .day, in: .year, for: start) == 256 }

  /// Returns the moment at which local clocks show a time, or the next time if they skip it.
  func moment(atHour hour: Int, minute: Int) -> Date {
    let elapsed = TimeInterval(hour * 3600 + minute * 60)
    let shown = calendar.date(bySettingHour: hour, minute: minute, second: 0, of: start)
    return min(max(shown ?? start.addingTimeInterval(elapsed), start), end.addingTimeInterval(-1))
  }

  /// The date as a number, such as 20240301.
  var number: Int {
    let parts = calendar.dateComponents([.year, .month, .day], from: start)
    return ((parts.year ?? 0) * 100 + (parts.month ?? 0)) * 100 + (parts.day ?? 0)
  }
}
