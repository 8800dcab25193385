// SPDX-License-Identifier: MIT

import Foundation
import World

extension World {
  /// A time, a place and a language in which programs often fail, and why.
  ///
  /// ```swift
  /// @Test(arguments: World.edgeCases)
  /// func theGreetingFits(edgeCase: World.EdgeCase) {
  ///   withWorld(edgeCase.world) {
  ///     #expect(GreetingBuilder.build().text.count < 40)
  ///   }
  /// }
  /// ```
  ///
  /// A test's output names the case by its reason.
  public struct EdgeCase: Sendable, Equatable, Identifiable, CustomStringConvertible {
    /// What the case tests, in a few words. It is unique.
    public let reason: String
    /// The time.
    public let date: Date
    /// The identifier of the time zone.
    public let timezone: String
    /// The identifier of the locale, which may name a calendar and digits.
    public let locale: String

    /// Creates a case of your own, in addition to ``World/edgeCases``.
    public init(_ reason: String, date: Date, timezone: String, locale: String) {
      self.reason = reason
      self.date = date
      self.timezone = timezone
      self.locale = locale
    }

    /// The reason, which also names the case.
    public var id: String { reason }
    /// The reason.
    public var description: String { reason }

    /// A mock world with this date, time zone and locale. Each read creates a new one.
    ///
    /// If the system doesn't have the time zone, GMT is used.
    public var world: World {
      var world = World.mock(at: date)
      let zone = TimeZone(identifier: timezone) ?? .gmt
      world.timezone = { zone }
      let locale = Locale(identifier: locale)
      world.locale = { locale }
      return world
    }
  }

  /// Times, places and languages in which programs often fail: zones and their changes, dates, languages, scripts and
  /// calendars. The tests of `WorldMocks` check that each is what its reason says.
  ///
  /// **Cost.** A list of values; a world is built when ``EdgeCase/world`` is read.
  public static let edgeCases: [EdgeCase] = [
    .halfHourOffset, .negativeHalfHourOffset, .quarterHourOffset, .quarterHourOffsetWithSaving,
    .earliestZone, .latestZone, .skippedHour, .repeatedHourFirst, .repeatedHourAgain, .skippedDay,
    .noMidnight, .noMidnightInSpring, .noMidnightInTheWest, .noMidnightInTheAzores, .halfHourSaving,
    .twoHourSaving, .clocksBackForRamadan, .leapDay, .noLeapDay, .lastSecondOfYear, .weekOfNextYear,
    .weekOfPreviousYear, .before1970, .after32Bits, .year1, .year9999, .rightToLeft, .arabicDigits,
    .devanagariDigits, .dotlessI, .buddhistCalendar, .persianCalendar, .firstDayOfReiwa,
    .lastDayOfHeisei, .hebrewLeapMonth, .chineseLeapMonth, .ethiopicThirteenthMonth, .ummAlQuraCalendar,
    .islamicCivilCalendar, .weekFromSaturday, .weekFromSunday, .weekFromMonday, .narrowNoBreakSpace,
  ]
}

extension World.EdgeCase {
  // MARK: Time zones, and the moments at which they change

