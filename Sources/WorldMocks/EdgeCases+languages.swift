// SPDX-License-Identifier: MIT

import Foundation
import World

extension World.EdgeCase {
  /// Languages, scripts, calendars and weeks.
  static let languages: [World.EdgeCase] = [
    rightToLeft, arabicDigits, devanagariDigits, dotlessI, buddhistCalendar, persianCalendar,
    firstDayOfReiwa, lastDayOfHeisei, hebrewLeapMonth, chineseLeapMonth, ethiopicThirteenthMonth,
    ummAlQuraCalendar, islamicCivilCalendar, weekFromSaturday, weekFromSunday, weekFromMonday,
    narrowNoBreakSpace,
  ]

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
