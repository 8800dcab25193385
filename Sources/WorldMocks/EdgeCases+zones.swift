// SPDX-License-Identifier: MIT

import Foundation
import World

extension World.EdgeCase {
  /// Time zones, and the moments at which they change.
  static let zones: [World.EdgeCase] = [
    halfHourOffset, negativeHalfHourOffset, quarterHourOffset, quarterHourOffsetWithSaving, earliestZone,
    latestZone, skippedHour, repeatedHourFirst, repeatedHourAgain, skippedDay, noMidnight, noMidnightInSpring,
    noMidnightInTheWest, noMidnightInTheAzores, halfHourSaving, twoHourSaving, clocksBackForRamadan,
  ]

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
}
