import Foundation
import Testing
import World

@testable import WorldSimulation

/// The zone of a name that exists.
func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

/// An instant, or a moment in UTC.
func instant(_ text: String) throws -> Date { try DateParser(timezone: .gmt).parse(text) }

/// When the tests' simulations are read: an hour before a leap day ends in Greenwich.
let readingTime = Date(timeIntervalSince1970: 1_709_247_600)

/// What Foundation knows.
func foundationNames() -> FoundationNames { FoundationNames.cached(World.Simulation.foundationNames) }

extension World.Simulation {
  /// Reads it, whatever the host's time and zone are.
  static func read(_ arguments: [String], _ environment: [String: String] = [:]) throws -> World.Simulation {
    try read(arguments: arguments, environment: environment, timezone: .gmt, now: readingTime).simulation
  }

  /// A simulation of everything.
  static func full() throws -> World.Simulation {
    World.Simulation(
      locale: Locale(identifier: "ar_EG"), timezone: try zone("Asia/Kathmandu"), calendar: .islamicUmmAlQura,
      date: .ticking(
        from: try instant("2024-03-09T17:00:00.250Z"), rate: 0.5,
        since: try instant("2026-11-21T09:30:00.125Z")),
      seed: .max)
  }
}
