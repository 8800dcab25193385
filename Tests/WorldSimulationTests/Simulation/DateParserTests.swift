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
  ])
  func readsDate(_ good: Good) throws {
    let date = try DateParser(timeZone: zone(good.zone)).parse(good.text)
    #expect(date.iso8601 == good.utc)
  }

  struct Bad: CustomTestStringConvertible {
    var text: String
    var zone: String
    var suggestion: String
    init(_ text: String, in zone: String = "Asia/Tokyo", nearest suggestion: String) {
      (self.text, self.zone, self.suggestion) = (text, zone, suggestion)
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
    // Impossible times.
    Bad("2024-02-29T24:00:00Z", nearest: "2024-02-29T23:00:00Z"),
    Bad("2024-02-29T25:00", nearest: "2024-02-29T23:00"),
    Bad("2024-02-29T12:60:00Z", nearest: "2024-02-29T12:59:00Z"),
    Bad("2024-02-29T23:59:60Z", nearest: "2024-02-29T23:59:59Z"),
    Bad("2024-02-29T12:00:00+25:00", nearest: "2024-02-29T12:00:00+18:00"),
    Bad("2024-02-29T12:00:00-18:01", nearest: "2024-02-29T12:00:00-18:00"),
    Bad("2024-02-29T12:00:00+09:60", nearest: "2024-02-29T12:00:00+09:59"),
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
    Bad("20240203", nearest: "2024-02-03"),
    Bad("2024/02/03", nearest: "2024-02-03"),
    Bad("2024-02-29 23:59", nearest: "2024-02-29T23:59"),
    Bad("2024-02-29T23:59:59z", nearest: "2024-02-29T23:59:59Z"),
    Bad("2024-02-29t23:59:59Z", nearest: "2024-02-29T23:59:59Z"),
    Bad("2024-02-29T12:00:00+0900", nearest: "2024-02-29T12:00:00+09:00"),
    Bad("2024-02-29Z", nearest: "2024-02-29"),
    Bad("+2024-02-29", nearest: "2024-02-29"),
    Bad("12024-02-29", nearest: "2024-02-29"),
    Bad("-2024-02-29", nearest: "2024-02-29"),
    // Something before or after.
    Bad(" 2024-02-29", nearest: "2024-02-29"),
    Bad("2024-02-29 ", nearest: "2024-02-29"),
    Bad("2024-02-29x", nearest: "2024-02-29"),
    Bad("2024-02-29T23:59:59Zx", nearest: "2024-02-29T23:59:59Z"),
    Bad("2024-02-29T23:59:59.Z", nearest: "2024-02-29T23:59:59Z"),
    Bad("2024-02-29\n", nearest: "2024-02-29"),
    // No date at all.
    Bad("", nearest: "2024-02-29T23:59:59Z"),
    Bad("tomorrow", nearest: "2024-02-29T23:59:59Z"),
    Bad("٢٠٢٤-٠٢-٢٩", nearest: "2024-02-29T23:59:59Z"),
  ]

  @Test(arguments: bad)
  func refusesDate(_ bad: Bad) throws {
    let parser = DateParser(timeZone: try zone(bad.zone))
    let error = #expect(throws: InvalidValue.self) { try parser.parse(bad.text) }
    #expect(error?.suggestions == [bad.suggestion])
  }

  @Test(arguments: bad)
  func suggestionIsValid(_ bad: Bad) throws {
    let parser = DateParser(timeZone: try zone(bad.zone))
    #expect(throws: Never.self) { try parser.parse(bad.suggestion) }
  }

  @Test(arguments: [
    "2024-02-29T23:59:59.123+05:45", "0001-06-01T12:00:00+09:18:59", "9999-12-30T00:00:00-03:30",
  ])
  func whatIsPrintedIsReadBack(text: String) throws {
    let date = try instant(text)
    for name in ["UTC", "Asia/Kathmandu", "Asia/Tokyo", "America/St_Johns", "Pacific/Apia"] {
      #expect(try DateParser(timeZone: zone(name)).parse(date.iso8601) == date)
    }
  }
}
