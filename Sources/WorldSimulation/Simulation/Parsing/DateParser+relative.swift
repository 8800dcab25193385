// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DateParser {
  private static let units: [(words: [String], months: Int, days: Int, seconds: Int)] = [
    (["s", "sec", "secs", "second", "seconds"], 0, 0, 1),
    (["m", "min", "mins", "minute", "minutes"], 0, 0, 60),
    (["h", "hr", "hrs", "hour", "hours"], 0, 0, 3600),
    (["d", "day", "days"], 0, 1, 0),
    (["w", "week", "weeks"], 0, 7, 0),
    (["mo", "month", "months"], 1, 0, 0),
    (["y", "year", "years"], 12, 0, 0),
  ]

  /// Reads `now`, `now+3d`, `+3d`, `-1w2d`, `2h ago` and `in 90 min`.
  ///
  /// - Returns: `nil` if the text has another form.
  func relativeDate(_ text: String, _ now: Date) throws(InvalidValue) -> Date? {
    var scanner = TextScanner(text.lowercased())
    scanner.skipSpaces()
    let hasNow = scanner.skip(word: "now")
    let hasIn = !hasNow && scanner.skip(word: "in")
    scanner.skipSpaces()
    var (months, days, seconds) = (0, 0, 0)
    var sign: Int?
    var count = 0
    while !scanner.isAtEnd {
      if !hasIn, scanner.skip("+") {
        sign = 1
      } else if !hasIn, scanner.skip("-") {
        sign = -1
      } else if hasNow && sign == nil || scanner.digitsAhead == 0 {
        break
      }
      scanner.skipSpaces()
      guard let number = scanner.number(1...9) else { return nil }
      scanner.skipSpaces()
      let amount = (sign ?? 1) * number
      let word = scanner.word()
      guard let unit = DateParser.units.first(where: { $0.words.contains(word) }) else { return nil }
      months += amount * unit.months
      days += amount * unit.days
      seconds += amount * unit.seconds
      scanner.skipSpaces()
      count += 1
    }
    let hasAgo = count > 0 && !hasNow && !hasIn && sign == nil && scanner.skip(word: "ago")
    scanner.skipSpaces()
    guard scanner.isAtEnd, hasNow || count > 0 && (hasIn || hasAgo || sign != nil) else { return nil }
    let direction = hasAgo ? -1 : 1
    let farthest = Double(abs(months)) * 30 + Double(abs(days)) + Double(abs(seconds)) / 86_400
    var date: Date?
    if farthest < 4e6 {
      let calendar = DateFields(year: 1, month: 1, day: 1).calendar(in: timezone)
      date = calendar.date(
        byAdding: DateComponents(month: direction * months, day: direction * days), to: now)?
        .addingTimeInterval(Double(direction * seconds))
    }
    guard let date, isWritable(date, in: timezone), isWritable(date, in: .gmt) else {
      throw outOfRange(timezone)
    }
    return date
  }
}
