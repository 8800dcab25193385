import Foundation
import World
import WorldSimulation

/// The properties that must hold for every input.
enum Properties {
  /// A fixed real time, and the time zone for reading local dates, independent of the machine.
  static let now = Date(timeIntervalSince1970: 1_709_247_600)
  static let timezone = TimeZone(identifier: "America/New_York") ?? .gmt

  static func read(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws(World.Simulation.ReadingError) -> (simulation: World.Simulation, arguments: [String]) {
    try World.Simulation.read(arguments: arguments, environment: environment, timezone: timezone, now: now)
  }

  static func read(baggage: String) throws(World.Simulation.ReadingError) -> World.Simulation {
    try World.Simulation.read(headers: ["baggage": baggage], timezone: timezone, now: now) { _ in true }
  }

  /// Checks that a simulation, printed in every form, parses back to the same value.
  static func check(_ simulation: World.Simulation) {
    isOneLine(simulation.description)
    holds((try? read(simulation.arguments()))?.simulation == simulation, "flags: \(simulation)")
    let words = simulation.description.split(separator: " ").map(String.init)
    holds((try? read(words))?.simulation == simulation, "description: \(simulation)")
    holds((try? read([], simulation.environment()))?.simulation == simulation, "environment: \(simulation)")
    let baggage = try? simulation.baggage()
    holds(baggage.flatMap { try? read(baggage: $0) } == simulation, "baggage: \(simulation)")
    let data = try? JSONEncoder().encode(simulation)
    let decoded = data.flatMap { try? JSONDecoder().decode(World.Simulation.self, from: $0) }
    holds(decoded == simulation, "JSON: \(simulation)")
    // The calendar must handle every year that can be written.
    let world = World().using(simulation)
    _ = world.calendar().dateComponents([.year, .month, .day], from: world.date())
  }

  /// Checks that an error is one line, and that the values it suggests are valid.
  static func check(
    _ error: World.Simulation.ReadingError,
    reading read: (String) throws(World.Simulation.ReadingError) -> Void = { _ in }
  ) {
    isOneLine(error.description)
    for suggestion in error.suggestions {
      do throws(World.Simulation.ReadingError) {
        try read(suggestion)
      } catch {
        holds(false, "suggested \(suggestion): \(error)")
      }
    }
  }

  private static func isOneLine(_ text: String) {
    holds(!text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "one line: \(text)")
  }

  static func holds(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
  }
}
