import Foundation

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
