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
  @inline(never)
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var texts = SimulationTexts()
    for part in SimulatedPart.allCases {
      if part == .clock, texts[.date] == nil { continue }
      if let text = try container.decodeIfPresent(String.self, forKey: Key(part)) {
        texts.insert(text, of: part, from: .flag(part.rawValue))
      }
    }
    do throws(ReadingError) {
      // Without Foundation's lists of names, so that decoding doesn't link all of Foundation.
      self = try SimulationReader().read(texts, over: SimulationTexts())
    } catch {
      var path = decoder.codingPath
      if case .flag(let name) = error.source { path.append(Key(stringValue: name)) }
      throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: error.description))
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ part: SimulatedPart) { stringValue = part.rawValue }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }
}
