// SPDX-License-Identifier: MIT

import Foundation

/// A day as a place has it: from one local midnight to the next, however many hours that is.
///
/// Days are counted the Gregorian way, whatever calendar they are shown in.
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
    // A day ends where the next one starts, which may be a date later: places have repeated whole days, and skipped them.
    var later = start
    repeat { later += 12 * 60 * 60 } while calendar.startOfDay(for: later) <= start
    end = calendar.startOfDay(for: later)
  }

  var length: Duration { .seconds(end.timeIntervalSince(start)) }
  var hours: Double { end.timeIntervalSince(start) / 3600 }

  /// The 256th day of the year, as many as a byte has values.
  var isProgrammersDay: Bool { calendar.ordinality(of: .day, in: .year, for: start) == 256 }

  /// The moment at which the clocks of the place show a time; where they skip it, the next one they show.
  func moment(atHour hour: Int, minute: Int) -> Date {
    let elapsed = TimeInterval(hour * 3600 + minute * 60)
    let shown = calendar.date(bySettingHour: hour, minute: minute, second: 0, of: start)
    return min(max(shown ?? start.addingTimeInterval(elapsed), start), end.addingTimeInterval(-1))
  }

  /// Year, month and day as one number, such as 20240301.
  var number: Int {
    let parts = calendar.dateComponents([.year, .month, .day], from: start)
    return ((parts.year ?? 0) * 100 + (parts.month ?? 0)) * 100 + (parts.day ?? 0)
  }
}
