import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes a simulation of texts: all of it, or an error.
@usableFromInline
struct SimulationReader {
  private let names: () -> FoundationNames
  /// Where local dates are read, if no zone is simulated.
  private let timezone: TimeZone
  /// The real date.
  private let now: Date

  @usableFromInline
  init(names: @escaping () -> FoundationNames, timezone: TimeZone, now: Date) {
    self.names = { FoundationNames.cached(names) }
    self.timezone = timezone
    self.now = now
  }

  @usableFromInline
  func read(
    arguments: [String], environment: [String: String], otherFlags: [String]?
  ) throws(Simulation.ReadingError) -> (simulation: Simulation, arguments: [String]) {
    let line = try SimulationArguments(arguments, otherFlags: otherFlags)
    let inherited = try Simulation.texts(in: environment)
    return (try read(line.texts, over: inherited), line.rest)
  }

  @usableFromInline
  func read(
    headers: [(key: String, value: String)], ifAllowed isAllowed: ([String: String]) -> Bool
  ) throws(Simulation.ReadingError) -> Simulation {
    var (values, others): ([String], [String: String]) = ([], [:])
    for (key, value) in headers {
      let key = key.lowercased()
      if key == "baggage" {
        values.append(value)
      } else {
        others[key] = others[key].map { "\($0), \(value)" } ?? value
      }
    }
    let baggage = Baggage(values.joined(separator: ","))
    guard baggage.asksForSimulation else { return Simulation() }
    guard isAllowed(others) else {
      throw .init(
        .header, "asks for a simulation, which this server doesn't allow for this request", kind: .notAllowed)
    }
    try baggage.checkSize()
    return try read(baggage.texts(), over: SimulationTexts())
  }

  /// - Parameters:
  ///   - texts: The values that win.
  ///   - inherited: The values of parts that `texts` don't have.
  private func read(
    _ texts: SimulationTexts, over inherited: SimulationTexts
  ) throws(Simulation.ReadingError) -> Simulation {
    var simulation = Simulation()
    if let value = texts[.timezone] ?? inherited[.timezone] {
      simulation.timezone = try parse(value) { text throws(InvalidValue) in
        try TimeZoneParser(names: names).parse(text)
      }
    }
    let dates = DateParser(timeZone: simulation.timezone ?? timezone, now: now)
    // A new date moves as the inherited one does. A new clock goes on from where the inherited date is.
    let earlier = try date(
      texts[.date] == nil ? inherited[.date] : nil,
      texts[.date] == nil || texts[.clock] == nil ? inherited[.clock] : nil, dates, after: nil)
    simulation.date = try date(texts[.date], texts[.clock], dates, after: earlier)
    if let value = texts[.locale] ?? inherited[.locale] {
      simulation.locale = try parse(value) { text throws(InvalidValue) in
        try LocaleParser(names: names).parse(text)
      }
    }
    if let value = texts[.calendar] ?? inherited[.calendar] {
      simulation.calendar = try parse(value, CalendarParser.parse)
    }
    if let value = texts[.seed] ?? inherited[.seed] {
      simulation.seed = try parse(value, SeedParser.parse)
    }
    return simulation
  }

  @inline(never)
  private func date(
    _ date: SimulationTexts.Value?, _ clock: SimulationTexts.Value?, _ dates: DateParser,
    after earlier: TimeMachine.Anchor?
  ) throws(Simulation.ReadingError) -> TimeMachine.Anchor? {
    var start: Date?
    if let date { start = try parse(date, dates.parse) }
    guard let clock else {
      guard let start else { return earlier }
      return TimeMachine.Anchor(date: start, realDate: now, motion: earlier?.motion ?? .frozen)
    }
    let (motion, anchor) = try parse(clock, ClockParser.parse)
    let real = anchor ?? now
    return TimeMachine.Anchor(
      date: start ?? earlier?.date(at: real) ?? real, realDate: real, motion: motion)
  }

  /// Parses a value; an error names where the value comes from.
  private func parse<Value>(
    _ value: SimulationTexts.Value, _ parse: (String) throws(InvalidValue) -> Value
  ) throws(Simulation.ReadingError) -> Value {
    do throws(InvalidValue) {
      return try parse(value.text)
    } catch {
      throw readingError(value, error)
    }
  }

  @inline(never)
  private func readingError(
    _ value: SimulationTexts.Value, _ error: InvalidValue
  ) -> Simulation.ReadingError {
    .init(value.source, value: value.text, error.reason, suggestions: error.suggestions)
  }
}
