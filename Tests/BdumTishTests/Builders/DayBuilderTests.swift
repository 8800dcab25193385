import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@testable import BdumTish

@Suite(.world(.mock))
struct DayBuilderTests {
  @Test func readsTheCurrentWorld() throws {
    let day = DayBuilder.build()
    #expect(day.title == "The day of a Mock programmer")
    #expect(day.coffee == "caffeinated")
    #expect(day.now == (try instant("2018-08-28T12:27:31Z")))
    #expect(day.subtitle.hasPrefix("Europe/London · Tuesday"))
    #expect(day.subtitle.hasSuffix(" 28 August 2018"))
  }

  @Test(
    .world {
      $0.locale = { Locale(identifier: "ar_EG") }
      $0.timezone = { TimeZone(identifier: "Africa/Cairo")! }
    })
  func followsLocaleAndZone() {
    let day = DayBuilder.build()
    #expect(day.subtitle.hasSuffix(" · \u{2068}Africa/Cairo\u{2069}"))
    #expect(day.events[0].title == "يستيقظ")
    #expect(day.subtitle.contains("٢٨ أغسطس"))
    for event in day.events {
      #expect(event.localTime.contains { ("٠"..."٩").contains($0) })
      #expect(!event.localTime.contains { ("0"..."9").contains($0) })
    }
  }

  @Test(arguments: [
    "en_US", "fr_FR", "de_DE", "ja_JP", "ar_EG", "he_IL", "fa_IR", "th_TH", "hi_IN", "zh_Hant_TW",
  ])
  func factsAreTheSameInEveryLanguage(locale: String) {
    let british = withWorld {
      $0.random = .seeded(0)
    } operation: {
      DayBuilder.build()
    }
    let day = withWorld {
      $0.locale = { Locale(identifier: locale) }
      $0.random = .seeded(0)
    } operation: {
      DayBuilder.build()
    }
    #expect(day.events.map(\.moment) == british.events.map(\.moment))
    #expect(day.outcome == british.outcome)
    #expect(day.joke == british.joke && day.joke != nil)
    #expect(day.format.worldLocale.identifier == locale)
  }

  @Test func sameSeedSameDay() {
    func events(seed: UInt64) -> [Event] {
      withWorld {
        $0.random = .seeded(seed)
      } operation: {
        DayBuilder.build().events
      }
    }
    #expect(events(seed: 1) == events(seed: 1))
    #expect(events(seed: 1) != events(seed: 2))
  }

  @Test func tracksThroughTheWorldsAnalytics() {
    let (analytics, log) = World.Analytics.recorder()
    withWorld {
      $0.analytics = analytics
    } operation: {
      let day = DayBuilder.build()
      #expect(log.events == [])
      day.dayBegan()
      #expect(
        log.events == [
          World.Analytics.Event(
            name: "day_began", properties: ["programmer": "mock", "coffee": "caffeinated"])
        ])
    }
  }

  @Test func whatWasBuiltStaysAsItWasBuilt() {
    let day = DayBuilder.build()
    let before = (day.title, day.subtitle, day.events)
    Current.computer = .pc
    Current.locale = { Locale(identifier: "fr_FR") }
    Current.date = { .distantPast }
    #expect(before == (day.title, day.subtitle, day.events))
  }

  @Test func replacedServiceChangesTheDay() {
    Current.locale = { Locale(identifier: "en_GB") }
    Current.computer.turnOn = { .init(isOn: false, wait: .seconds(2), impression: .grindsAndAsks) }
    let day = DayBuilder.build()
    #expect(day.outcome == .blamedTools)
    #expect(
      day.events.contains { $0.detail == "After 2 seconds, it grinds and asks where you want to go today." })
  }
}
