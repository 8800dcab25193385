import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Simulation: Codable {
  /// Encodes the parts that are simulated, as flags say them: `{"locale": "fr_FR", "seed": "42"}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (part, text) in texts { try container.encode(text, forKey: Key(part)) }
  }

  /// Decodes what was encoded; a value that is unknown or impossible is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func value<Value>(
      _ part: SimulatedPart, _ parse: (String) throws(InvalidValue) -> Value
    ) throws -> Value? {
      guard let text = try container.decodeIfPresent(String.self, forKey: Key(part)) else { return nil }
      do throws(InvalidValue) {
        return try parse(text)
      } catch {
        throw DecodingError.dataCorruptedError(
          forKey: Key(part), in: container, debugDescription: "\(text.quoted) \(error.reason)")
      }
    }
    // Without Foundation's list of locales, so that to encode and decode costs no program all of Foundation.
    self.init(
      locale: try value(.locale, LocaleParser.parseWellFormed),
      timezone: try value(.timezone, TimeZoneParser(known: { [] }).parse),
      calendar: try value(.calendar, CalendarParser.parse),
      seed: try value(.seed, SeedParser.parse))
    guard let start = try value(.date, DateParser(timeZone: .gmt).parse) else { return }
    switch try value(.clock, ClockParser.parse) {
    case .running(let rate, let anchor?): date = .running(from: start, rate: rate, since: anchor)
    case .running(_, nil):
      throw DecodingError.dataCorruptedError(
        forKey: Key(.clock), in: container, debugDescription: "A clock needs an anchor, such as 60x@\(start)")
    case .frozen, nil: date = .frozen(at: start)
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ part: SimulatedPart) { stringValue = part.rawValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }
}
