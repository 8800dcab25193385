import Foundation

/// A day as one object of JSON.
struct DayJSON: Encodable, Sendable {
  private let programmer, coffee: String
  private let localDate: String
  private let world: Place
  private let dayLengthHours: Double
  private let isProgrammersDay: Bool
  private let events: [Moment]
  private let outcome, punchline: String

  private struct Place: Encodable {
    var date, locale, timezone, calendar: String
  }

  private struct Moment: Encodable {
    var time, localTime, title, detail: String
  }

  init(_ day: DayViewModel) {
    let format = day.format
    programmer = day.programmer.lowercased()
    coffee = day.coffee
    world = Place(
      date: day.now.iso8601(in: format.timeZone), locale: format.locale.identifier,
      timezone: format.timeZoneName, calendar: format.calendarName)
    localDate = format.day(day.workday.day.start)
    dayLengthHours = day.workday.day.hours
    isProgrammersDay = day.workday.day.isProgrammersDay
    events = day.events.map {
      Moment(
        time: $0.moment.iso8601(in: format.timeZone), localTime: $0.localTime, title: $0.title,
        detail: $0.detail)
    }
    outcome = day.outcome.rawValue
    punchline = day.punchline
  }

  func text() throws -> String { try JSONText.encode(self) }

  /// One day as an object; several as an array of them.
  static func text(of days: [DayViewModel]) throws -> String {
    let objects = days.map(DayJSON.init)
    return try objects.count == 1 ? objects[0].text() : JSONText.encode(objects)
  }
}
