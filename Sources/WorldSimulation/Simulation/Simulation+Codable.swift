import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Simulation: Codable {
  /// Encodes the parts that are simulated, as flags have them: `{"locale": "fr_FR", "seed": "42"}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (part, text) in texts { try container.encode(text, forKey: Key(part)) }
  }

  /// Decodes what was encoded; a value that isn't valid is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func text(_ part: SimulatedPart) throws -> String? {
      try container.decodeIfPresent(String.self, forKey: Key(part))
    }
    var part = SimulatedPart.locale
    self.init()
    do throws(any Error) {
      // Without Foundation's lists of names, so that decoding doesn't link all of Foundation.
      if let text = try text(part) { locale = try LocaleParser.parseWellFormed(text) }
      part = .timezone
      if let text = try text(part) { timezone = try TimeZoneParser().parse(text) }
      part = .calendar
      if let text = try text(part) { calendar = try CalendarParser.parse(text) }
      part = .seed
      if let text = try text(part) { seed = try SeedParser.parse(text) }
      part = .date
      guard let text = try text(part) else { return }
      let start = try DateParser(timeZone: .gmt).parse(text)
      part = .clock
      guard let clock = try container.decodeIfPresent(String.self, forKey: Key(part)) else {
        date = .frozen(at: start)
        return
      }
      let (motion, realDate) = try ClockParser.parse(clock)
      if motion != .frozen, realDate == nil {
        throw InvalidValue(reason: "needs an anchor, such as 60x@\(start.iso8601)", suggestions: [])
      }
      date = TimeMachine.Anchor(date: start, realDate: realDate ?? start, motion: motion)
    } catch let error as InvalidValue {
      throw DecodingError.dataCorruptedError(
        forKey: Key(part), in: container, debugDescription: "\(part.rawValue) \(error.reason)")
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
