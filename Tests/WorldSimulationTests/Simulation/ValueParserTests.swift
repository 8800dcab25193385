import Foundation
import TestSupport
import Testing
import World

@testable import WorldSimulation

struct ValueParserTests {
  private let locales = LocaleParser(names: foundationNames)
  private let zones = TimeZoneParser(names: foundationNames)

  @Test(arguments: [
    ("fr_FR", "fr_FR"), ("fr-FR", "fr_FR"), ("ar_EG", "ar_EG"), ("th", "th"), ("en_US_POSIX", "en_US_POSIX"),
    ("zh-Hant-TW", "zh_Hant_TW"), ("zh_TW", "zh_TW"), ("sr_RS", "sr_RS"), ("es_419", "es_419"),
    ("ja_JP@calendar=japanese", "ja_JP@calendar=japanese"), ("ar-EG@numbers=latn", "ar_EG@numbers=latn"),
    ("th_TH@numbers=thai;calendar=gregorian", "th_TH@numbers=thai;calendar=gregorian"), ("FR_fr", "fr_FR"),
    ("ZH-HANT-tw", "zh_Hant_TW"), ("zh-tw", "zh_TW"), ("JA_JP@Calendar=Japanese", "ja_JP@calendar=japanese"),
  ])
  func readsLocale(text: String, identifier: String) throws {
    #expect(try locales.parse(text).identifier == identifier)
  }

  @Test(arguments: [
    ("fr_FX", "fr_FR"), ("fr_FR.UTF-8", "fr_FR"), ("jp_JP", "ja_JP"), ("en_USA", "en_US"),
    ("fr_FR ", "fr_FR"), ("th_TX@calendar=gregorian", "th_TH"),
    ("th_TH@calendar=budhist", "th_TH@calendar=buddhist"), ("th_TH@numbers=tai", "th_TH@numbers=thai"),
    ("th_TH@", "th_TH"), ("th_TH@hours=h23", "th_TH"), ("th_TH@calendar", "th_TH"),
    ("th_TH@calendar=roc;calendar=roc", "th_TH"), ("th_TH@calendar=roc;", "th_TH"),
    ("sr_RS@latin", "sr_Latn_RS"), ("uz_UZ.UTF-8@cyrillic", "uz_Cyrl_UZ"), ("de_DE@euro", "de_DE"),
  ])
  func refusesLocale(text: String, suggestion: String) {
    let error = #expect(throws: InvalidValue.self) { try locales.parse(text) }
    #expect(error?.suggestions.first == suggestion)
  }

  /// People name languages and countries.
  @Test(arguments: [
    ("french", "fr"), ("German", "de"), ("japanese", "ja"), ("Frensh", "fr"), ("en_UK", "en_GB"),
    ("GB", "en_GB"),
    ("Germany", "de_DE"), ("United Kingdom", "en_GB"), ("united_states", "en_US"), ("Brazil", "pt_BR"),
    ("CH", "de_CH"),
    ("swiss german", "gsw"), ("fr_FR.UTF-8", "fr_FR"),
  ])
  func suggestsTheLocaleOfALanguageOrCountry(name: String, suggestion: String) {
    let error = #expect(throws: InvalidValue.self) { try locales.parse(name) }
    #expect(error?.suggestions == [suggestion])
  }

  @Test(arguments: ["xx_XX", "zz", "", "klingon", "_", "@@@", "C", "@calendar=roc"])
  func suggestsNoLocaleIfNoneIsNear(text: String) throws {
    let error = #expect(throws: InvalidValue.self) { try locales.parse(text) }
    #expect(error?.suggestions == [])
  }

  /// A header may have 8,192 bytes.
  @Test func whatIsLongerThanAnyZoneIsNotComparedWithThem() {
    let isAsked = Flag()
    let zones = TimeZoneParser(names: {
      isAsked.set()
      return foundationNames()
    })
    for text in [String(repeating: "a", count: 8_000), String(repeating: "Asia/", count: 13)] {
      #expect(throws: InvalidValue.self) { try zones.parse(text) }
    }
    #expect(!isAsked.isSet)
    #expect(foundationNames().timezones.allSatisfy { $0.utf8.count <= 64 })
  }

