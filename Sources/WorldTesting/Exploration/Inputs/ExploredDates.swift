// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldMocks
import WorldSimulation

extension World.EdgeCase {
  /// The edge cases before Foundation's distant future, which is the latest date in most programs.
  private static let explored = World.edgeCases.filter { $0.date < .distantFuture }

  /// Returns one of the edge cases that are explored.
  static func any(from random: inout SplitMix) -> World.EdgeCase {
    explored[random.next(below: explored.count)]
  }
}

/// Generates dates, above all those with which programs break, and simpler ones.
enum ExploredDates {
  /// Returns a date at or near one at which something changes.
  static func near(_ date: Date, from random: inout SplitMix) -> Date {
    let offsets: [TimeInterval] = [0, 0, 0, 1, -1, 3_600, -3_600, 86_400, -86_400, 12 * 3_600, -12 * 3_600]
    return date + offsets[random.next(below: offsets.count)]
  }

  /// Returns a date, or none, for somebody in a time zone.
  static func any(in zone: String?, from random: inout SplitMix) -> Date? {
    let zone = zone.flatMap { TimeZone(identifier: $0) }
    switch random.next(below: 10) {
    case 0: return nil
    case 1, 2: return near(World.EdgeCase.any(from: &random).date, from: &random)
    case 3, 4, 5:
      // The days around a change of the clocks.
      let zone = zone ?? TimeZone(identifier: "Europe/London") ?? .gmt
      guard let change = zone.nextDaylightSavingTimeTransition(after: day(from: &random)) else { break }
      return change + TimeInterval(random.next(below: 6 * 86_400) - 3 * 86_400)
    case 6:
      // A leap day.
      let days = 365 * 2 + 31 + 28 + random.next(below: 25) * (4 * 365 + 1)
      return Date(timeIntervalSince1970: TimeInterval(days * 86_400 + random.next(below: 86_400)))
    case 7:
      // The ends of months and of years.
      let unit: Calendar.Component = random.chance(128) ? .year : .month
      let end = gregorian(in: zone ?? .gmt).dateInterval(of: unit, for: day(from: &random))?.end
      guard let end else { break }
      return end - TimeInterval(random.next(below: 2))
    default: break
    }
    return day(from: &random) + TimeInterval(random.next(below: 86_400))
  }

  /// Returns the beginning of a day between 1970 and 2070.
  private static func day(from random: inout SplitMix) -> Date {
    Date(timeIntervalSince1970: TimeInterval(random.next(below: 36_525)) * 86_400)
  }

  // MARK: In words

  /// Returns what is special about a date in a time zone, as far as it is generated; `nil` if nothing is.
  @Sendable static func explanation(of date: Date, in zone: TimeZone) -> String? {
    let calendar = gregorian(in: zone)
    var reasons: [String] = []
    let day = calendar.startOfDay(for: date)
    if let change = zone.nextDaylightSavingTimeTransition(after: date - 3 * 86_400) {
      let days = calendar.dateComponents([.day], from: day, to: calendar.startOfDay(for: change)).day
      let name = ["the day after", "the day of", "the eve of"].enumerated().first { $0.offset - 1 == days }
      let seconds = zone.secondsFromGMT(for: change) - zone.secondsFromGMT(for: change - 1)
      if let name, seconds != 0 {
        reasons.append("\(name.element) a clock change by \(clockChange(seconds)) in \(zone.identifier)")
      }
    }
    let next = calendar.date(byAdding: .day, value: 1, to: day).map { calendar.component(.day, from: $0) }
    switch (calendar.component(.month, from: date), calendar.component(.day, from: date)) {
    case (2, 29): reasons.append("29 February")
    case (12, 31): reasons.append("the last day of a year")
    case (1, 1): reasons.append("the first day of a year")
    default: if next == 1 { reasons.append("the last day of a month") }
    }
    if date.timeIntervalSince1970 < 0 { reasons.append("before 1970") }
    if date.timeIntervalSince1970 > TimeInterval(Int32.max) {
      reasons.append("after Unix time leaves 32 bits")
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: ", ")
  }

  /// `+1 h`, `-30 min`, `+75 s`
  private static func clockChange(_ seconds: Int) -> String {
    let (unit, name) = seconds % 3_600 == 0 ? (3_600, "h") : seconds % 60 == 0 ? (60, "min") : (1, "s")
    return (seconds < 0 ? "" : "+") + "\(seconds / unit) \(name)"
  }

  // MARK: Simpler ones

  /// Returns the same day and time in the years from 2000 on.
  @Sendable static func earlierYears(_ date: Date) -> [Date] {
    let calendar = gregorian(in: .gmt)
    var parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    guard let year = parts.year else { return [] }
    return (2000...min(max(year, 2000), 2100)).compactMap { earlier in
      parts.year = earlier
      // A year without a 29 February has another date in its place.
      return calendar.date(from: parts).flatMap {
        calendar.component(.day, from: $0) == parts.day ? $0 : nil
      }
    }
  }

  /// Returns the beginning of the month, the beginning and the noon of the day, and the beginning of the hour.
  @Sendable static func roundedDown(_ date: Date) -> [Date] {
    let calendar = gregorian(in: .gmt)
    func beginning(_ unit: Calendar.Component) -> Date? { calendar.dateInterval(of: unit, for: date)?.start }
    let day = beginning(.day)
    return [beginning(.month), day, day?.addingTimeInterval(43_200), beginning(.hour)].compactMap { $0 }
  }

  private static func gregorian(in zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }
}