  package static let halfHourOffset = World.EdgeCase(
    "an offset with a half hour, UTC+5:30",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "Asia/Kolkata", locale: "en_IN")
  package static let negativeHalfHourOffset = World.EdgeCase(
    "an offset with a half hour west of Greenwich, UTC-2:30",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "America/St_Johns", locale: "en_CA")
  package static let quarterHourOffset = World.EdgeCase(
    "an offset with three quarters of an hour, UTC+5:45",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "Asia/Kathmandu", locale: "en_GB")
  package static let quarterHourOffsetWithSaving = World.EdgeCase(
    "an offset with three quarters of an hour that saves daylight, UTC+13:45",
    date: .utc(2018, 1, 28), timezone: "Pacific/Chatham", locale: "en_NZ")
  package static let earliestZone = World.EdgeCase(
    "the earliest zone, UTC+14, where it is tomorrow",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "Pacific/Kiritimati", locale: "en_KI")
  package static let latestZone = World.EdgeCase(
    "the latest zone, UTC-12, where it is yesterday",
    date: .utc(2018, 8, 28, 11, 59, 59), timezone: "Etc/GMT+12", locale: "en_US")
  package static let skippedHour = World.EdgeCase(
    "the second before a skipped hour: 1:59:59 is followed by 3:00",
    date: .utc(2018, 3, 11, 6, 59, 59), timezone: "America/New_York", locale: "en_US")
  package static let repeatedHourFirst = World.EdgeCase(
    "half past one for the first time, in a repeated hour",
    date: .utc(2018, 11, 4, 5, 30), timezone: "America/New_York", locale: "en_US")
  package static let repeatedHourAgain = World.EdgeCase(
    "half past one for the second time, in a repeated hour",
    date: .utc(2018, 11, 4, 6, 30), timezone: "America/New_York", locale: "en_US")
  package static let skippedDay = World.EdgeCase(
    "the second before a skipped day: 29 December is followed by the 31st",
    date: .utc(2011, 12, 30, 9, 59, 59), timezone: "Pacific/Apia", locale: "en_WS")
  package static let noMidnight = World.EdgeCase(
    "a day without midnight, which begins at 1:00",
    date: .utc(2018, 11, 4, 3), timezone: "America/Sao_Paulo", locale: "pt_BR")
  package static let noMidnightInSpring = World.EdgeCase(
    "a day of spring that begins at 1:00, in Beirut",
    date: .utc(2018, 3, 24, 22), timezone: "Asia/Beirut", locale: "ar_LB")
  package static let noMidnightInTheWest = World.EdgeCase(
    "a day that begins at 1:00 west of Greenwich, in Havana",
    date: .utc(2018, 3, 11, 5), timezone: "America/Havana", locale: "es_CU")
  package static let noMidnightInTheAzores = World.EdgeCase(
    "a day that begins at 1:00, at the moment at which all of Europe changes its clocks",
    date: .utc(2018, 3, 25, 1), timezone: "Atlantic/Azores", locale: "pt_PT")
  package static let halfHourSaving = World.EdgeCase(
    "the second before half an hour of daylight saving",
    date: .utc(2018, 10, 6, 15, 29, 59), timezone: "Australia/Lord_Howe", locale: "en_AU")
  package static let twoHourSaving = World.EdgeCase(
    "two hours of daylight saving",
    date: .utc(2018, 8, 1), timezone: "Antarctica/Troll", locale: "nb_NO")
  package static let clocksBackForRamadan = World.EdgeCase(
    "clocks go back for Ramadan, in spring",
    date: .utc(2023, 3, 19, 1, 59, 59), timezone: "Africa/Casablanca", locale: "ar_MA")

  // MARK: Dates on which calculations go wrong

  package static let leapDay = World.EdgeCase(
    "the last second of a leap day",
    date: .utc(2024, 2, 29, 23, 59, 59), timezone: "GMT", locale: "en_GB")
  package static let noLeapDay = World.EdgeCase(
    "28 February of 2100, which is no leap year",
    date: .utc(2100, 2, 28, 23, 59, 59), timezone: "GMT", locale: "en_GB")
  package static let lastSecondOfYear = World.EdgeCase(
    "the last second of a year",
    date: .utc(2018, 12, 31, 23, 59, 59), timezone: "Europe/London", locale: "en_GB")
  package static let weekOfNextYear = World.EdgeCase(
    "a day in the first ISO week of the year that follows",
    date: .utc(2018, 12, 31), timezone: "Europe/Berlin", locale: "de_DE")
  package static let weekOfPreviousYear = World.EdgeCase(
    "a day in ISO week 53 of the year before",
    date: .utc(2021, 1, 3), timezone: "Europe/Berlin", locale: "de_DE")
  package static let before1970 = World.EdgeCase(
    "a second before 1970, a negative Unix time",
    date: .utc(1969, 12, 31, 23, 59, 59), timezone: "GMT", locale: "en_GB")
  package static let after32Bits = World.EdgeCase(
    "2038, a second after Unix time leaves 32 bits",
    date: .utc(2038, 1, 19, 3, 14, 8), timezone: "GMT", locale: "en_GB")
  package static let year1 = World.EdgeCase(
    "the first day of year 1",
    date: .utc(1, 1, 1), timezone: "GMT", locale: "en_GB")
  package static let year9999 = World.EdgeCase(
    "the last second of year 9999",
    date: .utc(9999, 12, 31, 23, 59, 59), timezone: "GMT", locale: "en_GB")

