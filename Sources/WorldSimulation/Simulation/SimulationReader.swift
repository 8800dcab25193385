import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes a simulation of texts: all of it, or an error.
///
/// What runs once, when a simulation is read, is marked `@inline(never)`, so that it is compiled once.
@usableFromInline
struct SimulationReader {
  /// `nil`, if exact time zones and all locales are valid.
  private let names: (() -> FoundationNames)?
  /// Where local dates are read, if no zone is simulated.
  private let timezone: TimeZone
  /// The real date; `nil`, if words aren't dates, and a date that moves must have an anchor.
  private let now: Date?

  @usableFromInline
  init(names: @escaping () -> FoundationNames, timezone: TimeZone, now: Date) {
    self.names = { FoundationNames.cached(names) }
    self.timezone = timezone
    self.now = now
  }

  /// What reads an encoded simulation, which means the same everywhere.
  init() {
    names = nil
    timezone = .gmt
    now = nil
  }

  @usableFromInline
  @inline(never)
  func read(
    arguments: [String], environment: [String: String], otherFlags: [String]?
  ) throws(Simulation.ReadingError) -> (simulation: Simulation, arguments: [String]) {
    let line = try SimulationArguments(arguments, otherFlags: otherFlags)
    let inherited = try Simulation.texts(in: environment)
    return (try read(line.texts, over: inherited), line.rest)
  }

  @usableFromInline
  @inline(never)
  func read(
    headers: [(key: String, value: String)], ifAllowed isAllowed: ([String: String]) -> Bool
  ) throws(Simulation.ReadingError) -> Simulation {
    let text = Baggage.text(of: headers)
    if text.isEmpty { return Simulation() }
    let recent = RecentBaggage.find(text)
    let baggage = recent == nil ? Baggage(text) : nil
    if baggage?.asksForSimulation == false { return Simulation() }
    try SimulationReader.check(headers, ifAllowed: isAllowed)
    guard let baggage else { return recent?.simulation ?? Simulation() }
    try baggage.checkSize()
    let simulation = try read(baggage.texts(), over: SimulationTexts())
    RecentBaggage.add(text, baggage, simulation)
    return simulation
  }

  /// Throws if a server doesn't allow a request's simulation.
  static func check(
    _ headers: [(key: String, value: String)], ifAllowed isAllowed: ([String: String]) -> Bool
  ) throws(Simulation.ReadingError) {
    if isAllowed(Baggage.others(in: headers)) { return }
    throw .init(
      .header, "asks for a simulation, which this server doesn't allow for this request", kind: .notAllowed)
  }

  /// - Parameters:
  ///   - texts: The values that win.
  ///   - inherited: The values of parts that `texts` don't have.
  @inline(never)
  func read(
    _ texts: SimulationTexts, over inherited: SimulationTexts
  ) throws(Simulation.ReadingError) -> Simulation {
    var reading: SimulationTexts.Value?
    /// The text of a value, which an error names.
    func text(_ value: SimulationTexts.Value?) -> String? {
      if let value { reading = value }
      return value?.text
    }
    do throws(InvalidValue) {
      var simulation = Simulation()
      if let text = text(texts[.timezone] ?? inherited[.timezone]) {
        simulation.timezone = try TimeZoneParser(names: names).parse(text)
      }
      // What is encoded means the same in every time zone.
      let zone = names == nil ? nil : simulation.timezone
      let dates = DateParser(timeZone: zone ?? timezone, now: now)
      @inline(never)
      func date(
        _ start: SimulationTexts.Value?, _ clock: SimulationTexts.Value?, after earlier: TimeMachine.Anchor?
      ) throws(InvalidValue) -> TimeMachine.Anchor? {
        let start = try text(start).map(dates.parse)
        guard let clock = text(clock) else {
          guard let start else { return earlier }
          return TimeMachine.Anchor(date: start, realDate: now ?? start, motion: earlier?.motion ?? .frozen)
        }
        let (motion, anchor) = try ClockParser.parse(clock)
        guard let real = anchor ?? now ?? (motion == .frozen ? start : nil) else {
          let example = start?.iso8601 ?? SimulatedPart.date.example
          throw InvalidValue(reason: "needs an anchor, such as 60x@\(example)")
        }
        return TimeMachine.Anchor(
          date: start ?? earlier?.date(at: real) ?? real, realDate: real, motion: motion)
      }
      // A new date moves as the inherited one does. A new clock goes on from where the inherited date is.
      let earlier = try date(
        texts[.date] == nil ? inherited[.date] : nil,
        texts[.date] == nil || texts[.clock] == nil ? inherited[.clock] : nil, after: nil)
      simulation.date = try date(texts[.date], texts[.clock], after: earlier)
      if let text = text(texts[.locale] ?? inherited[.locale]) {
        simulation.locale = try LocaleParser(names: names).parse(text)
      }
      if let text = text(texts[.calendar] ?? inherited[.calendar]) {
        simulation.calendar = try CalendarParser.parse(text)
      }
      if let text = text(texts[.seed] ?? inherited[.seed]) { simulation.seed = try SeedParser.parse(text) }
      return simulation
    } catch {
      throw Simulation.ReadingError(
        reading?.source ?? .header, value: reading?.text, "\(error.reason)", suggestions: error.suggestions)
    }
  }
}
