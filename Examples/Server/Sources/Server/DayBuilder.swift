import Foundation
import World

/// A description of a day, in the caller's language and time zone.
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

  static func today() -> String { text(of: Current.date()) }

  static func text(of day: Date) -> String { build().text(day) }

  /// The days from now on.
  static func week() -> [Date] {
    let (calendar, now) = (Current.calendar(), Current.date())
    return (0..<7).compactMap { calendar.date(byAdding: .day, value: $0, to: now) }
  }
}
