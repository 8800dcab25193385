import World

extension World {
  /// This world for a request: simulated as its `baggage` header asks, if the server allows it, and with the header's
  /// other members for ``baggage()``.
  ///
  /// What a server's middleware needs:
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
  /// **Security.** See ``Simulation/read(headers:timezone:now:ifAllowed:)``, which this calls.
  ///
  /// - Parameters:
  ///   - headers: The request's headers.
  ///   - isAllowed: Whether this request may be simulated. It is called only if the request asks for a simulation.
  /// - Throws: ``Simulation/ReadingError``: answer 403 if its `kind` is `notAllowed`, and 400 if it is `invalid`.
  @_alwaysEmitIntoClient
  public func using(
    headers: some Sequence<(key: String, value: String)>,
    ifAllowed isAllowed: (_ headers: [String: String]) -> Bool
  ) throws(Simulation.ReadingError) -> World {
    let headers = Array(headers)
    if let world = try usingRecent(headers, ifAllowed: isAllowed) { return world }
    let simulation = try Simulation.read(headers: headers, timezone: timezone(), ifAllowed: isAllowed)
    return using(simulation, carryingBaggageOf: headers)
  }

  /// This world for a request without `baggage`, or with the same as a recent one: most requests.
  @usableFromInline
  func usingRecent(
    _ headers: [(key: String, value: String)], ifAllowed isAllowed: ([String: String]) -> Bool
  ) throws(Simulation.ReadingError) -> World? {
    let text = Baggage.text(of: headers)
    if text.isEmpty { return using(Simulation(), carrying: "") }
    guard let recent = RecentBaggage.find(text) else { return nil }
    try SimulationReader.check(headers, ifAllowed: isAllowed)
    return using(recent.simulation, carrying: recent.others)
  }

  @usableFromInline
  func using(_ simulation: Simulation, carryingBaggageOf headers: [(key: String, value: String)]) -> World {
    using(simulation, carrying: Baggage(Baggage.text(of: headers)).others)
  }

  private func using(_ simulation: Simulation, carrying baggage: String) -> World {
    var world = self
    if baggage != world[SimulatedParts.self].baggage { world[SimulatedParts.self].baggage = baggage }
    world.use(simulation)
    return world
  }

  /// The `baggage` header for an outgoing call: the members that the request brought along, and the simulation of this
  /// world. Empty if there are none.
  ///
  /// ```swift
  /// request.headers["baggage"] = try Current.baggage()
  /// ```
  ///
  /// The members of the request are there in a world that ``using(headers:ifAllowed:)`` returned.
  ///
  /// - Throws: ``Simulation/ReadingError``, if a simulation is added and the header would have more than the standard's
  ///   8192 bytes or 180 members.
  public func baggage() throws(Simulation.ReadingError) -> String {
    try simulation.baggage(addingTo: self[SimulatedParts.self].baggage)
  }
}
