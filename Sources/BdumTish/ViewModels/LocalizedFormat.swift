import Foundation

/// Renders dates, times, numbers, lists and durations as a place and a language have them.
///
/// Dates, times and digits follow the locale. Lists and durations are in the language of the sentence around them. What runs
/// in the other direction than that sentence is isolated, so that the sentence keeps its order.
struct LocalizedFormat: Sendable {
  var locale: Locale
  var calendar: Calendar
  var timeZone: TimeZone
  /// What the calendar is called, in a form for programs.
  var calendarName: String
  /// What the zone is called, in a form for programs.
  var timeZoneName: String

  /// The language of the locale; English where there are no sentences in it.
  var language: Language { Language.of(locale) }

  /// `8:59 AM`; stands by itself, and so isn't isolated.
  func time(_ date: Date) -> String { date.formatted(style(date: .omitted, time: .shortened)) }

  /// `8:59 AM`, or `8:59:59 AM`; stands in a line of the locale's language.
  func clock(_ date: Date, showsSeconds: Bool) -> String {
    isolated(date.formatted(style(date: .omitted, time: showsSeconds ? .standard : .shortened)))
  }

  /// The locale's language, as it calls itself: `français`.
  var languageName: String {
    let code = locale.language.languageCode?.identifier ?? language.code
    return isolated(locale.localizedString(forLanguageCode: code) ?? code)
  }

  /// `Friday, March 1, 2024`
  func day(_ date: Date) -> String { isolated(date.formatted(style(date: .complete, time: .omitted))) }

  /// `1,234`
  func number(_ number: Int) -> String { isolated(number.formatted(.number.locale(locale))) }

  /// `tea, toast, and jam`
  func list(_ items: [String]) -> String { items.formatted(.list(type: .and).locale(wordLocale)) }

  /// `6 hours, 41 minutes`
  func duration(_ duration: Duration) -> String {
    let style = Duration.UnitsFormatStyle.units(allowed: [.hours, .minutes, .seconds], width: .wide)
    let text = duration.formatted(style.locale(wordLocale))
    // Japanese has no spaces between words; Foundation puts one between hours and minutes.
    return language.code == "ja" ? text.filter { $0 != " " } : text
  }

  /// A text in the locale's direction, isolated where the sentences have the other.
  func isolated(_ text: String) -> String {
    let isRightToLeft = locale.language.characterDirection == .rightToLeft
    return isRightToLeft != language.isRightToLeft ? text.isolated : text
  }

  /// Where the words of lists and durations are from: the locale, if it speaks the language; else the language, with the
  /// locale's digits.
  private var wordLocale: Locale {
    if locale.language.languageCode?.identifier == language.code { return locale }
    return Locale(identifier: "\(language.code)@numbers=\(locale.numberingSystem.identifier)")
  }

  private func style(date: Date.FormatStyle.DateStyle, time: Date.FormatStyle.TimeStyle) -> Date.FormatStyle {
    Date.FormatStyle(date: date, time: time, locale: locale, calendar: calendar, timeZone: timeZone)
  }
}

/// Unicode's isolates: the direction of the text between them depends on that text alone, and doesn't affect the text around.
extension String {
  /// In the direction of its first strong letter.
  var isolated: String { "\u{2068}\(self)\u{2069}" }

  var isolatedRightToLeft: String { "\u{2067}\(self)\u{2069}" }
}
