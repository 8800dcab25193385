import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DateFields {
  /// The calendar that the date is written in: the Gregorian one, at its own offset or in a place.
  func calendar(in timeZone: TimeZone) -> Calendar {
    DateFields.calendar(in: time?.offset.flatMap(DateFields.timeZone) ?? timeZone)
  }

  static func calendar(in timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  private static func timeZone(offset: String) -> TimeZone? {
    let numbers = offset.dropFirst().split(separator: ":").compactMap { Int($0) }
    let seconds = zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    return TimeZone(secondsFromGMT: offset.hasPrefix("-") ? -seconds : seconds)
  }

  var components: DateComponents {
    DateComponents(
      year: year, month: month, day: day, hour: time?.hour ?? 0, minute: time?.minute ?? 0,
      second: time?.second ?? 0)
  }

  /// Whether a date is the one that is written; of a day, any moment will do, since some lack a midnight.
  func agree(with date: Date, in calendar: Calendar) -> Bool {
    DateFields(date, of: self, in: calendar) == self
  }

  /// The same, with each number brought into its range.
  func clamped(in calendar: Calendar) -> DateFields {
    var fields = self
    fields.year = min(max(year, DateFields.years.lowerBound), DateFields.years.upperBound)
    fields.month = min(max(month, 1), 12)
    let month = DateComponents(year: fields.year, month: fields.month, day: 1, hour: 12)
    let days = calendar.date(from: month).flatMap { calendar.range(of: .day, in: .month, for: $0)?.count }
    fields.day = min(max(day, 1), days ?? 31)
    fields.time?.hour = min(time?.hour ?? 0, 23)
    fields.time?.minute = min(time?.minute ?? 0, 59)
    fields.time?.second = time?.second.map { min($0, 59) }
    return fields
  }

  /// The numbers as ISO 8601 writes them.
  var text: String {
    let date = "\(year.padded(to: 4))-\(month.padded())-\(day.padded())"
    guard let time else { return date }
    let second = time.second.map { ":" + $0.padded() } ?? ""
    let fraction = time.fraction.map { "." + $0 } ?? ""
    return "\(date)T\(time.hour.padded()):\(time.minute.padded())\(second)\(fraction)\(time.offset ?? "")"
  }
}
