// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads dates, ignoring case: ISO 8601, Unix times, and words such as `tomorrow 9am` and `now+3d`.
///
/// A date without a time means the day's first moment. If clocks show a time twice, it means the first.
struct DateParser {
  /// The zone of dates without an offset.
  var timezone: TimeZone
  /// The date of `now`; `nil` if words aren't allowed.
  var now: Date?

  private static let maximumOffset = 18 * 3600

  func parse(_ text: String) throws(InvalidValue) -> Date { try parseDate(text).date }

  /// - Returns: The date, and whether it is the same in every time zone.
  func parseDate(_ text: String) throws(InvalidValue) -> (date: Date, isInstant: Bool) {
    if let seconds = DateParser.unixTime(text) {
      if let date = date(ofUnixTime: seconds) { return (date, true) }
      // Milliseconds are the usual mistake.
      let nearest = Int(seconds / 1000)
      let isDate = date(ofUnixTime: Double(nearest)) != nil
      throw outOfRange(timezone, suggestions: isDate ? ["@\(nearest)"] : [])
    }
    if let now, let date = try relativeDate(text, now) { return (date, true) }
    guard let fields = fields(of: text) else {
      let reason = now == nil ? "" : ", and neither a Unix time nor words such as now+3d and tomorrow 9am"
      throw InvalidValue(reason: "is not an ISO 8601 date\(reason)", suggestions: suggestions(for: text))
    }
    do throws(InvalidValue) {
      return (try date(of: fields), fields.time?.offset != nil)
    } catch {
      throw InvalidValue(reason: error.reason, suggestions: [nearest(fields)])
    }
  }

  private func date(ofUnixTime seconds: Double) -> Date? {
    let date = Date(timeIntervalSince1970: seconds)
    return Date.writable.contains(date) && isWritable(date, in: timezone) ? date : nil
  }

  // MARK: Calendar dates

  private func date(of fields: DateFields) throws(InvalidValue) -> Date {
    if let offset = fields.time?.offset, abs(offset) > DateParser.maximumOffset {
      throw InvalidValue(reason: "has an offset of more than 18 hours")
    }
    let calendar = fields.calendar(in: timezone)
    if let time = fields.time, time.hour > 23 {
      throw InvalidValue(reason: "is past the end of its day")
    }
    // A day matches at any time, because some days have no midnight.
    guard fields.year > 0, let date = calendar.date(from: fields.components),
      DateFields(date, like: fields, in: calendar) == fields
    else {
      let existsElsewhere =
        fields == clamped(fields, in: calendar) && (fields.time?.minute ?? 0) < 60
        && (fields.time?.second ?? 0) < 60
      throw InvalidValue(reason: "does not exist" + (existsElsewhere ? " in \(timezone.name)" : ""))
    }
    for zone in [timezone, .gmt] where !isWritable(date, in: zone) {
      throw outOfRange(zone)
    }
    return date.addingTimeInterval(Double(fields.time?.milliseconds ?? 0) / 1000)
  }

  /// Whether the year can be written with four digits.
  func isWritable(_ date: Date, in zone: TimeZone) -> Bool {
    let date = date.addingTimeInterval(Double(zone.secondsFromGMT(for: date)))
    return Date.writable.contains(date)
  }

  func outOfRange(_ zone: TimeZone, suggestions: [String] = []) -> InvalidValue {
    InvalidValue(reason: "is outside the years 0001 to 9999 in \(zone.name)", suggestions: suggestions)
  }

  /// Returns the same date, with the nearest year, month and day that exist.
  private func clamped(_ fields: DateFields, in calendar: Calendar) -> DateFields {
    var fields = fields
    fields.year = max(fields.year, 1)
    fields.month = min(max(fields.month, 1), 12)
    let month = DateComponents(year: fields.year, month: fields.month, day: 1, hour: 12)
    let days = calendar.date(from: month).flatMap { calendar.range(of: .day, in: .month, for: $0)?.count }
    fields.day = min(max(fields.day, 1), days ?? 31)
    return fields
  }

  /// Returns the nearest valid date. A time past the end of its day counts from the start of the next: 24:00 is 00:00.
  private func nearest(_ fields: DateFields) -> String {
    var fields = fields
    if let offset = fields.time?.offset, abs(offset) > DateParser.maximumOffset {
      fields.time?.offset = DateParser.maximumOffset * offset.signum()
    }
    let calendar = fields.calendar(in: timezone)
    let possible = clamped(fields, in: calendar)
    guard let date = calendar.date(from: possible.components) else {
      return SimulationFlag.date.example
    }
    // Near the first and the last year, an offset may move the date by up to two days.
    for days in [0, 1, -1, 2, -2] {
      let text = DateFields(date.addingTimeInterval(Double(days * 86_400)), like: possible, in: calendar).text
      if let fields = self.fields(of: text), (try? self.date(of: fields)) != nil { return text }
    }
    return SimulationFlag.date.example
  }

