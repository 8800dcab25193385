import World

/// The names that Foundation has data for.
@usableFromInline
final class FoundationNames: Sendable {
  /// The identifiers of locales, by themselves in lower case; those with a script, such as `zh_Hant_TW`, also without.
  let locales: [String: String]
  /// The identifiers of digits.
  let numberings: [String]
  let timezones: [String]
  /// They take milliseconds, and only errors need them.
  private let english: @Sendable () -> [String: String]

  @usableFromInline
  @inline(never)
  init(
    locales: [String], numberings: [String], timezones: [String],
    english: @escaping @Sendable () -> [String: String]
  ) {
    var names: [String: String] = [:]
    for identifier in locales {
      let parts = pieces(of: identifier, at: "_")
      if parts.count == 3, parts[1].utf8.count == 4 {
        let short = "\(parts[0])_\(parts[2])"
        names[short.lowercased()] = short
      }
    }
    for identifier in locales { names[identifier.lowercased()] = identifier }
    self.locales = names
    self.numberings = numberings
    // Those that the list lacks.
    let others = ["UTC", "US/Alaska", "US/Central", "US/Eastern", "US/Hawaii", "US/Mountain", "US/Pacific"]
    self.timezones = timezones + others
    self.english = english
  }

  private static let cache = Lock<FoundationNames?>(nil)
  private let englishCache = Lock<[String: String]?>(nil)

  /// The names of Foundation, which are the same for the whole process. The first call makes them.
  static func cached(_ make: () -> FoundationNames) -> FoundationNames {
    if let names = cache.withLock({ $0 }) { return names }
    let names = make()
    cache.withLock { $0 = names }
    return names
  }

  /// The locales of languages and countries, by their English names and codes in lower case.
  var localesOfEnglish: [String: String] {
    if let locales = englishCache.withLock({ $0 }) { return locales }
    let locales = english()
    englishCache.withLock { $0 = locales }
    return locales
  }
}

/// The pieces of a text between an ASCII character, also empty ones; the last of so many has the rest.
@inline(never)
func pieces(of text: String, at separator: Unicode.Scalar, limit: Int = .max) -> [String] {
  var pieces: [String] = []
  var start = text.utf8.startIndex
  while pieces.count < limit - 1, let end = text.utf8[start...].firstIndex(of: UInt8(ascii: separator)) {
    pieces.append(String(text[start..<end]))
    start = text.utf8.index(after: end)
  }
  pieces.append(String(text[start...]))
  return pieces
}
