import Foundation
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
    Current.calendar = { calendar }
    Current.timezone = { .gmt }
    Current.locale = { Locale(identifier: "fr_FR") }
    #expect(Current.calendar() == calendar)

    let world = World(calendar: calendar, timezone: .gmt)
    #expect(world.calendar() == calendar)
  }

  @Test func aCalendarThatIsPutBackFollowsTheWorldThatItWasReadIn() {
    Current.timezone = { .gmt }
    let calendar = Current.calendar
    Current.timezone = { TimeZone(secondsFromGMT: 3_600)! }
    #expect(Current.calendar().timeZone.secondsFromGMT() == 3_600)
    Current.calendar = calendar
    #expect(Current.calendar().timeZone.secondsFromGMT() == 0)
  }

  @Test func theCalendarOfANewWorldFollowsItsZone() {
    let world = World(timezone: TimeZone(identifier: "Asia/Kathmandu")!, locale: Locale(identifier: "ne_NP"))
    #expect(world.calendar().timeZone.identifier == "Asia/Kathmandu")
    #expect(world.calendar().locale?.identifier == "ne_NP")
  }
}
