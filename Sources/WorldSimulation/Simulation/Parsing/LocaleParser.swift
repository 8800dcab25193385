// SPDX-License-Identifier: MIT

import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads identifiers of locales that Foundation has data for, ignoring case: `fr_FR`, `fr-FR` and `zh_TW`. A calendar and digits
/// may follow: `ja_JP@calendar=japanese`, `ar_EG@numbers=latn`.
struct LocaleParser {
  /// Foundation's names; `nil` to check only the form of an identifier.
  var names: (() -> FoundationNames)?

  func parse(_ text: String) throws(InvalidValue) -> Locale {
    guard let names = names?() else { return try LocaleParser.parseWellFormed(text) }
    var scanner = TextScanner(text.lowercased())
    var identifier = scanner.text(upTo: "@").replacing("-", with: "_")
    var modifier = scanner
    if modifier.skip("@"), let script = LiveLocaleAndZone.scripts[modifier.rest] {
      // The POSIX name `sr_RS@latin`.
      let language = identifier.prefix { $0 != "_" }
      identifier = language + "_" + script.lowercased() + identifier.dropFirst(language.count)
    }
    guard let known = names.localesByName[identifier] else {
      throw InvalidValue(reason: "is not a known locale", suggestions: suggestions(for: identifier, names))
    }
    guard scanner.skip("@") else { return Locale(identifier: known) }
    let keywords = scanner.rest
    try check(&scanner, of: known, names)
    return Locale(identifier: "\(known)@\(keywords)")
  }

  /// Checks `calendar=japanese`, `numbers=latn`, or both, in any order.
  private func check(
    _ scanner: inout TextScanner, of identifier: String, _ names: FoundationNames
  ) throws(InvalidValue) {
    var keywords = [("calendar", Calendar.Identifier.supported.map(\.name)), ("numbers", names.numberings)]
    repeat {
      var keyword = TextScanner(scanner.text(upTo: ";"))
      let key = keyword.text(upTo: "=")
      guard keyword.skip("="), let index = keywords.firstIndex(where: { $0.0 == key }) else {
        throw InvalidValue(
          reason: "can only be followed by @calendar= and numbers=, each once", suggestions: [identifier])
      }
      let values = keywords.remove(at: index).1
      if !values.contains(keyword.rest) {
        let nearest = NearestMatch.findAll(keyword.rest, in: values)
        throw InvalidValue(
          reason: "has no known \(key)", suggestions: nearest.map { "\(identifier)@\(key)=\($0)" })
      }
    } while scanner.skip(";")
  }

  /// Returns the locale of a language or country, or else the nearest identifiers.
  private func suggestions(for identifier: String, _ names: FoundationNames) -> [String] {
    // The encoding of `fr_FR.UTF-8` doesn't belong to the locale.
    var scanner = TextScanner(identifier)
    var name = scanner.text(upTo: ".")
    func known(_ identifier: String) -> [String]? {
      names.localesByName[identifier.lowercased()].map { [$0] }
    }
    func named(_ name: String) -> [String]? { names.localesOfEnglish[name].flatMap(known) }
    if name.hasSuffix("_uk") { name = String(name.dropLast(2)) + "gb" }
    if let known = known(name) ?? named(name) { return known }
    let spaced = name.replacing("_", with: " ")
    if let known = named(spaced) { return known }
    // The locale of a similar name, or the nearest identifiers.
    let isName = name.utf8.count > 5 && !name.utf8.contains(UInt8(ascii: "_"))
    if isName, let nearest = NearestMatch.findNear(spaced, in: Array(names.localesOfEnglish.keys)),
      let known = named(nearest)
    {
      return known
    }
    return NearestMatch.findAll(name, in: Array(names.localesByName.values))
  }

  private static func parseWellFormed(_ text: String) throws(InvalidValue) -> Locale {
    let isWellFormed = text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "A"..."Z", "a"..."z", "0"..."9", "_", "-", "@", "=", ";": true
      default: false
      }
    }
    guard isWellFormed, !text.isEmpty else {
      throw InvalidValue(reason: "is not a locale's identifier")
    }
    return Locale(identifier: text)
  }
}
