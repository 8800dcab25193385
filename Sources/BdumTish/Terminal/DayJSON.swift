// SPDX-License-Identifier: MIT

import Foundation

/// A day as a JSON object.
struct DayJSON: Encodable, Sendable {
  private struct Place: Encodable { var date, locale, timezone, calendar: String }
  private struct Moment: Encodable { var time, localTime, title, detail: String }

  private let programmer, coffee, localDate, outcome, punchline: String
  private let world: Place
  private let dayLengthHours: Double
  private let isProgrammersDay: Bool
  private let events: [Moment]

  init(_ day: DayViewModel) {
    let format = day.format
    programmer = day.programmer.lowercased()
    coffee = day.coffee
    world = Place(
      date: day.now.iso8601(in: format.timeZone), locale: format.worldLocale.identifier,
      timezone: format.timeZoneName, calendar: format.calendarName)
    localDate = day.localDate
    dayLengthHours = day.hours
    isProgrammersDay = day.isProgrammersDay
    events = day.events.map {
      Moment(
        time: $0.moment.iso8601(in: format.timeZone), localTime: $0.localTime, title: $0.title,
        detail: $0.detail)
    }
    outcome = day.outcome.rawValue
    punchline = day.punchline
  }

  /// Returns one day as an object, and several as an array.
  static func text(of days: [DayViewModel]) throws -> String {
    let objects = days.map(DayJSON.init)
    return try objects.count == 1 ? objects[0].json() : objects.json()
  }
}

extension Encodable {
  /// Returns indented JSON with sorted keys.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
