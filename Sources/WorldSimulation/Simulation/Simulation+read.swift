import Foundation
import World

// What is emitted into the programs that call it. World itself doesn't mention Foundation's lists of locales and time
// zones, which bring all of Foundation into a statically linked program.

extension Simulation {
  /// The simulation that a program's command line and environment ask for, and the arguments that aren't World's.
  ///
  /// ```swift
  /// let (simulation, arguments) = try Simulation.read()
  /// World.bootstrap { simulation.apply(to: &$0) }
  /// ```
  ///
  /// Flags: `--locale ID`, `--timezone ID`, `--calendar ID`, `--date ISO8601`, `--clock frozen|ticking|60x` and
  /// `--seed N`, also as `--flag=value`; see ``help``. They are taken out, up to `--`, and the rest is left in its
  /// order. Variables: `WORLD_LOCALE` and so on. Flags win, part by part.
  ///
  /// A date stands still unless a clock says otherwise. A clock without a date starts from now. A date without an
  /// offset is read in the simulated time zone, else in the one of the world in force.
  ///
  /// - Parameters:
  ///   - arguments: The command line, without the program's name.
  ///   - environment: The environment.
  ///   - timezone: Where dates without an offset are read, if no zone is simulated.
  ///   - now: Real time, the anchor of dates that move.
  /// - Throws: ``ReadingError`` for a value that is unknown or impossible. Then nothing is simulated.
  @_alwaysEmitIntoClient
  public static func read(
    arguments: some Sequence<String> = CommandLine.arguments.dropFirst(),
    environment: [String: String] = ProcessInfo.processInfo.environment,
    // check-world: allow the entry point's default
    timezone: TimeZone = Current.timezone(), now: Date = Simulation.realDate()
  ) throws(ReadingError) -> (simulation: Simulation, arguments: [String]) {
    try SimulationReader(
      locales: { Locale.availableIdentifiers },
      numberings: { Locale.NumberingSystem.availableNumberingSystems.map(\.identifier) },
      timezones: { TimeZone.knownTimeZoneIdentifiers }, timezone: timezone, now: now
    ).read(arguments: Array(arguments), environment: environment)
  }

  /// The simulation that a request's `baggage` header asks for, if the server allows it.
  ///
  /// ```swift
  /// let simulation = try Simulation.read(headers: request.headers) { headers in
  ///   headers["x-staging-token"] == token
  /// }
  /// try await withWorld(Current.simulating(simulation)) { try await respond(to: request) }
  /// ```
  ///
  /// **Security.** Whoever may choose the time decides which tokens have expired, and whoever may choose the seed
  /// knows what comes next. So there is no default: without a check there is no call, and a simulation that the
  /// check refuses is an error. Allow it where the sender is known, and not at a public door.
  ///
  /// - Parameters:
  ///   - headers: The request's headers, such as a dictionary. Several named `baggage`, in any case, are one.
  ///   - timezone: Where dates without an offset are read, if no zone is simulated.
  ///   - now: Real time, the anchor of dates that move and don't say another one.
  ///   - isAllowed: Whether this request may have a world of its own. It is handed the other headers by their
  ///     names in lower case (several of one name joined by `, `), and asked only if there is a simulation.
  /// - Returns: The simulation; an empty one, if the request asks for none.
  /// - Throws: ``ReadingError`` for a simulation that isn't allowed, or has an unknown or impossible value.
  @_alwaysEmitIntoClient
  public static func read(
    headers: some Sequence<(key: String, value: String)>,
    // check-world: allow the entry point's default
    timezone: TimeZone = Current.timezone(), now: Date = Simulation.realDate(),
    ifAllowed isAllowed: (_ headers: [String: String]) -> Bool
  ) throws(ReadingError) -> Simulation {
    try SimulationReader(
      locales: { Locale.availableIdentifiers },
      numberings: { Locale.NumberingSystem.availableNumberingSystems.map(\.identifier) },
      timezones: { TimeZone.knownTimeZoneIdentifiers }, timezone: timezone, now: now
    ).read(headers: Array(headers), ifAllowed: isAllowed)
  }
}

extension SimulationReader {
  @usableFromInline
  func read(
    arguments: [String], environment: [String: String]
  ) throws(Simulation.ReadingError) -> (simulation: Simulation, arguments: [String]) {
    let line = try SimulationArguments(arguments)
    return (try read(line.texts, over: Simulation.texts(in: environment)), line.rest)
  }

  @usableFromInline
  func read(
    headers: [(key: String, value: String)], ifAllowed isAllowed: ([String: String]) -> Bool
  ) throws(Simulation.ReadingError) -> Simulation {
    let isBaggage = { (header: (key: String, value: String)) in header.key.lowercased() == "baggage" }
    let baggage = Baggage(headers.filter(isBaggage).map(\.value).joined(separator: ","))
    guard baggage.members.contains(where: { $0.part != nil }) else { return Simulation() }
    let others = headers.filter { !isBaggage($0) }.map { ($0.key.lowercased(), $0.value) }
    guard isAllowed(Dictionary(others) { "\($0), \($1)" }) else {
      throw .init(.header, "asks for a simulation, which this server doesn't allow for this request")
    }
    if let excess = baggage.excess { throw .init(.header, excess) }
    return try read(baggage.texts())
  }
}