  // MARK: Languages, scripts, calendars and weeks

  package static let rightToLeft = World.EdgeCase(
    "written from right to left, in Hebrew",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "Asia/Jerusalem", locale: "he_IL")
  package static let arabicDigits = World.EdgeCase(
    "Arabic digits, right to left",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "Africa/Cairo", locale: "ar_EG")
  package static let devanagariDigits = World.EdgeCase(
    "Devanagari digits, and digits in groups of two",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "Asia/Kathmandu", locale: "ne_NP")
  package static let dotlessI = World.EdgeCase(
    "Turkish, where i becomes a dotted capital and I a dotless small letter",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "Europe/Istanbul", locale: "tr_TR")
  package static let buddhistCalendar = World.EdgeCase(
    "the Thai Buddhist calendar, in year 2561",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "Asia/Bangkok", locale: "th_TH")
  package static let persianCalendar = World.EdgeCase(
    "the Persian calendar, in year 1397",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "Asia/Tehran", locale: "fa_IR")
  package static let firstDayOfReiwa = World.EdgeCase(
    "the first second of Reiwa, a Japanese era",
    date: .utc(2019, 4, 30, 15), timezone: "Asia/Tokyo", locale: "ja_JP@calendar=japanese")
  package static let lastDayOfHeisei = World.EdgeCase(
    "the last second of Heisei, a Japanese era",
    date: .utc(2019, 4, 30, 14, 59, 59), timezone: "Asia/Tokyo", locale: "ja_JP@calendar=japanese")
  package static let hebrewLeapMonth = World.EdgeCase(
    "a Hebrew leap month, Adar I",
    date: .utc(2024, 2, 20), timezone: "Asia/Jerusalem", locale: "he_IL@calendar=hebrew")
  package static let chineseLeapMonth = World.EdgeCase(
    "a Chinese leap month, the second 2nd month",
    date: .utc(2023, 4, 1), timezone: "Asia/Shanghai", locale: "zh_CN@calendar=chinese")
  package static let ethiopicThirteenthMonth = World.EdgeCase(
    "a thirteenth month, of five days, in Ethiopia",
    date: .utc(2018, 9, 8), timezone: "Africa/Addis_Ababa", locale: "am_ET@calendar=ethiopic")
  package static let ummAlQuraCalendar = World.EdgeCase(
    "the Islamic calendar of Umm al-Qura",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "Asia/Riyadh", locale: "ar_SA")
  package static let islamicCivilCalendar = World.EdgeCase(
    "the civil Islamic calendar, a day behind Umm al-Qura",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "Asia/Riyadh", locale: "ar_SA@calendar=islamic-civil")
  package static let weekFromSaturday = World.EdgeCase(
    "a week that begins on Saturday",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "Asia/Kuwait", locale: "ar_KW")
  package static let weekFromSunday = World.EdgeCase(
    "a week that begins on Sunday",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "America/Toronto", locale: "en_CA")
  package static let weekFromMonday = World.EdgeCase(
    "a week that begins on Monday",
    date: .utc(2018, 8, 28, 12, 27, 31), timezone: "Europe/Paris", locale: "fr_FR")
  package static let narrowNoBreakSpace = World.EdgeCase(
    "a 12-hour clock with a narrow no-break space before PM",
    date: .utc(2018, 8, 28, 21, 27, 31), timezone: "America/New_York", locale: "en_US")
}

extension Date {
  /// Returns a date in GMT, in Foundation's Gregorian calendar, which is Julian before 1582.
  static func utc(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 12, _ minute: Int = 0, _ second: Int = 0
  ) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    return calendar.date(from: components) ?? .distantPast
  }
}
