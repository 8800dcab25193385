import Foundation
import Testing
import World

@testable import WorldSimulation

struct DateParserTests {
  struct Good: CustomTestStringConvertible {
    var text: String
    var zone: String
    /// The same instant in UTC.
    var utc: String
    init(_ text: String, in zone: String = "Asia/Tokyo", is utc: String) {
      (self.text, self.zone, self.utc) = (text, zone, utc)
    }
    var testDescription: String { "\(text) in \(zone)" }
  }

  @Test(arguments: [
    Good("2024-02-29T23:59:59Z", is: "2024-02-29T23:59:59Z"),
    Good("2024-02-29T23:59:59+09:00", is: "2024-02-29T14:59:59Z"),
    Good("2024-02-29T23:59:59-03:30", is: "2024-03-01T03:29:59Z"),
    Good("2024-02-29T23:59:59-00:00", is: "2024-02-29T23:59:59Z"),
    Good("2024-02-29T23:59:59+18:00", is: "2024-02-29T05:59:59Z"),
    Good("2024-02-29T23:59:59-17:59", is: "2024-03-01T17:58:59Z"),
    Good("2024-02-29T23:59Z", is: "2024-02-29T23:59:00Z"),
    Good("2024-02-29T23:59:59.5Z", is: "2024-02-29T23:59:59.500Z"),
    Good("2024-02-29T23:59:59.123456789Z", is: "2024-02-29T23:59:59.123Z"),
    Good("2024-02-29T23:59:59.9999Z", is: "2024-02-29T23:59:59.999Z"),
    Good("2024-03-10", is: "2024-03-09T15:00:00Z"),
    Good("2024-03-10T08:30", is: "2024-03-09T23:30:00Z"),
    Good("2024-03-10T08:30:15", is: "2024-03-09T23:30:15Z"),
    Good("2024-03-10T01:59:59", in: "America/New_York", is: "2024-03-10T06:59:59Z"),
    Good("2024-03-10T03:00:00", in: "America/New_York", is: "2024-03-10T07:00:00Z"),
    // The clocks show this twice; the first counts.
    Good("2024-11-03T01:30", in: "America/New_York", is: "2024-11-03T05:30:00Z"),
    // Its day begins at one o'clock.
    Good("2018-11-04", in: "America/Sao_Paulo", is: "2018-11-04T03:00:00Z"),
    Good("2011-12-29", in: "Pacific/Apia", is: "2011-12-29T10:00:00Z"),
    Good("2011-12-31", in: "Pacific/Apia", is: "2011-12-30T10:00:00Z"),
    // As an instant, the day that Apia skipped is as good as any.
    Good("2011-12-30T12:00:00Z", in: "Pacific/Apia", is: "2011-12-30T12:00:00Z"),
    Good("0001-01-01T00:00:00Z", in: "UTC", is: "0001-01-01T00:00:00Z"),
    Good("9999-12-31T23:59:59Z", in: "UTC", is: "9999-12-31T23:59:59Z"),
    Good("1500-02-28", in: "UTC", is: "1500-02-28T00:00:00Z"),
    Good("0001-06-01T00:00:00+09:18:59", in: "Asia/Tokyo", is: "0001-05-31T14:41:01Z"),
    // The basic form.
    Good("20240229T100000Z", is: "2024-02-29T10:00:00Z"),
    Good("20240229T235959.5+0900", is: "2024-02-29T14:59:59.500Z"),
    Good("20240229T2359", is: "2024-02-29T14:59:00Z"),
    Good("20240229", is: "2024-02-28T15:00:00Z"),
    // Weeks.
    Good("2024-W09-4", in: "UTC", is: "2024-02-29T00:00:00Z"),
    Good("2024W094T12:00Z", is: "2024-02-29T12:00:00Z"),
    Good("2024-W01-1", in: "UTC", is: "2024-01-01T00:00:00Z"),
    Good("2021-W01-1", in: "UTC", is: "2021-01-04T00:00:00Z"),
    Good("2020-W53-7", in: "UTC", is: "2021-01-03T00:00:00Z"),
    Good("2026-W01-1", in: "UTC", is: "2025-12-29T00:00:00Z"),
    // Days of the year.
    Good("2024-060", in: "UTC", is: "2024-02-29T00:00:00Z"),
    Good("2024060T10Z", is: "2024-02-29T10:00:00Z"),
    Good("2024-366", in: "UTC", is: "2024-12-31T00:00:00Z"),
    Good("2023-001", in: "UTC", is: "2023-01-01T00:00:00Z"),
    // As people and programs write it.
    Good("2024-02-29t23:59:59z", is: "2024-02-29T23:59:59Z"),
    Good("2024-02-29 23:59", in: "UTC", is: "2024-02-29T23:59:00Z"),
    Good(" 2024-02-29 23:59:59 +0900 ", is: "2024-02-29T14:59:59Z"),
    Good("2024-02-29T12:00:00+0900", is: "2024-02-29T03:00:00Z"),
    Good("2024-02-29T12:00:00-03", is: "2024-02-29T15:00:00Z"),
    Good("2024-02-29 9am", in: "UTC", is: "2024-02-29T09:00:00Z"),
    Good("2024-02-29T23:59:59,250Z", is: "2024-02-29T23:59:59.250Z"),
    // Unix times.
    Good("1709251199", is: "2024-02-29T23:59:59Z"),
    Good("@1709251199.5", is: "2024-02-29T23:59:59.500Z"),
    Good("@0", is: "1970-01-01T00:00:00Z"),
    Good("@-10.5", is: "1969-12-31T23:59:49.500Z"),
    Good("999999999", is: "2001-09-09T01:46:39Z"),
    Good("@-1", is: "1969-12-31T23:59:59Z"),
    Good("253402300799", in: "UTC", is: "9999-12-31T23:59:59Z"),
    // Words. It is 2024-02-29T23:00:00Z.
    Good("now", is: "2024-02-29T23:00:00Z"),
    Good("NOW", is: "2024-02-29T23:00:00Z"),
    Good("now+3d", is: "2024-03-03T23:00:00Z"),
    Good("now + 3 days", is: "2024-03-03T23:00:00Z"),
    Good("now-2h", is: "2024-02-29T21:00:00Z"),
    Good("now+1w2d-30s", is: "2024-03-09T22:59:30Z"),
    Good("+1y", is: "2025-02-28T23:00:00Z"),
    Good("-1mo", in: "UTC", is: "2024-01-29T23:00:00Z"),
    Good("-15m", is: "2024-02-29T22:45:00Z"),
    Good("2h ago", is: "2024-02-29T21:00:00Z"),
    Good("3 Days Ago", is: "2024-02-26T23:00:00Z"),
    Good("1h 30min ago", is: "2024-02-29T21:30:00Z"),
    Good("2 months ago", in: "UTC", is: "2023-12-29T23:00:00Z"),
    Good("1y 1w ago", in: "UTC", is: "2023-02-21T23:00:00Z"),
    Good("in 90 min", is: "2024-03-01T00:30:00Z"),
    // In New York, the clocks show six in the afternoon. A day of which they skip an hour has 23.
    Good("now+10d", in: "America/New_York", is: "2024-03-10T22:00:00Z"),
    Good("now+240h", in: "America/New_York", is: "2024-03-10T23:00:00Z"),
    Good("today", in: "America/New_York", is: "2024-02-29T05:00:00Z"),
    Good("today", in: "Asia/Tokyo", is: "2024-02-29T15:00:00Z"),
    Good("tomorrow", in: "UTC", is: "2024-03-01T00:00:00Z"),
    Good("Yesterday", in: "UTC", is: "2024-02-28T00:00:00Z"),
    Good("tomorrow 9am", in: "UTC", is: "2024-03-01T09:00:00Z"),
    Good("tomorrow at 9:30 PM", in: "UTC", is: "2024-03-01T21:30:00Z"),
    Good("tomorrow 09:30", in: "UTC", is: "2024-03-01T09:30:00Z"),
    Good("tomorrow 12am", in: "UTC", is: "2024-03-01T00:00:00Z"),
    Good("tomorrow 12 pm", in: "UTC", is: "2024-03-01T12:00:00Z"),
    Good("yesterday noon", in: "UTC", is: "2024-02-28T12:00:00Z"),
    Good("9am", in: "UTC", is: "2024-02-29T09:00:00Z"),
    Good("23:59", in: "UTC", is: "2024-02-29T23:59:00Z"),
    Good("midnight", in: "UTC", is: "2024-02-29T00:00:00Z"),
  ])
  func readsDate(_ good: Good) throws {
    let date = try DateParser(timezone: zone(good.zone), now: readingTime).parse(good.text)
    #expect(date.iso8601 == good.utc)
  }

