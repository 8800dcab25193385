import World

/// Builds the format of the current world.
enum FormatBuilder {
  static func build() -> LocalizedFormat {
    let (calendar, timezone) = (Current.calendar(), Current.timezone())
    return LocalizedFormat(
      locale: Current.locale(), calendar: calendar, timeZone: timezone,
      calendarName: calendar.identifier.name, timeZoneName: timezone.name)
  }
}