  // MARK: Reading

  /// Reads `1709251199`, or a number of any length after `@`: `@1709251199.5`.
  private static func unixTime(_ text: String) -> Double? {
    var scanner = TextScanner(text.lowercased())
    let isMarked = scanner.skip("@")
    let isNegative = isMarked && scanner.skip("-")
    guard isMarked || (9...13).contains(scanner.digitsAhead), let seconds = scanner.number(1...18) else {
      return nil
    }
    var milliseconds = 0
    if scanner.skip(".") {
      guard let fraction = scanner.milliseconds() else { return nil }
      milliseconds = fraction
    }
    guard scanner.isAtEnd else { return nil }
    return (isNegative ? -1 : 1) * (Double(seconds) + Double(milliseconds) / 1000)
  }

  /// Reads a day, a time of today, or both.
  private func fields(of text: String) -> DateFields? {
    var scanner = TextScanner(text.lowercased())
    scanner.skipSpaces()
    var fields: DateFields
    if let day = namedDay(&scanner) {
      fields = day
    } else if let day = DateFields(day: &scanner) {
      fields = day
      if scanner.skip("t") {
        guard let time = DateFields.Time(&scanner, isAfterDay: true) else { return nil }
        fields.time = time
      }
    } else {
      guard let now, let time = DateFields.Time(&scanner, isAfterDay: false) else { return nil }
      fields = day(of: now, after: 0)
      fields.time = time
    }
    if scanner.skipSpaces(), !scanner.isAtEnd, fields.time == nil {
      if scanner.skip(word: "at") { scanner.skipSpaces() }
      guard let time = DateFields.Time(&scanner, isAfterDay: true) else { return nil }
      fields.time = time
      scanner.skipSpaces()
    }
    return scanner.isAtEnd ? fields : nil
  }

  private func namedDay(_ scanner: inout TextScanner) -> DateFields? {
    guard let now else { return nil }
    if scanner.skip(word: "today") { return day(of: now, after: 0) }
    if scanner.skip(word: "tomorrow") { return day(of: now, after: 1) }
    if scanner.skip(word: "yesterday") { return day(of: now, after: -1) }
    return nil
  }

  private func day(of date: Date, after days: Int) -> DateFields {
    let model = DateFields(year: 1, month: 1, day: 1)
    let calendar = model.calendar(in: timezone)
    let other = calendar.date(byAdding: .day, value: days, to: date) ?? date
    return DateFields(other, like: model, in: calendar)
  }

  // MARK: Suggestions

  /// Returns dates that are similar to an invalid text.
  private func suggestions(for text: String) -> [String] {
    var candidates: [String] = []
    if now != nil {
      candidates = ["now+\(text)", "\(text) ago"]
      var scanner = TextScanner(text.lowercased())
      scanner.skipSpaces()
      let word = scanner.word()
      let words = ["now", "today", "tomorrow", "yesterday", "noon", "midnight"]
      if let nearest = NearestMatch.findNear(word, in: words) {
        candidates.append(nearest + text.drop { $0 == " " }.dropFirst(word.count))
        candidates.append(nearest)
      }
    }
    var scanner = TextScanner(text.lowercased())
    scanner.skipToDigit()
    // The first four of five digits are not a year.
    if let year = scanner.number(4), !(1...3).contains(scanner.digitsAhead) {
      func number() -> Int? {
        scanner.skipToDigit()
        return scanner.number(1...2)
      }
      var fields = DateFields(year: year, month: number() ?? 1, day: number() ?? 1)
      if let hour = number(), let minute = number() {
        fields.time = DateFields.Time(hour: hour, minute: minute, second: number())
      }
      candidates.append(nearest(fields))
    }
    var suggestions: [String] = []
    for candidate in candidates where suggestions.count < 2 && isDate(candidate) {
      suggestions.append(candidate)
      // Only the first two candidates are suggested together.
      if !candidate.hasPrefix("now+") { break }
    }
    return suggestions
  }

  private func isDate(_ text: String) -> Bool {
    if let now, let date = try? relativeDate(text, now) { return Date.writable.contains(date) }
    return fields(of: text).flatMap { try? date(of: $0) } != nil
  }
}
