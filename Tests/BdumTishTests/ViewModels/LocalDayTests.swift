import Foundation
import Testing

@testable import BdumTish

struct LocalDayTests {
  struct Example: CustomTestStringConvertible {
    var date: String
    var zone: String
    var start: String
    var hours: Double
    init(_ date: String, in zone: String, starts start: String, hours: Double) {
      (self.date, self.zone, self.start, self.hours) = (date, zone, start, hours)
    }
    var testDescription: String { "\(date) in \(zone)" }
  }

  @Test(arguments: [
    Example("2024-03-01T12:00:00Z", in: "UTC", starts: "2024-03-01T00:00:00Z", hours: 24),
    Example("2024-02-29T23:59:59Z", in: "Asia/Tokyo", starts: "2024-03-01T00:00:00+09:00", hours: 24),
    Example("2024-03-10T12:00:00Z", in: "America/New_York", starts: "2024-03-10T00:00:00-05:00", hours: 23),
    Example("2024-11-03T12:00:00Z", in: "America/New_York", starts: "2024-11-03T00:00:00-04:00", hours: 25),
    Example(
      "2024-10-05T14:00:00Z", in: "Australia/Lord_Howe", starts: "2024-10-06T00:00:00+10:30", hours: 23.5),
    Example(
      "2024-04-06T14:00:00Z", in: "Australia/Lord_Howe", starts: "2024-04-07T00:00:00+11:00", hours: 24.5),
    // Midnight doesn't exist: the day starts at one.
    Example("2018-11-04T12:00:00Z", in: "America/Sao_Paulo", starts: "2018-11-04T01:00:00-02:00", hours: 23),
    // The next day doesn't exist.
    Example("2011-12-29T22:00:00Z", in: "Pacific/Apia", starts: "2011-12-29T00:00:00-10:00", hours: 24),
    Example("2011-12-30T10:00:00Z", in: "Pacific/Apia", starts: "2011-12-31T00:00:00+14:00", hours: 24),
    // It was the Fourth of July twice.
    Example("1892-07-04T12:00:00Z", in: "Pacific/Apia", starts: "1892-07-04T00:00:00+12:33:04", hours: 48),
    Example("1892-07-05T11:00:00Z", in: "Pacific/Apia", starts: "1892-07-04T00:00:00+12:33:04", hours: 48),
    Example("2024-03-01T12:00:00Z", in: "Asia/Kathmandu", starts: "2024-03-01T00:00:00+05:45", hours: 24),
    Example("0001-01-01T12:00:00Z", in: "UTC", starts: "0001-01-01T00:00:00Z", hours: 24),
    Example("9999-12-31T23:59:59Z", in: "UTC", starts: "9999-12-31T00:00:00Z", hours: 24),
  ])
  func dayGoesFromMidnightToMidnight(_ example: Example) throws {
    let zone = try zone(example.zone)
    let day = LocalDay(containing: try instant(example.date), in: zone)
    #expect(day.start.iso8601(in: zone) == example.start)
    #expect(day.hours == example.hours)
    #expect(day.length == .seconds(example.hours * 3600))
    #expect(day.end.timeIntervalSince(day.start) == example.hours * 3600)
  }

  @Test(arguments: [
    ("2024-09-12T12:00:00Z", "UTC", true), ("2023-09-13T12:00:00Z", "UTC", true),
    ("2024-09-13T12:00:00Z", "UTC", false), ("2024-09-11T12:00:00Z", "UTC", false),
    ("2023-09-12T12:00:00Z", "UTC", false), ("2000-09-12T12:00:00Z", "UTC", true),
    ("2100-09-13T12:00:00Z", "UTC", true),
    // It is the place that decides.
    ("2024-09-11T20:00:00Z", "Asia/Tokyo", true), ("2024-09-11T20:00:00Z", "UTC", false),
    ("2024-09-11T14:59:59Z", "Asia/Tokyo", false), ("2024-09-11T15:00:00Z", "Asia/Tokyo", true),
    ("2024-09-12T14:59:59Z", "Asia/Tokyo", true), ("2024-09-12T15:00:00Z", "Asia/Tokyo", false),
    ("2024-09-13T03:00:00Z", "America/New_York", true), ("2024-09-13T04:00:00Z", "America/New_York", false),
  ])
  func programmersDay(date: String, zoneName: String, isProgrammersDay: Bool) throws {
    let day = LocalDay(containing: try instant(date), in: try zone(zoneName))
    #expect(day.isProgrammersDay == isProgrammersDay)
  }

  @Test func momentIsWhatTheClocksShow() throws {
    let zone = try zone("America/New_York")
    let day = LocalDay(containing: try instant("2024-03-10T12:00:00Z"), in: zone)
    #expect(day.moment(atHour: 1, minute: 30).iso8601(in: zone) == "2024-03-10T01:30:00-05:00")
    #expect(day.moment(atHour: 7, minute: 5).iso8601(in: zone) == "2024-03-10T07:05:00-04:00")
  }

  @Test func skippedMomentIsTheNextThatExists() throws {
    let zone = try zone("America/New_York")
    let day = LocalDay(containing: try instant("2024-03-10T12:00:00Z"), in: zone)
    #expect(day.moment(atHour: 2, minute: 30).iso8601(in: zone) == "2024-03-10T03:00:00-04:00")
  }

  @Test func momentsStayInTheDay() throws {
    let zone = try zone("America/Sao_Paulo")
    let day = LocalDay(containing: try instant("2018-11-04T12:00:00Z"), in: zone)
    #expect(day.moment(atHour: 0, minute: 0) == day.start)
    #expect(day.moment(atHour: 30, minute: 0) < day.end)
  }

  @Test(arguments: [
    ("2024-02-29T23:59:59Z", "Asia/Tokyo", 20_240_301), ("2024-02-29T23:59:59Z", "UTC", 20_240_229),
    ("0001-01-01T00:00:00Z", "UTC", 10_101),
  ])
  func numberIsTheLocalDate(date: String, zoneName: String, number: Int) throws {
    #expect(LocalDay(containing: try instant(date), in: try zone(zoneName)).number == number)
  }
}
