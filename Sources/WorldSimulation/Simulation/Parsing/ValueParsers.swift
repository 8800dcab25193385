// SPDX-License-Identifier: MIT

import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads time zone identifiers, ignoring case: `Asia/Tokyo`, `UTC`, `GMT+0530` and the older `US/Pacific`.
struct TimeZoneParser {
  /// Foundation's names; `nil` to accept only exact identifiers.
  var names: (() -> FoundationNames)?

  /// Identifiers that are missing in Foundation's list.
  private static let others = [
    "UTC", "US/Alaska", "US/Central", "US/Eastern", "US/Hawaii", "US/Mountain", "US/Pacific",
  ]

  func parse(_ text: String) throws(InvalidValue) -> TimeZone {
    // No name is longer, and comparing takes time.
    if text.utf8.count > 64 { throw InvalidValue(reason: "is not a known time zone") }
    // In some names, Foundation ignores everything after a zero byte, and leaves it in the identifier.
    let mayBeName = !text.utf8.contains(0)
    if mayBeName, let zone = TimeZone(identifier: text) { return zone }
    let known = names.map { $0().timezones + TimeZoneParser.others } ?? []
    if mayBeName, names != nil {
      let lowercase = text.lowercased()
      // Older names aren't in the list.
      let others = [TimeZoneParser.capitalized(text), text.uppercased()]
      for name in known.filter({ $0.lowercased() == lowercase }) + others {
        if let zone = TimeZone(identifier: name) { return zone }
      }
    }
    throw InvalidValue(reason: "is not a known time zone", suggestions: NearestMatch.findAll(text, in: known))
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
  /// The zone's identifier, with UTC for GMT: on some systems, Foundation calls both GMT.
  package var name: String { identifier == "GMT" ? "UTC" : identifier }
}

/// Reads calendar names, ignoring case: `buddhist` and `islamic-civil`.
enum CalendarParser {
  static func parse(_ text: String) throws(InvalidValue) -> Calendar.Identifier {
    let name = text.lowercased()
    if let calendar = Calendar.Identifier(name: name) { return calendar }
    let isKnown = Calendar.Identifier.known.contains { $0.name == name }
    throw InvalidValue(
      reason: isKnown ? "is a calendar that this system doesn't support" : "is not a known calendar",
      suggestions: NearestMatch.findAll(text, in: Calendar.Identifier.supported.map(\.name)))
  }
}

extension Calendar.Identifier {
  /// The name in Unicode's locale data, such as `islamic-umalqura`.
  package var name: String { debugDescription }

  /// Creates the calendar with a name; `nil` if the system doesn't support it.
  package init?(name: String) {
    guard let calendar = Calendar.Identifier.supported.first(where: { $0.name == name }) else { return nil }
    self = calendar
  }

  static let known: [Calendar.Identifier] = [
    .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteAlem, .ethiopicAmeteMihret, .hebrew, .indian,
    .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura, .iso8601, .japanese, .persian,
    .republicOfChina,
  ]

  /// The calendars that the system supports. Foundation on Linux accepts `ethioaa`, but counts as in the Gregorian calendar.
  package static let supported = known.filter { calendar in
    guard calendar == .ethiopicAmeteAlem else { return true }
    let epoch = Date(timeIntervalSinceReferenceDate: 0)
    // check-world: allow no time zone changes a year by 5,500
    return Calendar(identifier: calendar).component(.year, from: epoch) > 7_000
  }
}

/// Reads unsigned 64-bit integers.
enum SeedParser {
  static func parse(_ text: String) throws(InvalidValue) -> UInt64 {
    // `UInt64` also accepts a sign.
    let bytes = text.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let digits = String(decoding: bytes, as: UTF8.self)
    let seed = UInt64(digits)
    if let seed, digits == text { return seed }
    throw InvalidValue(
      reason: "is not a whole number from 0 to \(UInt64.max)",
      suggestions: NearestMatch.findAll(text, in: [String(seed ?? .max)]))
  }
}
