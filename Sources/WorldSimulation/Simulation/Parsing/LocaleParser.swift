import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads locale identifiers that Foundation has data for, such as `fr_FR`, `fr-FR` and `zh_TW`; also with a calendar and
/// digits of their own: `ja_JP@calendar=japanese`, `ar_EG@numbers=latn`.
struct LocaleParser {
  /// Foundation's identifiers.
  var known: () -> [String]
  /// Foundation's identifiers of digits.
  var numberings: () -> [String]

  func parse(_ text: String) throws(InvalidValue) -> Locale {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let identifier = String((parts.first ?? "").map { $0 == "-" ? "_" : $0 })
    let names = names()
    if names.contains(identifier) {
      guard parts.count > 1 else { return Locale(identifier: identifier) }
      return Locale(identifier: "\(identifier)@\(try keywords(parts[1], of: identifier))")
    }
    // An encoding, as in `fr_FR.UTF-8`, doesn't belong to it.
    let name = String(identifier.prefix { $0 != "." })
    throw InvalidValue(reason: "is not a known locale", suggestions: NearestMatch.findAll(name, in: names))
  }

  /// `calendar=japanese`, `numbers=latn`, or both, in any order.
  private func keywords(_ text: String, of identifier: String) throws(InvalidValue) -> String {
    let known: KeyValuePairs = ["calendar": { Calendar.Identifier.supportedNames }, "numbers": numberings]
    var keys: Set<String> = []
    for keyword in text.split(separator: ";", omittingEmptySubsequences: false) {
      let words = keyword.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard words.count == 2, let values = known.first(where: { $0.key == words[0] })?.value(),
        keys.insert(words[0]).inserted
      else {
        throw InvalidValue(
          reason: "may be followed by @calendar= and numbers=, each once", suggestions: [identifier])
      }
      guard values.contains(words[1]) else {
        throw InvalidValue(
          reason: "has no known \(words[0])",
          suggestions: NearestMatch.findAll(words[1], in: values).map { "\(identifier)@\(words[0])=\($0)" })
      }
    }
    return text
  }

  /// Reads an identifier that may be unknown, but is one: letters, digits and what joins them.
  static func parseWellFormed(_ text: String) throws(InvalidValue) -> Locale {
    let isWellFormed = text.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || $0.properties.numericType != nil || "_-@=;".contains(Character($0)))
    }
    guard isWellFormed, !text.isEmpty else {
      throw InvalidValue(reason: "is not a locale's identifier", suggestions: [])
    }
    return Locale(identifier: text)
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
