// SPDX-License-Identifier: MIT

import Foundation

/// Formats dates, times, numbers, lists and durations for a place and a language.
///
/// If the demo lacks the language of the world's locale, everything is in English.
struct LocalizedFormat: Sendable {
  /// The locale of the world.
  var worldLocale: Locale
  var calendar: Calendar
  var timeZone: TimeZone
  /// The calendar's identifier.
  var calendarName: String
  /// The time zone's identifier.
  var timeZoneName: String

  /// The language of the locale, or English if the demo lacks it.
  var language: Language { Language.of(worldLocale) }

  /// The locale of all texts: the world's, or English in the world's region.
  var locale: Locale {
    if worldLocale.language.languageCode?.identifier == language.code { return worldLocale }
    return Locale(languageCode: Locale.LanguageCode(language.code), languageRegion: worldLocale.region)
  }

  /// `8:59 AM`, or `8:59:59 AM`
  func time(_ date: Date, showsSeconds: Bool = false) -> String {
    date.formatted(style(date: .omitted, time: showsSeconds ? .standard : .shortened))
  }

  /// The language's name in that language: `français`.
  var languageName: String { locale.localizedString(forLanguageCode: language.code) ?? language.code }

  /// `Friday, March 1, 2024`
  func day(_ date: Date) -> String { date.formatted(style(date: .complete, time: .omitted)) }

  /// `1,234`
  func number(_ number: Int) -> String { number.formatted(.number.locale(locale)) }

  /// `tea, toast, and jam`
  func list(_ items: [String]) -> String { items.formatted(.list(type: .and).locale(locale)) }

  /// `6 hours, 41 minutes`
  func duration(_ duration: Duration) -> String {
    let style = Duration.UnitsFormatStyle.units(allowed: [.hours, .minutes, .seconds], width: .wide)
    let text = duration.formatted(style.locale(locale))
    // Japanese has no spaces between words; Foundation puts one between hours and minutes.
    return language.code == "ja" ? text.filter { $0 != " " } : text
  }

  private func style(date: Date.FormatStyle.DateStyle, time: Date.FormatStyle.TimeStyle) -> Date.FormatStyle {
    Date.FormatStyle(date: date, time: time, locale: locale, calendar: calendar, timeZone: timeZone)
  }
}

/// Text between Unicode's isolates, whose direction doesn't depend on the text around it, and doesn't affect it.
extension String {
  /// Isolated, in the direction of its first strong letter.
  var isolated: String { "\u{2068}\(self)\u{2069}" }

  var isolatedRightToLeft: String { "\u{2067}\(self)\u{2069}" }
}
