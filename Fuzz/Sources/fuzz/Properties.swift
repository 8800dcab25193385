import Foundation
import World
import WorldSimulation

/// What must hold of whatever is read.
enum Properties {
  /// Real time, and where local dates are read, whatever the machine says.
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

  /// What is printed parses back to the same value, in every form.
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
    // The calendars of all years that can be written must cope with it.
    let world = World().using(simulation)
    _ = world.calendar().dateComponents([.year, .month, .day], from: world.date())
  }

  /// An error is one line, and each value that it suggests is valid.
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
