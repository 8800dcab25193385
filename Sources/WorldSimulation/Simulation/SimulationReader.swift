import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What somebody wrote for a part, and where.
struct SourcedText: Sendable, Equatable {
  var text: String
  var source: Simulation.ReadingError.Source
}

/// Makes a simulation of texts: all of it, or none.
@usableFromInline
struct SimulationReader {
  typealias Texts = [SimulatedPart: SourcedText]

  private let locales: () -> [String]
  private let numberings: () -> [String]
  private let timezones: () -> [String]
  /// Where local dates are read, if no zone is simulated.
  private let timezone: TimeZone
  /// The anchor of a date that doesn't say another one.
  private let now: Date

  /// - Parameters:
  ///   - locales: Foundation's identifiers. To mention them brings all of Foundation into a statically linked
  ///     program, so only what is emitted into a program does.
  ///   - numberings: The same, of digits.
  ///   - timezones: The same, of zones.
  @usableFromInline
  init(
    locales: @escaping () -> [String], numberings: @escaping () -> [String],
    timezones: @escaping () -> [String], timezone: TimeZone, now: Date
  ) {
    self.locales = locales
    self.numberings = numberings
    self.timezones = timezones
    self.timezone = timezone
    self.now = now
  }

  /// - Parameters:
  ///   - texts: What counts.
  ///   - inherited: What counts where `texts` say nothing.
  func read(_ texts: Texts, over inherited: Texts = [:]) throws(Simulation.ReadingError) -> Simulation {
    let all = inherited.merging(texts) { $1 }
    let zone = try value(all[.timezone], TimeZoneParser(known: timezones).parse)
    let dates = DateParser(timeZone: zone ?? timezone)
    // A date that is said anew moves as the inherited one does; a clock alone goes on from where that is.
    let earlier = try date(
      texts[.date] == nil ? inherited[.date] : nil,
      texts[.date] == nil || texts[.clock] == nil ? inherited[.clock] : nil, dates, after: nil)
    return Simulation(
      locale: try value(all[.locale], LocaleParser(known: locales, numberings: numberings).parse),
      timezone: zone,
      calendar: try value(all[.calendar], CalendarParser.parse),
      date: try date(texts[.date], texts[.clock], dates, after: earlier),
      seed: try value(all[.seed], SeedParser.parse))
  }

  private func date(
    _ date: SourcedText?, _ clock: SourcedText?, _ dates: DateParser, after earlier: SimulatedDate?
  ) throws(Simulation.ReadingError) -> SimulatedDate? {
    let start = try value(date, dates.parse)
    switch try value(clock, ClockParser.parse) {
    case .frozen:
      return .frozen(at: start ?? earlier?.date(at: now) ?? now)
    case .running(let rate, let anchor):
      let anchor = anchor ?? now
      return .running(from: start ?? earlier?.date(at: anchor) ?? anchor, rate: rate, since: anchor)
    case nil:
      guard let start else { return earlier }
      guard case .running(let rate, _) = earlier?.motion else { return .frozen(at: start) }
      return .running(from: start, rate: rate, since: now)
    }
  }

  private func value<Value>(
    _ text: SourcedText?, _ parse: (String) throws(InvalidValue) -> Value
  ) throws(Simulation.ReadingError) -> Value? {
    guard let text else { return nil }
    do throws(InvalidValue) {
      return try parse(text.text)
    } catch {
      throw Simulation.ReadingError(
        text.source, value: text.text, error.reason, suggestions: error.suggestions)
    }
  }
}
