import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Why a value is not valid, and the nearest values that are.
final class InvalidValue: Error {
  /// What is wrong, in words that follow the value: `is not a known locale`.
  let reason: String
  /// The nearest first.
  let suggestions: [String]

  @inline(never)
  init(reason: String, suggestions: [String] = []) {
    self.reason = reason
    self.suggestions = suggestions
  }
}

/// Reads whole numbers of 64 bits.
enum SeedParser {
  @inline(never)
  static func parse(_ text: String) throws(InvalidValue) -> UInt64 {
    var (seed, overflows, hasDigits, isNumber): (UInt64, Bool, Bool, Bool) = (0, false, false, true)
    for byte in text.utf8 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
        isNumber = false
        continue
      }
      let (tens, overflow) = seed.multipliedReportingOverflow(by: 10)
      let (next, carry) = tens.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      seed = next
      overflows = overflows || overflow || carry
      hasDigits = true
    }
    if isNumber, hasDigits, !overflows { return seed }
    let nearest = text.hasPrefix("-") ? 0 : overflows ? UInt64.max : seed
    throw InvalidValue(
      reason: "is not a whole number from 0 to \(UInt64.max)", suggestions: [String(nearest)])
  }
}

/// Reads time zone identifiers, in any case: `Asia/Tokyo`, `UTC`, `GMT+0530` and the older `US/Pacific`.
struct TimeZoneParser {
  /// `nil`, if only exact identifiers are valid.
  var names: (() -> FoundationNames)?

  @inline(never)
  func parse(_ text: String) throws(InvalidValue) -> TimeZone {
    // Foundation takes a zero byte for the end of some names, and leaves it in the identifier.
    if !text.utf8.contains(0) {
      if let zone = TimeZone(identifier: text) { return zone }
      let known = names?().timezones ?? []
      if let name = known.first(where: { $0.lowercased() == text.lowercased() }),
        let zone = TimeZone(identifier: name)
      {
        return zone
      }
      // Older names aren't in the list.
      if names != nil, text.utf8.count < 64 {
        for name in [TimeZoneParser.capitalized(text), text.uppercased()] {
          if let zone = TimeZone(identifier: name) { return zone }
        }
      }
    }
    throw InvalidValue(
      reason: "is not a known time zone",
      suggestions: NearestMatch.findAll(text, in: names?().timezones ?? []))
  }

  /// `asia/calcutta` as `Asia/Calcutta`
  private static func capitalized(_ text: String) -> String {
    var (result, isStart) = ("", true)
    for character in text.lowercased() {
      result += isStart ? character.uppercased() : String(character)
      isStart = character == "/" || character == "_"
    }
    return result
  }
}

extension TimeZone {
  /// The zone's usual name: UTC. Foundation calls it GMT on some systems, for both names.
  @inline(never)
  package var name: String { identifier == "GMT" ? "UTC" : identifier }
}

/// Reads calendar names, in any case: `buddhist` and `islamic-civil`.
enum CalendarParser {
  static func parse(_ text: String) throws(InvalidValue) -> Calendar.Identifier {
    let names = Calendar.Identifier.supportedNames
    let calendar = Calendar.Identifier.byName.first { $0.name == text.lowercased() }
    if let calendar, names.contains(calendar.name) { return calendar.identifier }
    throw InvalidValue(
      reason: calendar == nil
        ? "is not a known calendar" : "is a calendar that this system doesn't support",
      suggestions: NearestMatch.findAll(text, in: names))
  }
}

extension Calendar.Identifier {
  /// Foundation's calendars by their names in Unicode's locale data.
  static let byName: [(name: String, identifier: Calendar.Identifier)] = [
    ("gregorian", .gregorian),
    ("buddhist", .buddhist),
    ("chinese", .chinese),
    ("coptic", .coptic),
    ("ethioaa", .ethiopicAmeteAlem),
    ("ethiopic", .ethiopicAmeteMihret),
    ("hebrew", .hebrew),
    ("indian", .indian),
    ("islamic", .islamic),
    ("islamic-civil", .islamicCivil),
    ("islamic-tbla", .islamicTabular),
    ("islamic-umalqura", .islamicUmmAlQura),
    ("iso8601", .iso8601),
    ("japanese", .japanese),
    ("persian", .persian),
    ("roc", .republicOfChina),
  ]

  /// The names that the system supports. Foundation on Linux accepts `ethioaa` and counts as the Gregorian calendar
  /// does.
  static let supportedNames: [String] = byName.map(\.name).filter { name in
    guard name == "ethioaa" else { return true }
    let epoch = Date(timeIntervalSinceReferenceDate: 0)
    // check-world: allow no time zone changes a year by 5,500
    return Calendar(identifier: .ethiopicAmeteAlem).component(.year, from: epoch) > 7_000
  }

  /// The name in Unicode's locale data.
  @inline(never)
  package var name: String { Self.byName.first { $0.identifier == self }?.name ?? "\(self)" }
}
