// SPDX-License-Identifier: MIT

import World

/// The locales, digits and time zones that Foundation has data for.
@usableFromInline
struct FoundationNames: Sendable {
  let locales: [String]
  /// The identifiers of numbering systems.
  let numberings: [String]
  let timezones: [String]
  private let english: @Sendable () -> [String: String]
  /// Locale identifiers by their lower-case forms. For one with a script, such as `zh_Hant_TW`, there is also the form without.
  let localesByName: [String: String]

  @usableFromInline
  init(
    locales: [String], numberings: [String], timezones: [String],
    english: @escaping @Sendable () -> [String: String]
  ) {
    (self.locales, self.numberings, self.timezones, self.english) = (locales, numberings, timezones, english)
    var names: [String: String] = [:]
    for identifier in locales {
      var scanner = TextScanner(identifier)
      let language = scanner.text(upTo: "_")
      let script = scanner.skip("_") ? scanner.text(upTo: "_") : ""
      if script.utf8.count == 4, scanner.skip("_") {
        let short = language + "_" + scanner.rest
        names[short.lowercased()] = short
      }
    }
    for identifier in locales { names[identifier.lowercased()] = identifier }
    localesByName = names
  }

  // Both are the same for the whole process.
  private static let cache = Lock<FoundationNames?>(nil)
  private static let englishCache = Lock<[String: String]?>(nil)

  /// Returns the names, which the first call makes.
  static func cached(_ make: () -> FoundationNames) -> FoundationNames { cached(in: cache, make) }

  /// The locales of languages and countries, by their English names and codes in lower case. The first read makes them, which takes
  /// milliseconds; only errors need them.
  var localesOfEnglish: [String: String] { FoundationNames.cached(in: FoundationNames.englishCache, english) }

  private static func cached<Value: Sendable>(in cache: borrowing Lock<Value?>, _ make: () -> Value) -> Value
  {
    if let value = cache.withLock({ $0 }) { return value }
    let value = make()
    cache.withLock { $0 = value }
    return value
  }
}