  struct Bad: CustomTestStringConvertible {
    var text: String
    var zone: String
    var suggestions: [String]
    init(_ text: String, in zone: String = "Asia/Tokyo", nearest suggestions: String...) {
      (self.text, self.zone, self.suggestions) = (text, zone, suggestions)
    }
    var testDescription: String { "\(text) in \(zone)" }
  }

  static let bad = [
    // Impossible dates.
    Bad("2024-02-30T00:00:00Z", nearest: "2024-02-29T00:00:00Z"),
    Bad("2024-02-30", nearest: "2024-02-29"),
    Bad("2023-02-29", nearest: "2023-02-28"),
    Bad("2100-02-29", nearest: "2100-02-28"),
    Bad("2024-13-01", nearest: "2024-12-01"),
    Bad("2024-00-10", nearest: "2024-01-10"),
    Bad("2024-04-31", nearest: "2024-04-30"),
    Bad("2024-04-00", nearest: "2024-04-01"),
    Bad("0000-01-01", nearest: "0001-01-02"),
    Bad("0000-01-01", in: "UTC", nearest: "0001-01-01"),
    Bad("0001-01-01", nearest: "0001-01-02"),
    Bad("9999-12-31T23:59:59-18:00", in: "Pacific/Apia", nearest: "9999-12-29T23:59:59-18:00"),
    Bad("2023-366", nearest: "2023-12-31"),
    Bad("2024-000", nearest: "2024-01-01"),
    Bad("2024-W53-1", nearest: "2024-12-31"),
    Bad("2024-W00-1", nearest: "2024-01-01"),
    // Impossible times go on in the next minute, hour or day.
    Bad("2024-02-29T24:00:00Z", nearest: "2024-03-01T00:00:00Z"),
    Bad("2024-02-29T25:00", nearest: "2024-03-01T01:00"),
    Bad("24:00", in: "UTC", nearest: "2024-03-01T00:00"),
    Bad("tomorrow 24:00", in: "UTC", nearest: "2024-03-02T00:00"),
    Bad("2024-02-29T12:60:00Z", nearest: "2024-02-29T13:00:00Z"),
    Bad("2024-02-29T23:59:60Z", nearest: "2024-03-01T00:00:00Z"),
    Bad("2023-02-29T12:00:00.005Z", nearest: "2023-02-28T12:00:00.005Z"),
    Bad("2024-02-29T12:00:00+25:00", nearest: "2024-02-29T12:00:00+18:00"),
    Bad("2024-02-29T12:00:00-18:01", nearest: "2024-02-29T12:00:00-18:00"),
    // Times and days that a place skipped.
    Bad("2024-03-10T02:30", in: "America/New_York", nearest: "2024-03-10T03:30"),
    Bad("2018-11-04T00:30", in: "America/Sao_Paulo", nearest: "2018-11-04T01:30"),
    Bad("2011-12-30", in: "Pacific/Apia", nearest: "2011-12-31"),
    Bad("2011-12-30T12:00", in: "Pacific/Apia", nearest: "2011-12-31T12:00"),
    // Years that can't be written there.
    Bad("0001-01-01T00:00:00Z", in: "America/New_York", nearest: "0001-01-02T00:00:00Z"),
    Bad("9999-12-31T23:59:59Z", in: "Asia/Tokyo", nearest: "9999-12-30T23:59:59Z"),
    // Other ways to write.
    Bad("2024-2-3", nearest: "2024-02-03"),
    Bad("2024/02/03", nearest: "2024-02-03"),
    Bad("2024-02", nearest: "2024-02-01"),
    Bad("2024", nearest: "2024-01-01"),
    Bad("20240229235959", nearest: "2024-02-29T23:59:59"),
    Bad("2024-W09", nearest: "2024-09-01"),
    Bad("2024-02-29Z", nearest: "2024-02-29"),
    Bad("+2024-02-29", nearest: "2024-02-29"),
    Bad("2024-02-29x", nearest: "2024-02-29"),
    Bad("2024-02-29T23:59:59Zx", nearest: "2024-02-29T23:59:59"),
    Bad("2024-02-29\n", nearest: "2024-02-29"),
    Bad("1709251199000", nearest: "@1709251199"),
    Bad("@-72020251021000"),
    Bad("tommorow", nearest: "tomorrow"),
    Bad("tommorow 9am", nearest: "tomorrow 9am"),
    Bad("tommorow 9am +2500", nearest: "tomorrow"),
    Bad("3d", nearest: "now+3d", "3d ago"),
    Bad("now+99999y"),
    // No date at all.
    Bad(""), Bad("12024-02-29"), Bad("friday"), Bad("13pm"), Bad("0am"), Bad("@"), Bad("99"),
    Bad("٢٠٢٤-٠٢-٢٩"),
  ]

