import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which parts of a world are simulated, and how. What is `nil` stays as it is.
///
/// Two lines of a program's `main` let anybody run it in another place, language and time:
///
/// ```swift
/// let (simulation, arguments) = Simulation.readOrExit()
/// World.bootstrap { simulation.apply(to: &$0) }
/// ```
///
/// They read the flags `--locale --timezone --calendar --date --clock --seed`, else the variables `WORLD_LOCALE`,
/// `WORLD_TIMEZONE` and so on; what isn't theirs is left in `arguments`.
///
/// A simulation is a value, so that it can travel: to child processes by ``environment(addingTo:)``, to other
/// services by ``baggage(addingTo:)``, anywhere else as `Codable`.
public struct Simulation: Sendable, Equatable {
  /// In which language and region the user lives.
  public var locale: Locale?
  /// In which time zone the user is.
  public var timezone: TimeZone?
  /// By which rules the user counts days, months and years.
  public var calendar: Calendar.Identifier?
  /// What time it is, and how it moves.
  public var date: SimulatedDate?
  /// Where random numbers begin.
  public var seed: UInt64?

  /// A simulation of what is given.
  ///
  /// ```swift
  /// Simulation(locale: Locale(identifier: "fr_FR"), date: .frozen(at: leapDay))
  /// ```
  public init(
    locale: Locale? = nil, timezone: TimeZone? = nil, calendar: Calendar.Identifier? = nil,
    date: SimulatedDate? = nil, seed: UInt64? = nil
  ) {
    self.locale = locale
    self.timezone = timezone
    self.calendar = calendar
    self.date = date
    self.seed = seed
  }

  /// Whether nothing is simulated.
  public var isEmpty: Bool { self == Simulation() }

  /// This simulation, with another one's parts in place of its own.
  func adding(_ other: Simulation) -> Simulation {
    Simulation(
      locale: other.locale ?? locale, timezone: other.timezone ?? timezone,
      calendar: other.calendar ?? calendar, date: other.date ?? date, seed: other.seed ?? seed)
  }
}
