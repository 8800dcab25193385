import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads calendar names, such as `buddhist` and `islamic-civil`.
enum CalendarParser {
  static func parse(_ text: String) throws(InvalidValue) -> Calendar.Identifier {
    let names = Calendar.Identifier.supportedNames
    let calendar = Calendar.Identifier.byName.first { $0.key == text }
    if let calendar, names.contains(text) { return calendar.value }
    throw InvalidValue(
      reason: calendar == nil
        ? "is not a known calendar" : "is a calendar that this system doesn't reckon with",
      suggestions: NearestMatch.findAll(text, in: names))
  }
}

extension Calendar.Identifier {
  /// Foundation's calendars by their names in Unicode's locale data.
  static let byName: KeyValuePairs<String, Calendar.Identifier> = [
    "gregorian": .gregorian,
    "buddhist": .buddhist,
    "chinese": .chinese,
    "coptic": .coptic,
    "ethioaa": .ethiopicAmeteAlem,
    "ethiopic": .ethiopicAmeteMihret,
    "hebrew": .hebrew,
    "indian": .indian,
    "islamic": .islamic,
    "islamic-civil": .islamicCivil,
    "islamic-tbla": .islamicTabular,
    "islamic-umalqura": .islamicUmmAlQura,
    "iso8601": .iso8601,
    "japanese": .japanese,
    "persian": .persian,
    "roc": .republicOfChina,
  ]

  /// Those that the system reckons with. Foundation on Linux takes `ethioaa` and counts the Gregorian way.
  static let supportedNames: [String] = byName.filter { name, calendar in
    guard calendar == .ethiopicAmeteAlem else { return true }
    let epoch = Date(timeIntervalSinceReferenceDate: 0)
    return Calendar(identifier: calendar).component(.year, from: epoch) > 7_000
  }.map(\.key)

  /// The name in Unicode's locale data.
  package var name: String { Self.byName.first { $0.value == self }?.key ?? "\(self)" }
}
