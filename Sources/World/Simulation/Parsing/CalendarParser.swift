#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads calendar names, such as `buddhist` and `islamic-civil`.
enum CalendarParser {
  static func parse(_ text: String) throws(InvalidValue) -> Calendar.Identifier {
    if let calendar = Calendar.Identifier.byName.first(where: { $0.key == text }) { return calendar.value }
    let names = Calendar.Identifier.byName.map(\.key)
    throw InvalidValue(
      reason: "is not a known calendar", suggestions: NearestMatch.findAll(text, in: names))
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

  /// The name in Unicode's locale data.
  var name: String { Self.byName.first { $0.value == self }?.key ?? "\(self)" }
}
