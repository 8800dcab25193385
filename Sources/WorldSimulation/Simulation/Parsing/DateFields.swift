// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The fields of a written date, which may not exist.
struct DateFields: Equatable {
  var year: Int
  var month: Int
  var day: Int
  var time: Time?

  struct Time: Equatable {
    var hour: Int
    var minute: Int
    var second: Int?
    var milliseconds = 0
    /// The offset from UTC, in seconds; `nil` for a local time.
    var offset: Int?
  }

  /// Returns the Gregorian calendar at the date's offset, or in a time zone if it has none.
  func calendar(in timezone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = time?.offset.flatMap { TimeZone(secondsFromGMT: $0) } ?? timezone
    return calendar
  }

  var components: DateComponents {
    DateComponents(
      year: year, month: month, day: day, hour: time?.hour ?? 0, minute: time?.minute ?? 0,
      second: time?.second ?? 0)
  }

  /// The date in ISO 8601.
  var text: String {
    var text = year.padded(to: 4) + "-" + month.padded() + "-" + day.padded()
    guard let time else { return text }
    text += "T" + time.hour.padded() + ":" + time.minute.padded()
    if let second = time.second { text += ":" + second.padded() }
    if time.milliseconds > 0 { text += "." + time.milliseconds.padded(to: 3) }
    guard let offset = time.offset else { return text }
    if offset == 0 { return text + "Z" }
    let seconds = abs(offset)
    text += (offset < 0 ? "-" : "+") + (seconds / 3600).padded() + ":" + (seconds / 60 % 60).padded()
    return seconds % 60 == 0 ? text : text + ":" + (seconds % 60).padded()
  }
}

extension DateFields {
  /// Creates the fields of a date, in the same form as a model.
  init(_ date: Date, like model: DateFields, in calendar: Calendar) {
    let parts = calendar.dateComponents([.era, .year, .month, .day, .hour, .minute, .second], from: date)
    let year = parts.year ?? 0
    self.init(year: parts.era == 0 ? 1 - year : year, month: parts.month ?? 0, day: parts.day ?? 0)
    guard let time = model.time else { return }
    self.time = Time(
      hour: parts.hour ?? 0, minute: parts.minute ?? 0, second: time.second == nil ? nil : parts.second ?? 0,
      milliseconds: time.milliseconds, offset: time.offset)
  }

  // MARK: Reading

  /// Reads a day in a form of ISO 8601: `2024-02-29`, `20240229`, `2024-060`, `2024060`, `2024-W09-4` or `2024W094`.
  init?(day scanner: inout TextScanner) {
    let digits = scanner.digitsAhead
    guard digits == 4 || digits == 7 || digits == 8, let year = scanner.number(4) else { return nil }
    let isExtended = scanner.skip("-")
    if scanner.skip("w") {
      guard let week = scanner.number(2), scanner.skip("-") == isExtended, let day = scanner.number(1) else {
        return nil
      }
      let components = DateComponents(weekday: day % 7 + 1, weekOfYear: week, yearForWeekOfYear: year)
      let date = (1...7).contains(day) ? DateFields(components) : nil
      self = date ?? .missing(in: year, isEarly: week == 0)
    } else if scanner.digitsAhead == 3, let day = scanner.number(3) {
      var components = DateComponents(year: year)
      components.dayOfYear = day
      self = DateFields(components) ?? .missing(in: year, isEarly: day == 0)
    } else {
      guard digits == 8 || isExtended, let month = scanner.number(2), digits == 8 || scanner.skip("-"),
        let day = scanner.number(2)
      else { return nil }
      self.init(year: year, month: month, day: day)
    }
  }

  /// Creates the day of date components; `nil` if it doesn't exist.
  private init?(_ components: DateComponents) {
    let model = DateFields(year: 1, month: 1, day: 1)
    var calendar = model.calendar(in: .gmt)
    // The weeks of ISO 8601: they start on Monday, and the first one contains January 4.
    calendar.firstWeekday = 2
    calendar.minimumDaysInFirstWeek = 4
    guard let date = calendar.date(from: components), calendar.date(date, matchesComponents: components)
    else { return nil }
    self.init(date, like: model, in: calendar)
  }

