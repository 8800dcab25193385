// SPDX-License-Identifier: MIT

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

/// Reads how a date moves, ignoring case: `frozen`, `ticking`, or a rate, `60x`. `60x@2024-02-29T23:59:59Z` also has the real date
/// at which it starts to move; by default, that is now.
enum ClockParser {
  typealias Clock = (motion: TimeMachine.Motion, realDate: Date?)

  static func parse(_ text: String) throws(InvalidValue) -> Clock {
    var scanner = TextScanner(text)
    let name = scanner.text(upTo: "@").lowercased()
    let hasAnchor = scanner.skip("@")
    if name == "frozen", !hasAnchor { return (.frozen, nil) }
    guard let rate = rate(of: name) else {
      throw InvalidValue(
        reason: "is not frozen, ticking or a rate such as 60x, from 1e-9x to 1e9x",
        suggestions: nearest(to: name))
    }
    guard hasAnchor else { return (.ticking(rate: rate), nil) }
    let anchor = scanner.rest
    let dates = DateParser(timezone: .gmt)
    do throws(InvalidValue) {
      let (date, isInstant) = try dates.parseDate(anchor)
      if isInstant { return (.ticking(rate: rate), date) }
      throw InvalidValue(reason: "has no offset", suggestions: [anchor])
    } catch {
      let nearest = error.suggestions.first.flatMap { try? dates.parse($0).iso8601 }
      throw InvalidValue(
        reason: "has an anchor that \(error.reason)",
        suggestions: ["\(name)@\(nearest ?? SimulationFlag.date.example)"])
    }
  }

  private static func rate(of name: String) -> TimeMachine.Rate? {
    if name == "ticking" { return .realTime }
    // `Double` accepts other forms, too, such as `0x1p-2`.
    let number = name.dropLast()
    guard name.last == "x", number.utf8.count < 40, number.utf8.allSatisfy(isOfRate),
      let first = number.utf8.first, let last = number.utf8.last, isDigit(first), isDigit(last)
    else { return nil }
    return Double(number).flatMap { TimeMachine.Rate($0) }
  }

  private static func isOfRate(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "-")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func nearest(to name: String) -> [String] {
    let start = name.utf8.drop { !isDigit($0) }
    guard let rate = Double(Substring(start.prefix { isDigit($0) || $0 == UInt8(ascii: ".") })) else {
      return NearestMatch.findAll(name, in: ["frozen", "ticking"])
    }
    let range = TimeMachine.Rate.range
    guard let rate = TimeMachine.Rate(min(max(rate, range.lowerBound), range.upperBound)), rate.factor > 1e-9
    else { return ["frozen"] }
    return [text(of: rate)]
  }

  /// `ticking`, `60x`, `0.5x`
  static func text(of rate: TimeMachine.Rate) -> String { rate == .realTime ? "ticking" : "\(rate)" }
}

extension TimeMachine.Anchor {
  /// The text that a ``ClockParser`` reads.
  var clockText: String {
    guard case .ticking(let rate) = motion else { return "frozen" }
    return "\(ClockParser.text(of: rate))@\(realDate.iso8601)"
  }
}
