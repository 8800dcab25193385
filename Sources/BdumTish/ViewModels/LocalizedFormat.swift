import Foundation

/// Renders dates, times, numbers, lists and durations as a place and a language have them.
///
/// What stands inside an English sentence is isolated where the language runs from right to left, so that the
/// sentence keeps its order.
struct LocalizedFormat: Sendable {
  var locale: Locale
  var calendar: Calendar
  var timeZone: TimeZone
  /// What the calendar is called, in a form for programs.
  var calendarName: String
  /// What the zone is called, in a form for programs.
  var timeZoneName: String

  /// `8:59 AM`; stands by itself, and so isn't isolated.
  func time(_ date: Date) -> String {
    date.formatted(style(date: .omitted, time: .shortened))
  }

  /// `Friday, March 1, 2024`
  func day(_ date: Date) -> String {
    isolated(date.formatted(style(date: .complete, time: .omitted)))
  }

  /// `Friday, March 1, 2024 at 8:59:59 AM`
  func dayAndTime(_ date: Date) -> String {
    isolated(date.formatted(style(date: .complete, time: .standard)))
  }

  /// `1,234`
  func number(_ number: Int) -> String {
    isolated(number.formatted(.number.locale(locale)))
  }

  /// `tea, toast, and jam`
  func list(_ items: [String]) -> String {
    isolated(items.formatted(.list(type: .and).locale(locale)))
  }

  /// `6 hours, 41 minutes`
  func duration(_ duration: Duration) -> String {
    let style = Duration.UnitsFormatStyle.units(allowed: [.hours, .minutes, .seconds], width: .wide)
    return isolated(duration.formatted(style.locale(locale)))
  }

  /// `6 hours, 41 minutes`, the time between two moments.
  func duration(from start: Date, to end: Date) -> String {
    duration(.seconds(end.timeIntervalSince(start)))
  }

  /// The text, isolated from its surroundings if their direction may differ.
  func isolated(_ text: String) -> String {
    isRightToLeft ? Isolation.isolate(text) : text
  }

  private var isRightToLeft: Bool { locale.language.characterDirection == .rightToLeft }

  private func style(date: Date.FormatStyle.DateStyle, time: Date.FormatStyle.TimeStyle) -> Date.FormatStyle {
    Date.FormatStyle(date: date, time: time, locale: locale, calendar: calendar, timeZone: timeZone)
  }
}
