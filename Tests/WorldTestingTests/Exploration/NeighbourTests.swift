import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

/// What is said of the dimensions in which a failing run is as the starting world.
struct NeighbourTests {
  private static func explore(
    _ start: @escaping @Sendable (inout World) -> Void = { _ in },
    _ body: @escaping @Sendable () async throws -> Void
  ) async -> String {
    await World.Exploration(
      runs: 50,
      startingFrom: {
        var world = World.Exploration.silentMock()
        start(&world)
        return world
      }
    ).run(body).description
  }

  @Test func theLocaleOfTheStartingWorldIsToBlame() async {
    let text = await NeighbourTests.explore({ $0.locale = { Locale(identifier: "tr_TR") } }) {
      _ = (Current.timezone(), Current.random.next())
      if "TITLE".lowercased(with: Current.locale()) != "title" { throw Overdrawn() }
    }
    #expect(text.contains("It fails in the starting world"), "\(text)")
    #expect(text.contains("\nIt passes if the locale is en_US.\n"), "\(text)")
    #expect(text.contains("\nMade no difference in other runs: time zone, calendar, seed.\n"), "\(text)")
  }

  @Test func theTimeZoneOfTheStartingWorldIsToBlame() async {
    let text = await NeighbourTests.explore({ $0.timezone = { TimeZone(identifier: "Asia/Kolkata") ?? .gmt } }
    ) {
      if Current.timezone().secondsFromGMT() % 3_600 != 0 { throw Overdrawn() }
    }
    #expect(text.contains("\nIt passes if the time zone is GMT.\n"), "\(text)")
    #expect(!text.contains("Not it:"), "\(text)")
  }

  @Test func whatFailsEverywhereIsDueToNothing() async {
    let text = await NeighbourTests.explore {
      _ = (Current.locale(), Current.uuid())
      throw Overdrawn()
    }
    #expect(text.contains("\nMade no difference in other runs: locale, identifiers.\n"), "\(text)")
    #expect(!text.contains("It passes"), "\(text)")
  }

  @Test func withoutAFaultNothingIsSaidOfFaults() async {
    let text = await NeighbourTests.explore {
      World.Fault.point("the disk is full") {}
      throw Overdrawn()
    }
    #expect(!text.contains("Made no difference"), "\(text)")
  }