  @Test(arguments: [
    ("Asia/Tokyo", "Asia/Tokyo"), ("UTC", "UTC"), ("GMT", "UTC"), ("US/Pacific", "US/Pacific"),
    ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"), ("Europe/Kyiv", "Europe/Kyiv"),
    ("us/eastern", "US/Eastern"), ("US/EASTERN", "US/Eastern"), ("asia/tokyo", "Asia/Tokyo"), ("utc", "UTC"),
    ("america/new_york", "America/New_York"), ("asia/calcutta", "Asia/Calcutta"), ("gb", "GB"),
    ("japan", "Japan"), ("america/porto_acre", "America/Porto_Acre"),
  ])
  func readsTimeZone(text: String, name: String) throws {
    #expect(try zones.parse(text).name == name)
  }

  @Test(arguments: [
    ("Asia/Tokio", "Asia/Tokyo"), ("tokyo", "Asia/Tokyo"), ("eastern", "US/Eastern"),
    ("US/Estern", "US/Eastern"),
    ("New York", "America/New_York"), ("Europe/Pariss", "Europe/Paris"), ("Asia/Tokyo ", "Asia/Tokyo"),
    ("Amercia/New_York", "America/New_York"), ("Asia/Tokyo\0", "Asia/Tokyo"),
  ])
  func refusesTimeZone(text: String, suggestion: String) {
    let error = #expect(throws: InvalidValue.self) { try zones.parse(text) }
    #expect(error?.suggestions.first == suggestion)
  }

  @Test(arguments: ["", "Mars/Base", "/etc/passwd", "🌍", "CET-1"])
  func suggestsNoTimeZoneIfNoneIsNear(text: String) throws {
    let error = #expect(throws: InvalidValue.self) { try zones.parse(text) }
    #expect(error?.suggestions == [])
  }

  /// A calendar that the system doesn't support would be the Gregorian one under another name.
  @Test(
    arguments: [
      ("gregorian", .gregorian), ("buddhist", .buddhist), ("chinese", .chinese), ("coptic", .coptic),
      ("ethioaa", .ethiopicAmeteAlem), ("ethiopic", .ethiopicAmeteMihret), ("hebrew", .hebrew),
      ("indian", .indian), ("islamic", .islamic), ("islamic-civil", .islamicCivil),
      ("islamic-tbla", .islamicTabular), ("islamic-umalqura", .islamicUmmAlQura), ("iso8601", .iso8601),
      ("japanese", .japanese), ("persian", .persian), ("roc", .republicOfChina),
    ] as [(String, Calendar.Identifier)])
  func readsCalendarThatTheSystemSupports(name: String, identifier: Calendar.Identifier) throws {
    #expect(identifier.name == name)
    let parts: Set<Calendar.Component> = [.era, .year, .month, .day]
    let days = [identifier, .gregorian].map { identifier in
      var calendar = Calendar(identifier: identifier)
      calendar.timeZone = .gmt
      let day = calendar.dateComponents(parts, from: readingTime)
      return [day.era, day.year, day.month, day.day]
    }
    if days[0] != days[1] || [.gregorian, .iso8601].contains(identifier) {
      #expect(try CalendarParser.parse(name) == identifier)
      #expect(Calendar(identifier: identifier).identifier == identifier)
    } else {
      let error = #expect(throws: InvalidValue.self) { try CalendarParser.parse(name) }
      #expect(error?.reason == "is a calendar that this system doesn't support")
    }
  }

  @Test(arguments: [("budhist", "buddhist"), ("gregory", "gregorian"), ("islamic_civil", "islamic-civil")])
  func refusesCalendar(text: String, suggestion: String) {
    let error = #expect(throws: InvalidValue.self) { try CalendarParser.parse(text) }
    #expect(error?.suggestions.first == suggestion)
  }

  @Test func suggestsNoCalendarIfNoneIsNear() {
    let error = #expect(throws: InvalidValue.self) { try CalendarParser.parse("mayan") }
    #expect(error?.suggestions == [])
  }

  @Test(arguments: [("0", 0), ("42", 42), ("007", 7), ("18446744073709551615", UInt64.max)])
  func readsSeed(text: String, seed: UInt64) throws {
    #expect(try SeedParser.parse(text) == seed)
  }

  @Test(
    arguments: [
      ("-5", nil), ("+42", "42"), ("abc", nil), ("4x2", "42"), ("", nil), ("1.5", "15"), (" 42", "42"),
      ("18446744073709551616", "18446744073709551615"), ("٤٢", nil),
    ] as [(String, String?)])
  func refusesSeed(text: String, suggestion: String?) {
    let error = #expect(throws: InvalidValue.self) { try SeedParser.parse(text) }
    #expect(error?.suggestions == (suggestion.map { [$0] } ?? []))
  }
}
