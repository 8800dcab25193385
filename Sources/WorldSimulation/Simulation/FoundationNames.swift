import World

/// The names that Foundation has data for.
@usableFromInline
struct FoundationNames: Sendable {
  /// The identifiers of locales, by themselves in lower case; those with a script, such as `zh_Hant_TW`, also without.
  let locales: [String: String]
  /// The identifiers of digits.
  let numberings: [String]
  let timezones: [String]
  /// The locales of languages and countries, by their English names. They take milliseconds, and only errors need them.
  private let english: @Sendable () -> [String: String]

  @usableFromInline
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

  private static let cache = Cache<FoundationNames>()
  private static let englishCache = Cache<[String: String]>()

  /// The names of Foundation, which are the same for the whole process. The first call makes them.
  static func cached(_ make: () -> FoundationNames) -> FoundationNames { cache.value(make) }

  /// The locale of a language or a country, by its English name or its code in lower case.
  func locale(ofEnglish name: String) -> String? { FoundationNames.englishCache.value(english)[name] }

  /// The names of languages and countries in English.
  var englishNames: [String] { Array(FoundationNames.englishCache.value(english).keys) }

  private struct Cache<Value: Sendable>: ~Copyable, Sendable {
    private let cached = Lock<Value?>(nil)

    func value(_ make: () -> Value) -> Value {
      if let value = cached.withLock({ $0 }) { return value }
      let value = make()
      cached.withLock { $0 = value }
      return value
    }
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
