// SPDX-License-Identifier: MIT

import Foundation
import World

extension World.EdgeCase {
  /// Dates on which calculations go wrong.
  static let dates: [World.EdgeCase] = [
    leapDay, noLeapDay, lastSecondOfYear, weekOfNextYear, weekOfPreviousYear, before1970, after32Bits,
    year1, year9999,
  ]

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
}
