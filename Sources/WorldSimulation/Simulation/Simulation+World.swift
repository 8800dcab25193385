import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension World {
  /// Simulates the parts of this world that a simulation has. The other parts stay as they are.
  ///
  /// ```swift
  /// World.bootstrap { $0.use(simulation) }
  /// ```
  ///
  /// `sleep` has the same clock as `date`: at 60x, a minute's sleep takes a second. While the date is frozen, sleeps
  /// take their real time, since nothing else would ever end them.
  ///
  /// If a world is simulated several times, the last simulation wins, part by part. Dates are always computed from
  /// the world's time before it was simulated at all.
  public mutating func use(_ simulation: Simulation) {
    guard !simulation.isEmpty else { return }
    note(.simulation, detail: { world in { [simulation = world.simulation] in simulation.description } }) {
      $0.assign(simulation)
    }
  }

  private mutating func assign(_ simulation: Simulation) {
    self[SimulatedParts.self].simulation = self[SimulatedParts.self].simulation.adding(simulation)
    if let locale = simulation.locale { self.locale = { locale } }
    if let timezone = simulation.timezone { self.timezone = { timezone } }
    if let seed = simulation.seed { random = .seeded(seed) }
    if let date = simulation.date { use(date) }
    if let identifier = simulation.calendar {
      // The calendar has the zone and the language of the world.
      calendar = { [timezone, locale] in
        var calendar = Calendar(identifier: identifier)
        calendar.timeZone = timezone()
        calendar.locale = locale()
        return calendar
      }
    }
  }

  /// This world, simulated. See `use(_:)`.
  ///
  /// ```swift
  /// withWorld(Current.using(simulation)) { HomeBuilder.build() }
  /// ```
  public func using(_ simulation: Simulation) -> World {
    var world = self
    world.use(simulation)
    return world
  }

  /// What is simulated in this world; empty in a live one.
  ///
  /// If a time machine drives the world, the date is that machine's anchor, now.
  ///
  /// ```swift
  /// child.environment = Current.simulation.environment(addingTo: environment)
  /// ```
  public var simulation: Simulation {
    var simulation = self[SimulatedParts.self].simulation
    simulation.date = timeSource.anchor
    return simulation
  }
}

extension Simulation {
  /// The date in the current world before it was simulated, to which dates that move are anchored.
  @usableFromInline static func realDate() -> Date {
    // check-world: allow the anchor of dates that move
    let world = Current
    return (world.timeSource.real?.date ?? world.date)()
  }
}

/// What is simulated in a world, without the date, and what a request brought along.
struct SimulatedParts: World.LiveService, World.HiddenService {
  var simulation = Simulation()
  /// The members of the request's `baggage` header that aren't World's.
  var baggage = ""

  static var live: SimulatedParts { SimulatedParts() }
  static var mock: SimulatedParts { SimulatedParts() }
}
