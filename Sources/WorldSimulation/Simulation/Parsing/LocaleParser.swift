import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads locale identifiers that Foundation has data for, in any case: `fr_FR`, `fr-FR` and `zh_TW`; also with a
/// calendar and digits: `ja_JP@calendar=japanese`, `ar_EG@numbers=latn`.
struct LocaleParser {
  /// `nil`, if an identifier may be unknown, but must have the form of one.
  var names: (() -> FoundationNames)?

  @inline(never)
  func parse(_ text: String) throws(InvalidValue) -> Locale {
    guard let names = names?() else { return try LocaleParser.parseWellFormed(text) }
    let parts = pieces(of: text, at: "@", limit: 2)
    let identifier = pieces(of: parts[0].lowercased(), at: "-").joined(separator: "_")
    guard let known = names.locales[identifier] else {
      throw InvalidValue(reason: "is not a known locale", suggestions: suggestions(for: identifier, names))
    }
    guard parts.count > 1 else { return Locale(identifier: known) }
    return Locale(identifier: "\(known)@\(try keywords(parts[1].lowercased(), of: known, names))")
  }

  /// Checks `calendar=japanese`, `numbers=latn`, or both, in any order.
  @inline(never)
  private func keywords(
    _ text: String, of identifier: String, _ names: FoundationNames
  ) throws(InvalidValue) -> String {
    var keys: [String] = []
    for keyword in pieces(of: text, at: ";") {
      let words = pieces(of: keyword, at: "=", limit: 2)
      guard words.count == 2, ["calendar", "numbers"].contains(words[0]), !keys.contains(words[0]) else {
        throw InvalidValue(
          reason: "can only be followed by @calendar= and numbers=, each once", suggestions: [identifier])
      }
      keys.append(words[0])
      let values = words[0] == "calendar" ? Calendar.Identifier.supportedNames : names.numberings
      if !values.contains(words[1]) {
        let nearest = NearestMatch.findAll(words[1], in: values)
        throw InvalidValue(
          reason: "has no known \(words[0])",
          suggestions: nearest.map { "\(identifier)@\(words[0])=\($0)" })
      }
    }
    return text
  }

  /// The locales of a language or country that is named, or the nearest identifiers and names.
  @inline(never)
  private func suggestions(for identifier: String, _ names: FoundationNames) -> [String] {
    // The encoding of `fr_FR.UTF-8` doesn't belong to the locale.
    var name = pieces(of: identifier, at: ".", limit: 2)[0]
    func known(_ identifier: String) -> [String]? { names.locales[identifier.lowercased()].map { [$0] } }
    func named(_ name: String) -> [String]? { names.localesOfEnglish[name].flatMap(known) }
    if name.hasSuffix("_uk") { name = String(name.dropLast(2)) + "gb" }
    if let known = known(name) ?? named(name) { return known }
    let spaced = pieces(of: name, at: "_").joined(separator: " ")
    if let known = named(spaced) { return known }
    // Of a name that is near, the locale; else the nearest identifiers.
    let isName = name.utf8.count > 5 && !name.utf8.contains(UInt8(ascii: "_"))
    if isName, let nearest = NearestMatch.findNear(spaced, in: Array(names.localesOfEnglish.keys)),
      let known = named(nearest)
    {
      return known
    }
    return NearestMatch.findAll(name, in: Array(names.locales.values))
  }

  private static func parseWellFormed(_ text: String) throws(InvalidValue) -> Locale {
    let isWellFormed = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "@"),
        UInt8(ascii: "="), UInt8(ascii: ";"):
        true
      default: false
      }
    }
    guard isWellFormed, !text.isEmpty else {
      throw InvalidValue(reason: "is not a locale's identifier")
    }
    return Locale(identifier: text)
  }
}
