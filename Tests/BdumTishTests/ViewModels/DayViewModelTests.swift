import Foundation
import Synchronization
import Testing

@testable import BdumTish

struct DayViewModelTests {
  @Test func titleNamesTheProgrammer() throws {
    #expect(try DayViewModel.mock(.mock(computer: .pc)).title == "The day of a PC programmer")
  }

  @Test func subtitleIsPlaceAndDay() throws {
    let day = try DayViewModel.mock(at: "2024-02-29T23:59:59Z", locale: "fr_FR", zone: "Asia/Tokyo")
    #expect(day.subtitle == "Asia/Tokyo · vendredi 1 mars 2024")
  }

  @Test(arguments: [
    ("2024-03-01T12:00:00Z", "America/New_York", nil),
    ("2024-03-10T12:00:00Z", "America/New_York", "This day has 23 hours: the clocks go forward."),
    ("2024-11-03T12:00:00Z", "America/New_York", "This day has 25 hours: the clocks go back."),
    (
      "2024-10-06T00:00:00Z", "Australia/Lord_Howe",
      "This day has 23 hours, 30 minutes: the clocks go forward."
    ),
    ("2024-04-07T00:00:00Z", "Australia/Lord_Howe", "This day has 24 hours, 30 minutes: the clocks go back."),
    ("2018-11-04T12:00:00Z", "America/Sao_Paulo", "This day has 23 hours: the clocks go forward."),
    ("2011-12-29T22:00:00Z", "Pacific/Apia", nil),
  ])
  func unusualLengthIsSaid(date: String, zone: String, remark: String?) throws {
    #expect(try DayViewModel.mock(at: date, zone: zone).remarks == [remark].compactMap { $0 })
  }

  @Test func programmersDayIsCelebrated() throws {
    let day = try DayViewModel.mock(at: "2024-09-11T20:00:00Z", zone: "Asia/Tokyo")
    #expect(day.remarks == ["Happy Programmers' Day! It is day 256 of the year."])
    #expect(try DayViewModel.mock(at: "2024-09-11T20:00:00Z", zone: "UTC").remarks == [])
  }

  @Test func remarksAreLocalized() throws {
    let day = try DayViewModel.mock(at: "2024-09-12T12:00:00Z", locale: "ar_EG")
    #expect(day.remarks == ["يوم مبرمجين سعيد! هذا هو اليوم ٢٥٦ من السنة."])
    let persian = try DayViewModel.mock(at: "2024-09-12T12:00:00Z", locale: "fa_IR")
    #expect(persian.remarks == ["Happy Programmers' Day! It is day 256 of the year."])
  }

  @Test(arguments: [("en_GB", " Ba dum tish!"), ("fr_FR", " Ba dum tss\u{A0}!"), ("ja_JP", "。チャンチャン♪")])
  func drummerHasTheLastWord(locale: String, ending: String) throws {
    let day = try DayViewModel.mock(locale: locale)
    #expect(day.punchline.hasSuffix(ending))
    #expect(day.punchline.count > ending.count + 10)
  }

  @Test func tellsAnalyticsHowItBeganAndEnded() throws {
    let log = Log()
    let day = DayViewModel(
      desk: .mock(computer: .pc, coffee: .decaf), now: try instant("2024-03-01"),
      format: try localized("en_GB"),
      dice: .lowest, track: { name, properties in log.add(name, properties) })
    #expect(log.events.isEmpty)
    day.dayBegan()
    day.dayEnded()
    #expect(
      log.events == [
        Log.Event(name: "day_began", properties: ["programmer": "pc", "coffee": "decaf"]),
        Log.Event(name: "day_ended", properties: ["programmer": "pc", "outcome": "blamedTools"]),
      ])
  }
}

private final class Log: Sendable {
  struct Event: Equatable {
    var name: String
    var properties: [String: String]
  }

  private let all = Mutex<[Event]>([])
  var events: [Event] { all.withLock { $0 } }
  func add(_ name: String, _ properties: [String: String]) {
    all.withLock { $0.append(Event(name: name, properties: properties)) }
  }
}
