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

/// The values of flags, variables or members of a header, with their sources.
struct SimulationTexts {
  struct Value {
    var flag: SimulationFlag
    var text: String
    var source: World.Simulation.ReadingError.Source
  }

  /// At most one value for each flag.
  var values: [Value] = []

  init() {}

  subscript(flag: SimulationFlag) -> Value? { values.first { $0.flag == flag } }

  /// Adds a value, without parsing it.
  mutating func add(
    _ text: String?, of flag: SimulationFlag, from source: World.Simulation.ReadingError.Source
  ) throws(World.Simulation.ReadingError) {
    guard let text, !text.isEmpty else {
      let start =
        switch source {
        case .member(let key): "\(key)="
        case .flag(let name): "\(name) "
        default: "\(flag.spelling()) "
        }
      throw .init(source, "needs a value, such as \(start)\(flag.example)")
    }
    if let earlier = self[flag]?.text {
      throw .init(source, "was given twice, as \(earlier.quoted) and \(text.quoted)")
    }
    values.append(Value(flag: flag, text: text, source: source))
  }

  // MARK: The command line

  /// Divides a command line into World's flags and the rest.
  ///
  /// - Parameters:
  ///   - spellings: World's flags.
  ///   - otherFlags: The program's own flags, if any other flag is an error.
  static func dividing(
    _ arguments: [String], _ spellings: [(flag: SimulationFlag, spelling: String)], otherFlags: [String]?
  ) throws(World.Simulation.ReadingError) -> (texts: SimulationTexts, rest: [String]) {
    var texts = SimulationTexts()
    var rest: [String] = []
    var line = arguments[...]
    while let argument = line.popFirst() {
      if argument == "--" { return (texts, rest + [argument] + line) }
      var scanner = TextScanner(argument)
      let name = scanner.text(upTo: "=")
      if let (flag, spelling) = spellings.first(where: { $0.spelling == name }) {
        // `--flag=value` or `--flag value`
        var value = scanner.skip("=") ? scanner.rest : nil
        if value == nil, let next = line.first, !next.hasPrefix("--") { value = line.popFirst() }
        try texts.add(value, of: flag, from: .flag(spelling))
      } else {
        if let otherFlags { try check(name, isOneOf: otherFlags, or: spellings.map(\.spelling)) }
        rest.append(argument)
      }
    }
    return (texts, rest)
  }

  /// Throws an error for an unknown flag. A flag starts with a dash, and isn't a number or a dash alone.
  private static func check(
    _ argument: String, isOneOf flags: [String], or spellings: [String]
  ) throws(World.Simulation.ReadingError) {
    let isFlag = argument.hasPrefix("-") && argument != "-" && Double(argument) == nil
    if !isFlag || flags.contains(argument) { return }
    let nearest = NearestMatch.findNear(argument, in: flags + spellings)
    // Quoted, so that it can't end the line.
    throw .init(
      .flag(String(argument.quoted.dropFirst().dropLast())), "is not a flag",
      suggestions: nearest.map { [$0] } ?? [])
  }

  // MARK: The environment

  /// Collects World's variables from an environment. Ignores empty ones, and reports misspelled names.
  init(_ environment: [String: String]) throws(World.Simulation.ReadingError) {
    for flag in SimulationFlag.allCases {
      if let text = environment[flag.variable], !text.isEmpty {
        try add(text, of: flag, from: .variable(flag.variable))
      }
    }
    for (name, meant) in NearestMatch.misspeltVariables(in: environment) {
      // Quoted, so that it can't end the line.
      IssueReporter.report(
        "the variable \(name.quoted) simulates nothing", fixes: ["rename it to \(meant)", "unset it"])
    }
  }
}
