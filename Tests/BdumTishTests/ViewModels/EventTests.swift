import Foundation
import Testing

@testable import BdumTish

/// What happens on a day, in its view model.
struct EventTests {
  @Test func goesFromWakingUpToGoingHome() throws {
    let titles = try DayViewModel.mock().events.map(\.title)
    #expect(
      titles == [
        "Wakes up", "Drinks coffee", "Turns the Mock on", "Makes a plan", "Codes like the wind", "Has lunch",
        "Drinks more coffee", "Tells the boss", "Goes home",
      ])
  }

  @Test func withoutCaffeineTheToolsAreBlamed() throws {
    let events = try DayViewModel.mock(.mock(coffee: .decaf)).events
    #expect(events.contains { $0.title == "Blames the tools" })
    #expect(!events.contains { $0.title == "Codes like the wind" })
  }

  @Test func detailsSayWhatHappened() throws {
    let details = try DayViewModel.mock(locale: "en_GB").events.map(\.detail)
    #expect(
      details == [
        "The day is 6 hours, 30 minutes old.",
        "3 cups of coffee, caffeine level 21. The day takes more than 20.",
        "After 1 second, it chimes and just works.",
        "To do: one small fix, a rewrite and two tests.",
        "1,200 lines in 2 hours.",
        "For 25 minutes, nothing can break.",
        "Cups today: 4.",
        "“I knew my plan would work.”",
        "8 hours, 45 minutes after turning the Mock on.",
      ])
  }

  /// Every day on which the clocks of these zones changed.
  @Test(arguments: [
    "UTC", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Cairo",
    "Asia/Gaza", "Antarctica/Troll", "Asia/Pyongyang", "Africa/Casablanca", "Pacific/Kwajalein",
    "Asia/Manila",
    "America/Juneau",
  ])
  func eventsAreInOrderAndInTheDay(zoneName: String) throws {
    let zone = try zone(zoneName)
    var changes = [try instant("2024-03-01T12:00:00Z")]
    var last = try instant("1840-01-01T00:00:00Z")
    let end = try instant("2030-01-01")
    while let next = zone.nextDaylightSavingTimeTransition(after: last), next < end {
      changes.append(next)
      last = next
    }
    let format = try localized("en_GB", in: zoneName)
    for change in changes {
      for date in [change.addingTimeInterval(-1), change] {
        for dice in [Dice.lowest, .highest] {
          let day = DayViewModel(
            desk: .mock(), now: date, format: format, dice: dice, track: { _, _ in })
          let moments = day.events.map(\.moment)
          #expect(moments == moments.sorted())
          let local = LocalDay(containing: date, in: zone)
          #expect(moments.allSatisfy { local.start <= $0 && $0 < local.end })
        }
      }
    }
  }

  @Test func celebratesInTheAfternoon() throws {
    let events = try DayViewModel.mock(at: "2024-09-11T20:00:00Z", zone: "Asia/Tokyo").events
    let cake = try #require(events.first { $0.title == "Eats cake" })
    #expect(cake.detail == "The slices are numbered from 0 to 255.")
    #expect(events.map(\.moment) == events.map(\.moment).sorted())
  }

  @Test func clockChangeCountsInDurations() throws {
    let short = try DayViewModel.mock(at: "2024-03-10T12:00:00Z", zone: "America/New_York")
    #expect(short.events[0].detail == "The day is 5 hours, 30 minutes old.")
    let long = try DayViewModel.mock(at: "2024-11-03T12:00:00Z", zone: "America/New_York")
    #expect(long.events[0].detail == "The day is 7 hours, 30 minutes old.")
  }
}
