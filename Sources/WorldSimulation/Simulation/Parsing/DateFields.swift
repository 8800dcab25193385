import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The numbers of a written date, whether or not it exists.
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
    /// The offset from UTC, in seconds; `nil` where the time is local.
    var offset: Int?
  }

  init(year: Int, month: Int, day: Int, time: Time? = nil) {
    self.year = year
    self.month = month
    self.day = day
    self.time = time
  }

  /// A date, written with as many numbers as a model.
  init(_ date: Date, like model: DateFields, in calendar: Calendar) {
    let parts = calendar.dateComponents([.era, .year, .month, .day, .hour, .minute, .second], from: date)
    let year = parts.year ?? 0
    self.init(year: parts.era == 0 ? 1 - year : year, month: parts.month ?? 0, day: parts.day ?? 0)
    guard let time = model.time else { return }
    self.time = Time(
      hour: parts.hour ?? 0, minute: parts.minute ?? 0, second: time.second == nil ? nil : parts.second ?? 0,
      milliseconds: time.milliseconds, offset: time.offset)
  }

  /// The calendar of the date: the Gregorian one, at the date's offset or in a time zone.
  @inline(never)
  func calendar(in timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = time?.offset.flatMap { TimeZone(secondsFromGMT: $0) } ?? timeZone
    return calendar
  }

  @inline(never)
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

// MARK: - Reading

extension DateFields {
  /// Reads a day in a form of ISO 8601: `2024-02-29`, `20240229`, `2024-060`, `2024060`, `2024-W09-4` or `2024W094`.
  @inline(never)
  init?(day scanner: inout TextScanner) {
    let digits = scanner.digitsAhead
    guard digits == 4 || digits == 7 || digits == 8, let year = scanner.number(4) else { return nil }
    let isExtended = scanner.skip("-")
    if scanner.skip("w") {
      guard let week = scanner.number(2), scanner.skip("-") == isExtended, let day = scanner.number(1) else {
        return nil
      }
      self.init(year: year, week: week, day: day)
    } else if scanner.digitsAhead == 3, let day = scanner.number(3) {
      self.init(year: year, daysAfterJanuary1: day - 1)
      // One that doesn't exist is before or after all days of the year.
      if self.year != year { self.init(year: year, month: day == 0 ? 1 : 12, day: day == 0 ? 0 : 32) }
    } else {
      guard digits == 8 || isExtended, let month = scanner.number(2), digits == 8 || scanner.skip("-"),
        let day = scanner.number(2)
      else { return nil }
      self.init(year: year, month: month, day: day)
    }
  }

  /// A day of a week, of which the first has January 4, and which starts on Monday.
  @inline(never)
  private init(year: Int, week: Int, day: Int) {
    let calendar = DateFields(year: year, month: 1, day: 4).calendar(in: .gmt)
    let january4 = DateComponents(year: year, month: 1, day: 4, hour: 12)
    let weekday = calendar.date(from: january4).map { calendar.component(.weekday, from: $0) } ?? 2
    let monday = 3 - (weekday + 5) % 7 + (week - 1) * 7
    let isInYear = DateFields(year: year, daysAfterJanuary1: monday + 3).year == year
    if week > 0, isInYear, (1...7).contains(day) {
      self.init(year: year, daysAfterJanuary1: monday + day - 1)
    } else {
      self.init(year: year, month: week == 0 ? 1 : 12, day: week == 0 ? 0 : 32)
    }
  }

  @inline(never)
  private init(year: Int, daysAfterJanuary1 days: Int) {
    let model = DateFields(year: year, month: 1, day: 1)
    let calendar = model.calendar(in: .gmt)
    let start = calendar.date(from: model.components) ?? .distantPast
    self.init(start.addingTimeInterval(Double(days * 86_400)), like: model, in: calendar)
  }
}

extension DateFields.Time {
  /// Reads a time: `23:59`, `23:59:59.5`, `9am`, `9:30 pm`, `noon` or `midnight`, maybe followed by an offset.
  ///
  /// - Parameter isAfterDay: Whether `9`, `2359` and `235959` are times, too.
  @inline(never)
  init?(_ scanner: inout TextScanner, isAfterDay: Bool) {
    if scanner.skip(word: "midnight") {
      self.init(hour: 0, minute: 0)
      return
    }
    if scanner.skip(word: "noon") {
      self.init(hour: 12, minute: 0)
      return
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
  @inline(never)
  private static func offset(_ scanner: inout TextScanner) -> Int? {
    var rest = scanner
    rest.skipSpaces()
    if rest.skip("z") {
      scanner = rest
      return 0
    }
    let isNegative = rest.skip("-")
    guard isNegative || rest.skip("+"), let hours = rest.number(2) else { return nil }
    var (minutes, seconds) = (0, 0)
    if rest.digitsAhead > 0 {
      guard let number = rest.number(2) else { return nil }
      minutes = number
    } else if rest.skip(":") {
      guard let number = rest.number(2) else { return nil }
      minutes = number
      if rest.skip(":") {
        guard let number = rest.number(2) else { return nil }
        seconds = number
      }
    }
    guard minutes < 60, seconds < 60 else { return nil }
    scanner = rest
    return (isNegative ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
  }
}
