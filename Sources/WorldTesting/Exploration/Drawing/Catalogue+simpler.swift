import Foundation

/// What shrinking tries instead of a value, the simplest first.
extension Catalogue {
  /// The same day and time in the years from 2000 on.
  static func earlierYears(_ date: Date) -> [Date] {
    var parts = gregorian.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    guard let year = parts.year else { return [] }
    return (2000...min(max(year, 2000), 2100)).compactMap { earlier in
      parts.year = earlier
      // A year without a 29 February has another date in its place.
      return gregorian.date(from: parts).flatMap {
        gregorian.component(.day, from: $0) == parts.day ? $0 : nil
      }
    }
  }

  /// The beginning of the month, of the day, its noon, and the beginning of the hour.
  static func roundedDown(_ date: Date) -> [Date] {
    func beginning(_ unit: Calendar.Component) -> Date? { gregorian.dateInterval(of: unit, for: date)?.start }
    return [
      beginning(.month), beginning(.day), beginning(.day)?.addingTimeInterval(43_200), beginning(.hour),
    ]
    .compactMap { $0 }
  }

  private static let gregorian: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// The locales of most programs, and then the language alone, and in its first region.
  static func simpler(locale: String) -> [String] {
    let language = Locale(identifier: locale).language.languageCode?.identifier
    let regions = language.map { language in
      locales.filter { $0.hasPrefix(language + "_") && $0.count == language.count + 3 }
    }
    return ["en_US", "de_DE"] + [language, regions?.first].compactMap { $0 }
  }

  static let simplerZones = ["GMT", "Europe/London", "America/New_York", "Asia/Tokyo"]
  static let simplerCalendars = ["gregorian", "buddhist", "hebrew"]
}