  @Test(arguments: bad)
  func refusesDate(_ bad: Bad) throws {
    let parser = DateParser(timezone: try zone(bad.zone), now: readingTime)
    let error = #expect(throws: InvalidValue.self) { try parser.parse(bad.text) }
    #expect(error?.suggestions == bad.suggestions)
  }

  @Test(arguments: bad)
  func suggestionIsValid(_ bad: Bad) throws {
    let parser = DateParser(timezone: try zone(bad.zone), now: readingTime)
    for suggestion in bad.suggestions { #expect(throws: Never.self) { try parser.parse(suggestion) } }
  }

  @Test(arguments: ["now", "tomorrow", "+3d", "2h ago", "9am"])
  func wordsAreNoDatesWithoutNow(text: String) {
    #expect(throws: InvalidValue.self) { try DateParser(timezone: .gmt).parse(text) }
  }

  @Test(arguments: [
    "2024-02-29T23:59:59.123+05:45", "0001-06-01T12:00:00+09:18:59", "9999-12-30T00:00:00-03:30",
  ])
  func whatIsPrintedIsReadBack(text: String) throws {
    let date = try instant(text)
    for name in ["UTC", "Asia/Kathmandu", "Asia/Tokyo", "America/St_Johns", "Pacific/Apia"] {
      #expect(try DateParser(timezone: zone(name)).parse(date.iso8601) == date)
    }
  }

  @Test(arguments: ["2024-02-29T12:00:00+09:60", "2024-W09-0"])
  func whatIsOneTooManyOrTooFewIsNoDate(text: String) {
    #expect(throws: InvalidValue.self) { try DateParser(timezone: .gmt).parse(text) }
  }

  @Test func aDateIsRoundedToMilliseconds() {
    let date = Date(timeIntervalSinceReferenceDate: 0.0029)
    #expect(date.inMilliseconds == Date(timeIntervalSinceReferenceDate: 0.003))
  }
}