  /// Returns a day that doesn't exist, before the start or after the end of a year.
  private static func missing(in year: Int, isEarly: Bool) -> DateFields {
    DateFields(year: year, month: isEarly ? 1 : 12, day: isEarly ? 0 : 32)
  }
}

extension DateFields.Time {
  /// Reads a time: `23:59`, `23:59:59.5`, `9am`, `9:30 pm`, `noon` or `midnight`, maybe followed by an offset.
  ///
  /// - Parameter isAfterDay: Whether `9`, `2359` and `235959` are times, too.
  init?(_ scanner: inout TextScanner, isAfterDay: Bool) {
    for (word, hour) in [("midnight", 0), ("noon", 12)] {
      if scanner.skip(word: word) {
        self.init(hour: hour, minute: 0)
        return
      }
    }
    let digits = scanner.digitsAhead
    let isBasic = digits == 4 || digits == 6
    guard isAfterDay || !isBasic, let hour = scanner.number(isBasic ? 2...2 : 1...2) else { return nil }
    self.init(hour: hour, minute: 0)
    var isComplete = isAfterDay
    if isBasic || scanner.skip(":") {
      guard let minute = scanner.number(2) else { return nil }
      self.minute = minute
      isComplete = true
      if digits == 6 || !isBasic && scanner.skip(":") {
        guard let second = scanner.number(2) else { return nil }
        self.second = second
        if scanner.skip(".") || scanner.skip(",") {
          guard let milliseconds = scanner.milliseconds() else { return nil }
          self.milliseconds = milliseconds
        }
      }
    }
    var rest = scanner
    rest.skipSpaces()
    let half = rest.word()
    if half == "am" || half == "pm" {
      guard (1...12).contains(hour) else { return nil }
      self.hour = hour % 12 + (half == "pm" ? 12 : 0)
      isComplete = true
      scanner = rest
    }
    guard isComplete else { return nil }
    offset = DateFields.Time.offset(&scanner)
  }

  /// Reads `Z`, `+09`, `+0900`, `+09:00` or `+09:18:59`, maybe after a space.
  private static func offset(_ scanner: inout TextScanner) -> Int? {
    var rest = scanner
    rest.skipSpaces()
    if rest.skip("z") {
      scanner = rest
      return 0
    }
    let isNegative = rest.skip("-")
    guard isNegative || rest.skip("+"), let hours = rest.number(2) else { return nil }
    var seconds = hours * 3600
    let isBasic = rest.digitsAhead > 0
    for unit in isBasic ? [60] : [60, 1] {
      if !isBasic, !rest.skip(":") { break }
      guard let number = rest.number(2), number < 60 else { return nil }
      seconds += number * unit
    }
    scanner = rest
    return (isNegative ? -1 : 1) * seconds
  }
}

extension Int {
  /// The digits, with leading zeros.
  fileprivate func padded(to count: Int = 2) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }
}

/// Dates in ISO 8601, with four digits for the year.
extension Date {
  /// The first and the last millisecond that can be written, in UTC.
  static let writable =
    Date(
      timeIntervalSinceReferenceDate: -63_114_076_800)...Date(
      timeIntervalSinceReferenceDate: 252_423_993_599.999)

  /// The date, or the nearest one that can be written.
  var inWritableYears: Date { min(max(self, Date.writable.lowerBound), Date.writable.upperBound) }

  /// The nearest date in whole milliseconds that can be written.
  @inline(never)
  package var inMilliseconds: Date {
    Date(timeIntervalSinceReferenceDate: inWritableYears.milliseconds / 1_000)
  }

  /// The milliseconds since the reference date.
  private var milliseconds: Double { (timeIntervalSinceReferenceDate * 1_000).rounded() }

  /// The date in ISO 8601, in UTC, with milliseconds if there are any.
  @inline(never)
  var iso8601: String {
    let style = Date.ISO8601FormatStyle(
      includingFractionalSeconds: milliseconds.truncatingRemainder(dividingBy: 1_000) != 0)
    // Foundation rounds down, and few milliseconds can be represented exactly.
    return Date(timeIntervalSinceReferenceDate: (milliseconds + 0.25) / 1_000).formatted(style)
  }
}
