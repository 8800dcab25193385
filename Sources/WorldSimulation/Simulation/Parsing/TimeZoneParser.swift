import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads time zone identifiers, such as `Asia/Tokyo`, `UTC`, `GMT+0530` and the older `US/Pacific`.
struct TimeZoneParser {
  /// Foundation's identifiers; it knows others, too.
  var known: () -> [String]

  func parse(_ text: String) throws(InvalidValue) -> TimeZone {
    // Foundation takes a zero byte for the end of some names, and then keeps it in the identifier.
    if !text.unicodeScalars.contains("\0"), let zone = TimeZone(identifier: text) { return zone }
    throw InvalidValue(
      reason: "is not a known time zone", suggestions: NearestMatch.findAll(text, in: known() + ["UTC"]))
  }
}

extension TimeZone {
  /// The zone as people know it: UTC. Foundation calls it GMT on some systems, whichever of the two it was asked
  /// for.
  package var name: String { identifier == "GMT" ? "UTC" : identifier }
}
