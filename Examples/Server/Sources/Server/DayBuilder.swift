import Foundation
import World

/// Words about a day, for the caller's language and place.
struct DayText {
  var format: Date.FormatStyle

  func text(_ date: Date) -> String { date.formatted(format) }
}

enum DayBuilder {
  static func build() -> DayText {
    var format = Date.FormatStyle(date: .complete, time: .shortened)
    format.locale = Current.locale()
    format.timeZone = Current.timezone()
    format.calendar = Current.calendar()
    return DayText(format: format)
  }

  static func today() -> String { build().text(Current.date()) }

  /// The days from now on.
  static func week() -> [String] {
    let (calendar, now, day) = (Current.calendar(), Current.date(), build())
    return (0..<7).compactMap { calendar.date(byAdding: .day, value: $0, to: now).map(day.text) }
  }
}
