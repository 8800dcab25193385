import Foundation
import Testing

@testable import BdumTish

struct DayJSONTests {
  @Test func hasEveryKeySorted() throws {
    let text = try DayJSON(.mock()).json()
    let keys = text.matches(of: /(?m)^  "([A-Za-z]+)" :/).map { String($0.output.1) }
    #expect(
      keys == [
        "coffee", "dayLengthHours", "events", "isProgrammersDay", "localDate", "outcome", "programmer",
        "punchline",
        "world",
      ])
  }

  @Test func saysWhatTheDaySays() throws {
    let day = try DayViewModel.mock(
      .mock(computer: .pc), at: "2024-02-29T23:59:59Z", locale: "en_US", zone: "Asia/Tokyo")
    let document = try Document(DayJSON(day).json())
    #expect(document.programmer == "pc")
    #expect(document.coffee == "caffeinated")
    #expect(document.localDate == "Friday, March 1, 2024")
    #expect(
      document.world == [
        "date": "2024-03-01T08:59:59+09:00", "locale": "en_US", "timezone": "Asia/Tokyo",
        "calendar": "gregorian",
      ])
    #expect(document.dayLengthHours == 24)
    #expect(!document.isProgrammersDay)
    #expect(document.outcome == "shipped")
    #expect(document.punchline == day.punchline)
    #expect(document.events.map(\.title) == day.events.map(\.title))
    #expect(document.events[0].time == "2024-03-01T06:30:00+09:00")
    #expect(document.events[0].localTime == "6:30\u{202F}AM")
    #expect(document.events[0].detail == "The day is 6 hours, 30 minutes old.")
  }

  @Test func lengthMayBeAFraction() throws {
    let day = try DayViewModel.mock(at: "2024-10-06T00:00:00Z", zone: "Australia/Lord_Howe")
    #expect(try Document(DayJSON(day).json()).dayLengthHours == 23.5)
  }

  @Test func localTimeIsPlainInEveryDirection() throws {
    let document = try Document(DayJSON(.mock(locale: "ar_EG")).json())
    #expect(document.events[0].localTime.replacing("\u{A0}", with: " ") == "٦:٣٠ ص")
  }
}
