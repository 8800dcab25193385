#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads locale identifiers that Foundation has data for, such as `fr_FR`, `fr-FR` and `zh_TW`.
struct LocaleParser {
  /// Foundation's identifiers.
  var known: () -> [String]

  func parse(_ text: String) throws(InvalidValue) -> Locale {
    let identifier = String(text.map { $0 == "-" ? "_" : $0 })
    let names = names()
    if names.contains(identifier) { return Locale(identifier: identifier) }
    // Neither an encoding, as in `fr_FR.UTF-8`, nor keywords, as in `th_TH@calendar=buddhist`, belong to it.
    let name = identifier.prefix { $0 != "." && $0 != "@" }
    throw InvalidValue(
      reason: "is not a known locale", suggestions: NearestMatch.findAll(String(name), in: names))
  }

  /// The known identifiers; those that name a script, such as `zh_Hant_TW`, also without it.
  private func names() -> Set<String> {
    let known = known()
    return Set(known).union(known.compactMap(LocaleParser.withoutScript))
  }

  private static func withoutScript(_ identifier: String) -> String? {
    let parts = identifier.split(separator: "_")
    guard parts.count == 3, parts[1].count == 4 else { return nil }
    return "\(parts[0])_\(parts[2])"
  }
}
