import Foundation
import WorldSimulation

/// The world of one column: a locale, a time zone, or both, as in `fr_FR Asia/Tokyo`.
enum BesideWorld {
  static func simulation(_ text: String) throws -> Simulation {
    let flags = text.split(separator: " ").flatMap { word in
      [isTimeZone(String(word)) ? "--timezone" : "--locale", String(word)]
    }
    let (simulation, _) = try Simulation.read(arguments: flags, environment: [:])
    return simulation
  }

  private static func isTimeZone(_ word: String) -> Bool {
    word.contains("/") || TimeZone(identifier: word) != nil && !word.contains("_")
  }
}