  @Test func theFirstOrderIsToBlame() async {
    let text = await NeighbourTests.explore {
      _ = Current.locale()
      let log = EventLog()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...2 { group.addTask { log.note("\(number)") } }
      }
      if log.drain() == ["1", "2"] { throw Overdrawn() }
    }
    #expect(
      text.contains(
        "\nIt passes if its tasks run in another order.\nMade no difference in other runs: locale.\n"),
      "\(text)")
  }

  @Test func theLengthOfASleepIsToBlame() async {
    let text = await NeighbourTests.explore {
      let start = Current.date()
      try await Current.sleep(.seconds(10))
      if Current.date().timeIntervalSince(start) < 15 { throw Overdrawn() }
    }
    #expect(text.contains("It passes if the first sleep, of 10 s, lasts twice as long."), "\(text)")
  }

  @Test func neighboursOfAnotherRunAreSoughtToo() async {
    let text = await NeighbourTests.explore({ $0.locale = { Locale(identifier: "tr_TR") } }) {
      try? World.Fault.point("refused") { throw Overdrawn() }
      let isLower = "TITLE".lowercased(with: Current.locale()) == "title"
      if !isLower { try World.Fault.point("lost") { throw Overdrawn() } }
    }
    #expect(text.contains("\nIt passes if the locale is en_US.\n"), "\(text)")
  }

  /// A run that is repeated by its token is the only one.
  @Test func theRunOfATokenHasNoNeighbours() async throws {
    let count = Lock(0)
    let body: @Sendable () async throws -> Void = {
      count.withLock { $0 += 1 }
      _ = Current.locale()
      throw Overdrawn()
    }
    let token = try #require(await World.Exploration(runs: 1).run(body).token)
    count.withLock { $0 = 0 }
    let report = await World.Exploration(runs: 1, only: token).run(body)
    #expect(!report.description.contains("Not it"), "\(report)")
    // Once, and once with a log of its steps.
    #expect(count.withLock { $0 } == 2)
  }

  @Test(arguments: [
    ("2026-03-07T17:00:00Z", "America/New_York", "the eve of a clock change by +1 h in America/New_York"),
    ("2026-03-08T06:59:59Z", "America/New_York", "the day of a clock change by +1 h in America/New_York"),
    ("2026-03-09T17:00:00Z", "America/New_York", "the day after a clock change by +1 h in America/New_York"),
    (
      "2026-04-05T00:00:00Z", "Australia/Lord_Howe",
      "the day of a clock change by -30 min in Australia/Lord_Howe"
    ),
    ("2016-09-07T12:00:00Z", "Europe/Istanbul", nil), ("2026-03-10T17:00:00Z", "America/New_York", nil),
    ("2026-03-06T17:00:00Z", "America/New_York", nil),
    ("2024-02-29T12:00:00Z", "GMT", "29 February"),
    ("2026-02-28T12:00:00Z", "GMT", "the last day of a month"),
    ("2024-02-28T12:00:00Z", "GMT", nil), ("2026-12-31T12:00:00Z", "GMT", "the last day of a year"),
    ("2026-12-31T23:00:00Z", "Asia/Tokyo", "the first day of a year"), ("2026-05-01T00:00:00Z", "GMT", nil),
    ("1969-12-30T12:00:00Z", "GMT", "before 1970"), ("2038-01-19T03:14:07Z", "GMT", nil),
    ("2038-01-19T03:14:08Z", "GMT", "after Unix time leaves 32 bits"),
    (
      "2024-03-31T12:00:00Z", "Europe/London",
      "the day of a clock change by +1 h in Europe/London, the last day of a month"
    ),
  ])
  func aDateIsExplained(date: String, zone: String, words: String?) throws {
    let date = try Date(date, strategy: .iso8601)
    let zone = try #require(TimeZone(identifier: zone))
    #expect(ExploredDates.explanation(of: date, in: zone) == words)
  }

  /// The zone is that of the starting world.
  @Test func theEveOfAClockChangeIsNamed() async throws {
    let report = await World.Exploration(
      runs: 3_000, varying: .date,
      startingFrom: {
        var world = World.Exploration.silentMock()
        world.timezone = { TimeZone(identifier: "Europe/London") ?? .gmt }
        return world
      }
    ).run {
      let (zone, tomorrow) = (Current.timezone(), Current.date() + 86_400)
      if zone.isDaylightSavingTime(for: tomorrow) != zone.isDaylightSavingTime(for: Current.date()) {
        throw Overdrawn()
      }
    }
    let text = report.description
    #expect(text.contains(/a clock change by [+-]1 h in Europe\/London/), "\(text)")
  }

  @Test func aLeapDayIsNamed() async {
    let report = await World.Exploration(runs: 1_000).run {
      if Current.date().formatted(.iso8601.month().day()) == "02-29" { throw Overdrawn() }
    }
    #expect(report.description.contains(/the date is \d{4}-02-29T[\d:]+Z, 29 February\./), "\(report)")
  }

  @Test func ordersThatAThreadDisturbsAreNotAll() async {
    let outside = Outside()
    let report = await World.Exploration(runs: 1_000).run {
      async let first: Void = Task.yield()
      async let second: Void = outside.work()
      _ = await (first, second)
    }
    #expect(report.hasArrivals)
    #expect(!report.hasRunAllOrders)
    #expect(!report.description.contains("All "), "\(report)")
  }

  @Test func faultPointsOfTwoFilesAreKnown() async {
    let report = await World.Exploration(runs: 20).run {
      World.Fault.point("here") {}
      reachAFaultPointOfAnotherFile()
    }
    #expect(report.unreachedFaults == ["never in the other file"])
  }
}
