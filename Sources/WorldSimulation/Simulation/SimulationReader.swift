// SPDX-License-Identifier: MIT

import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a simulation from texts, or throws an error.
@usableFromInline
struct SimulationReader {
  /// Foundation's names; `nil` to accept only exact time zones, and any locale.
  let names: (() -> FoundationNames)?
  /// The real date; `nil` if words aren't allowed, and moving dates need an anchor.
  let now: Date?
  /// The zone of local dates, if no zone is simulated.
  private let timezone: TimeZone

  @usableFromInline
  init(names: @escaping () -> FoundationNames, timezone: TimeZone, now: Date) {
    self.names = { FoundationNames.cached(names) }
    self.timezone = timezone
    // In milliseconds, like simulated dates.
    self.now = now.inMilliseconds
  }

  /// Creates a reader of encoded simulations, which don't depend on the process.
  init() {
    names = nil
    timezone = .gmt
    now = nil
  }

  /// Returns a parser of dates, in the simulated zone if there is one.
  func dates(in zone: TimeZone?) -> DateParser {
    // Encoded dates don't depend on a time zone.
    DateParser(timezone: names == nil ? timezone : zone ?? timezone, now: now)
  }

  @usableFromInline
  func read(
    arguments: [String], environment: [String: String], flags: World.Simulation.Flags, prefix: String,
    otherFlags: [String]?
  ) throws(World.Simulation.ReadingError) -> (simulation: World.Simulation, arguments: [String]) {
    let (texts, rest) = try SimulationTexts.dividing(
      arguments, flags.spellings(prefix: prefix), otherFlags: otherFlags)
    return (try read(texts, over: SimulationTexts(environment)), rest)
  }

  /// - Returns: The simulation, and the members of the `baggage` header that aren't World's.
  @usableFromInline
  func read(
    headers: [(key: String, value: String)], ifAllowed isAllowed: ([String: String]) -> Bool
  ) throws(World.Simulation.ReadingError) -> (simulation: World.Simulation, baggage: String) {
    let baggage = Baggage(headers)
    if !baggage.asksForSimulation { return (World.Simulation(), baggage.text) }
    guard isAllowed(Baggage.others(in: headers)) else {
      throw .init(
        .header, "asks for a simulation, which this server doesn't allow for this request", kind: .notAllowed)
    }
    try baggage.checkSize()
    return (try read(SimulationTexts(baggage)), baggage.others.text)
  }

  /// - Parameters:
  ///   - texts: The values.
  ///   - inherited: The values of flags that `texts` doesn't have.
  func read(
    _ texts: SimulationTexts, over inherited: SimulationTexts = SimulationTexts()
  ) throws(World.Simulation.ReadingError) -> World.Simulation {
    var simulation = World.Simulation()
    // All dates are read in the simulated zone.
    try read(.timezone, texts[.timezone] ?? inherited[.timezone], into: &simulation)
    let others = SimulationFlag.allCases.filter { $0 != .timezone }
    // A new date moves like the inherited one. A new clock continues from the inherited date.
    for flag in others where texts[flag] == nil || flag == .clock && texts[.date] == nil {
      try read(flag, inherited[flag], into: &simulation)
    }
    for flag in others { try read(flag, texts[flag], into: &simulation) }
    return simulation
  }

  private func read(
    _ flag: SimulationFlag, _ value: SimulationTexts.Value?, into simulation: inout World.Simulation
  ) throws(World.Simulation.ReadingError) {
    guard let value else { return }
    do throws(InvalidValue) {
      try flag.declaration.read(value.text, self, &simulation)
    } catch {
      throw .init(value.source, value: value.text, error.reason, suggestions: error.suggestions)
    }
  }
}
