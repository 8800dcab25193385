// SPDX-License-Identifier: MIT

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
  /// `sleep` has the same rate as `date`: at 60x, a minute's sleep takes a second. While the date is frozen, sleeps
  /// take their real time, because nothing else would end them.
  ///
  /// If a world is simulated several times, the last simulation takes precedence, part by part. Dates are computed from
  /// the world's time before the first one.
  public mutating func use(_ simulation: Simulation) {
    guard !simulation.isEmpty else { return }
    simulate { $0.assign(simulation) }
  }

  private mutating func assign(_ simulation: Simulation) {
    self[SimulatedParts.self].simulation = self[SimulatedParts.self].simulation.adding(simulation)
    if let locale = simulation.locale { self.locale = { locale } }
    if let timezone = simulation.timezone { self.timezone = { timezone } }
    if let seed = simulation.seed { random = .seeded(seed) }
    if let date = simulation.date { use(date) }
    if let identifier = simulation.calendar { useCalendar(identifier) }
  }

  /// Sets the kind of the calendar, which still follows the world's time zone and locale.
  package mutating func useCalendar(_ identifier: Calendar.Identifier) {
    explicitCalendar = { locale, timezone in
      var calendar = Calendar(identifier: identifier)
      calendar.timeZone = timezone()
      calendar.locale = locale()
      return calendar
    }
  }

  /// Returns this world with a simulation. See `use(_:)`.
  ///
  /// ```swift
  /// withWorld(Current.using(simulation)) { HomeBuilder.build() }
  /// ```
  public func using(_ simulation: Simulation) -> World {
    var world = self
    world.use(simulation)
    return world
  }

  /// The simulation of this world, which is empty in a live one.
  ///
  /// If a time machine controls the world, the date is the machine's anchor, now.
  ///
  /// ```swift
  /// child.environment = Current.simulation.environment(addingTo: environment)
  /// ```
  public var simulation: Simulation {
    var simulation = self[SimulatedParts.self].simulation
    // Dependencies that were assigned later aren't simulated.
    if !isSimulated(.locale) { simulation.locale = nil }
    if !isSimulated(.timezone) { simulation.timezone = nil }
    if !isSimulated(.calendar) { simulation.calendar = nil }
    if !isSimulated(.random) { simulation.seed = nil }
    simulation.date = isSimulated(.date) ? timeSource.anchor : nil
    return simulation
  }

  // MARK: - Requests

  /// Returns this world with the simulation of a request's `baggage` header, if the server allows it. Keeps the header's other
  /// members for ``baggage()``. In a server's middleware:
  ///
  /// ```swift
  /// let world = try Current.using(headers: request.headers) { headers in
  ///   headers["x-staging-token"] == token
  /// }
  /// try await withWorld(world) { try await respond(to: request) }
  /// ```
  ///
  /// Headers of another type are mapped: `fields.map { ($0.name.rawName, $0.value) }`.
  ///
  /// **Security.** See ``World/Simulation/read(headers:timezone:now:ifAllowed:)``.
  ///
  /// - Parameters:
  ///   - headers: The request's headers.
  ///   - isAllowed: Returns whether this request may be simulated. Called only if the header has a simulation.
  /// - Throws: ``World/Simulation/ReadingError``: answer 403 if its `kind` is `notAllowed`, and 400 if it is `invalid`.
  @_alwaysEmitIntoClient  // as in Simulation+read.swift
  public func using(
    headers: some Sequence<(key: String, value: String)>,
    ifAllowed isAllowed: (_ headers: [String: String]) -> Bool
  ) throws(Simulation.ReadingError) -> World {
    let reader = SimulationReader(
      names: Simulation.foundationNames, timezone: timezone(), now: Simulation.realDate())
    let (simulation, baggage) = try reader.read(headers: Array(headers), ifAllowed: isAllowed)
    return using(simulation, carrying: baggage)
  }

  /// Returns this world with a simulation, and with the members of a `baggage` header that aren't World's.
  @usableFromInline
  func using(_ simulation: Simulation, carrying baggage: String) -> World {
    var world = self
    if baggage != world[SimulatedParts.self].baggage { world[SimulatedParts.self].baggage = baggage }
    world.use(simulation)
    return world
  }

  /// Returns the `baggage` header for an outgoing request: the members of the incoming request, and this world's simulation. Empty
  /// if there are none.
  ///
  /// ```swift
  /// request.headers["baggage"] = try Current.baggage()
  /// ```
  ///
  /// A world from ``using(headers:ifAllowed:)`` has the members of its request.
  ///
  /// - Throws: ``World/Simulation/ReadingError``, if a simulation is added and the header would have more than the standard's
  ///   8192 bytes or 180 members.
  public func baggage() throws(Simulation.ReadingError) -> String {
    try simulation.baggage(addingTo: self[SimulatedParts.self].baggage)
  }
}

extension World.Simulation {
  /// Returns the anchor of moving dates: the date that the current world has without a simulation.
  @usableFromInline static func realDate() -> Date {
    // check-world: allow the anchor of dates that move
    let world = Current
    return (world.timeSource.real?.date ?? world.date)()
  }
}

/// The simulation of a world, without the date, and the members of a request's header.
struct SimulatedParts: World.LiveService, World.HiddenService {
  var simulation = World.Simulation()
  /// The members of the request's `baggage` header that aren't World's.
  var baggage = ""

  static var live: SimulatedParts { SimulatedParts() }
  static var mock: SimulatedParts { SimulatedParts() }
}
