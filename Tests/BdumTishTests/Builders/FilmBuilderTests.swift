import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@testable import BdumTish

@Suite(.world(.mock))
struct FilmBuilderTests {
  /// So slow that no test lasts long enough to see it move by a second.
  private let slow = TimeMachine.Rate.range.lowerBound

  @Test func timeBeginsTenMinutesBeforeTheDayDoes() throws {
    let day = DayBuilder.build()
    let first = try #require(day.events.first).moment
    let time = FilmBuilder.time(of: [day], rate: slow)
    #expect(abs(time.date.timeIntervalSince(first.addingTimeInterval(-600))) < 1)
  }

  /// One day, and days that begin at different times, such as in Tokyo and in New York.
  @Test(arguments: [
    ["UTC"]: 1500.0, ["Asia/Tokyo", "America/New_York"]: 3000, ["America/New_York", "Asia/Tokyo"]: 3000,
  ])
  func theFilmTakesAboutHalfAMinute(zones: [String], rate: Double) async throws {
    let days = await BesideBuilder.build(
      try zones.map { try World.Simulation(column: $0) }, seed: 1, on: Current.date())
    let time = FilmBuilder.time(of: days, rate: nil)
    #expect(time.motion.rate == rate)
    Current.use(time)
    let film = FilmBuilder.build(of: days, sleep: { _ in })
    let start = try #require(days.compactMap(\.events.first?.moment).min())
    #expect((23...32).contains((film.end.timeIntervalSince(start) + 600) / rate))
  }

  /// At this moment it is 2 March in Tokyo, and still 1 March in New York.
  @Test(arguments: [true: ["2024-03-02", "2024-03-02"], false: ["2024-03-01", "2024-03-02"]])
  func daysBesideEachOtherMayHaveTheSameDate(isSameDate: Bool, dates: [String]) async throws {
    let zones = ["America/New_York", "Asia/Tokyo"]
    let days = await BesideBuilder.build(
      try zones.map { try World.Simulation(column: $0) }, seed: 1, on: try instant("2024-03-01T20:00:00Z"),
      isSameDate: isSameDate)
    let told = try zip(days, zones).map { day, name in
      try #require(day.events.first).moment.iso8601(in: try zone(name)).prefix(10)
    }
    #expect(told.map(String.init) == dates)
  }

  @Test func theFilmFollowsTheWorldsTimeAndTheTimeMachineObeysTheFilm() async throws {
    let day = DayBuilder.build()
    let time = FilmBuilder.time(of: [day], rate: slow)
    Current.use(time)
    let film = FilmBuilder.build(of: [day], sleep: { _ in })
    #expect(film.rate == slow)
    film.freeze()
    #expect(time.motion == .frozen)
    let now = time.date
    await time.advance(by: .seconds(3_600))
    #expect(film.time() == now.addingTimeInterval(3_600))
    film.resume(1_200)
    #expect(time.motion == .ticking(rate: 1_200))
    #expect(film.end == day.events.last?.moment.addingTimeInterval(1_800))
  }

  @Test func eachColumnIsBuiltInAWorldOfItsOwn() async throws {
    // The name of GMT is UTC.
    let (locale, zone) = (Current.locale(), try #require(TimeZone(identifier: "Europe/London")))
    Current.timezone = { zone }
    let days = await BesideBuilder.build(
      [
        try World.Simulation(column: "fr_FR Asia/Tokyo"), try World.Simulation(column: "UTC"),
        try World.Simulation(column: "ja_JP"),
      ],
      seed: 7, on: try instant("2024-03-01T12:00:00Z"))
    #expect(days.map(\.format.worldLocale.identifier) == ["fr_FR", locale.identifier, "ja_JP"])
    #expect(days.map(\.format.timeZoneName) == ["Asia/Tokyo", "UTC", zone.identifier])
    #expect(days.allSatisfy { $0.joke != nil && $0.joke == days[0].joke })
    #expect((Current.locale(), Current.timezone()) == (locale, zone))
  }
}
