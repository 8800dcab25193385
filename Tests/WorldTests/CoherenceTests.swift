import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldTesting

@Suite(.world(.mock))
struct CoherenceTests {
  @Test func theCalendarFollowsZoneAndLocale() {
    Current.timezone = { TimeZone(identifier: "Asia/Tokyo")! }
    #expect(Current.calendar().timeZone.identifier == "Asia/Tokyo")
    Current.locale = { Locale(identifier: "th_TH") }
    #expect(Current.calendar().locale?.identifier == "th_TH")
    #expect(Current.calendar().identifier == .buddhist)
    Current.locale = { Locale(identifier: "ar_SA") }
    #expect(Current.calendar().identifier == .islamicUmmAlQura)
    #expect(Current.calendar().timeZone.identifier == "Asia/Tokyo")
  }

  @Test func aCalendarThatWasSetIsLeftAsItWasGiven() {
    var given = Calendar(identifier: .hebrew)
    given.timeZone = TimeZone(identifier: "Asia/Jerusalem")!
    let calendar = given
    Current.timezone = { .gmt }
    Current.calendar = { calendar }
    Current.locale = { Locale(identifier: "fr_FR") }
    #expect(Current.calendar() == calendar)

    let world = World(calendar: calendar, timezone: .gmt)
    #expect(world.calendar() == calendar)
  }

  /// What was read for it is a value, and doesn't read the new world.
  @Test func aWorldIsMadeOfValuesOfTheCurrentOne() {
    let (zone, locale, calendar) = (Current.timezone(), Current.locale(), Current.calendar())
    Current = World(calendar: Current.calendar(), timezone: Current.timezone(), locale: Current.locale())
    #expect(Current.timezone() == zone)
    #expect(Current.locale() == locale)
    #expect(Current.calendar() == calendar)
  }

  /// Names of one zone are one zone; London and UTC have the same time in winter.
  @Test func zonesAreTheSameIfTheirTimesAre() throws {
    let zone = { try #require(TimeZone(identifier: $0)) }
    #expect(try zone("Asia/Calcutta").isSameZone(as: zone("Asia/Kolkata")))
    #expect(try !zone("Europe/London").isSameZone(as: zone("UTC")))
  }

  @Test func aCalendarThatStaysInAnotherZoneIsReported() async throws {
    let test = try #require(Test.current)
    let (tokyo, kathmandu) = (TimeZone(identifier: "Asia/Tokyo")!, TimeZone(identifier: "Asia/Kathmandu")!)
    var given = Calendar(identifier: .gregorian)
    given.timeZone = tokyo
    let calendar = given
    let zone =
      "The time zone is Asia/Kathmandu, and the calendar, which was set explicitly, has another: Asia/Tokyo"
    @Sendable func both(_ world: inout World) {
      world.calendar = { calendar }
      world.timezone = { kathmandu }
    }
    let issues = [
      try await reports {
        try await WorldTrait.world(.mock, both).provideScope(for: test, testCase: nil) {}
      },
      reports { withWorld(both) {} },
      reports {
        withWorld {
          $0.calendar = { calendar }
        } operation: {
          Current.timezone = { kathmandu }
        }
      },
      reports {
        withWorld {
          $0.calendar = { calendar }
        } operation: {
          withWorld {
            $0.timezone = { kathmandu }
          } operation: {
          }
        }
      },
    ]
    for issues in issues { #expect(issues.isOne(saying: zone, "- leave the calendar out")) }
    let none = reports {
      withWorld {
        $0.calendar = { calendar }
        $0.timezone = { tokyo }
      } operation: {
        Current.locale = { Locale(identifier: "ne_NP") }
        withWorld {
          $0.timezone = { tokyo }
        } operation: {
        }
        Current.calendar = { Calendar(identifier: .hebrew) }
        Current = World(calendar: calendar, timezone: kathmandu)
      }
    }
    #expect(none.isEmpty)
  }

  @Test(arguments: [
    ("US/Pacific", "America/Los_Angeles"), ("Asia/Calcutta", "Asia/Kolkata"), ("Zulu", "GMT"),
  ])
  func zonesOfTwoNamesAreOne(names: (String, String)) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: names.0))
    let zone = try #require(TimeZone(identifier: names.1))
    let issues = reports {
      withWorld { [calendar] in
        $0.calendar = { calendar }
        $0.timezone = { zone }
      } operation: {
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func aCalendarThatReadsTheZoneFollowsIt() throws {
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    @Sendable func calendar() -> Calendar {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = Current.timezone()
      return calendar
    }
    let issues = reports {
      withWorld {
        $0.calendar = { calendar() }
      } operation: {
        Current.timezone = { tokyo }
        withWorld {
          $0.timezone = { .gmt }
        } operation: {
        }
      }
      withWorld {
        $0.calendar = { calendar() }
        $0.timezone = { tokyo }
      } operation: {
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func aZoneThatIsAssignedIsNotCalled() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let issues = reports {
      withWorld { [calendar] in
        $0.calendar = { calendar }
        $0.timezone = unimplemented("timezone", placeholder: .gmt)
      } operation: {
        Current.timezone = unimplemented("timezone", placeholder: .gmt)
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func aCalendarThatIsPutBackFollowsTheWorldThatItWasReadIn() {
    Current.timezone = { .gmt }
    let calendar = Current.calendar
    Current.timezone = { TimeZone(secondsFromGMT: 3_600)! }
    #expect(Current.calendar().timeZone.secondsFromGMT() == 3_600)
    // In a write of its own, so it is meant.
    Current.calendar = calendar
    #expect(Current.calendar().timeZone.secondsFromGMT() == 0)
  }

  @Test func theCalendarOfANewWorldFollowsItsZone() {
    let world = World(timezone: TimeZone(identifier: "Asia/Kathmandu")!, locale: Locale(identifier: "ne_NP"))
    #expect(world.calendar().timeZone.identifier == "Asia/Kathmandu")
    #expect(world.calendar().locale?.identifier == "ne_NP")
  }
}
