// SPDX-License-Identifier: MIT

import Foundation
import World

// Foundation's lists of locales and time zones link all of Foundation into a static program. So code that uses them is emitted only
// into programs that call it: a program that simulates without reading has 14 MB, and 59 if this is `@inlinable`.

extension World.Simulation {
  /// Reads the simulation of a program's command line and environment, and returns it with the other arguments. In `main`:
  ///
  /// ```swift
  /// let (simulation, arguments) = World.Simulation.readOrExit()
  /// World.bootstrap { $0.use(simulation) }
  /// ```
  ///
  /// For an invalid value, it writes a line to standard error, and exits with 64, the exit code for a wrong command line. If the
  /// program runs simulated, a line on standard error says so. To change this, use
  /// ``read(arguments:environment:flags:prefix:otherFlags:timezone:now:)`` and ``notice(prefix:)``.
  ///
  /// - Parameters:
  ///   - flags: World's flags that the program has. The others are left to the program.
  ///   - prefix: The prefix of their names: `sim-` for `--sim-locale`.
  ///   - otherFlags: The program's own flags, such as `["--verbose"]`, if it has no parser that rejects unknown ones. Any other
  ///     flag is then an error, except `--help` and `-h`, which print the flags. `nil` leaves all arguments to the program.
  @_alwaysEmitIntoClient
  public static func readOrExit(
    flags: Flags = .all, prefix: String = "", otherFlags: [String]? = nil
  ) -> (simulation: World.Simulation, arguments: [String]) {
    exitAfterHelp(
      Array(CommandLine.arguments.dropFirst()), help: help(flags: flags, prefix: prefix),
      otherFlags: otherFlags)
    do throws(ReadingError) {
      let (simulation, arguments) = try read(flags: flags, prefix: prefix, otherFlags: otherFlags)
      if let notice = simulation.notice(prefix: prefix) { say(notice) }
      return (simulation, arguments)
    } catch {
      exit(for: error)
    }
  }

  /// Prints the flags and ends the process, if the arguments ask for help.
  @usableFromInline
  static func exitAfterHelp(_ arguments: [String], help: String, otherFlags: [String]?) {
    guard let otherFlags, asksForHelp(arguments, otherFlags: otherFlags) else { return }
    print((otherFlags.map { "  \($0)" } + [help]).joined(separator: "\n"))
    Foundation.exit(0)
  }

  /// Whether the arguments ask for help, and the program doesn't print it itself.
  static func asksForHelp(_ arguments: [String], otherFlags: [String]?) -> Bool {
    guard let otherFlags else { return false }
    let flags = ["--help", "-h"].filter { !otherFlags.contains($0) }
    return arguments.prefix { $0 != "--" }.contains(where: flags.contains)
  }

  /// Ends the process with the code of `sysexits.h` for a wrong command line.
  @usableFromInline
  static func exit(for error: ReadingError) -> Never {
    say(error.description)
    Foundation.exit(64)
  }

  /// Writes the program's name and a line to standard error.
  @usableFromInline
  static func say(_ line: String) {
    let program = CommandLine.arguments.first?.split(separator: "/").last
    writeLineToStandardError(program.map { "\($0): \(line)" } ?? line)
  }

  /// The simulation of a program's command line and environment, and the other arguments.
  ///
  /// ```swift
  /// let (simulation, arguments) = try World.Simulation.read()
  /// World.bootstrap { $0.use(simulation) }
  /// ```
  ///
  /// Flags: `--locale ID`, `--timezone ID`, `--calendar ID`, `--date DATE`, `--clock frozen|ticking|60x` and `--seed N`, also as
  /// `--flag=value`; see ``help(flags:prefix:)``. Flags before `--` are removed from the arguments. Variables: `WORLD_LOCALE`
  /// and so on; misspelled names are reported. Flags take precedence over variables, part by part.
  ///
  /// If the program has a `--date` of its own, give World's flags a prefix, or leave `.date` out:
  ///
  /// ```swift
  /// try World.Simulation.read(prefix: "sim-")                       // --sim-locale, --sim-date
  /// try World.Simulation.read(flags: .all.subtracting(.date))       // --date is the program's
  /// ```
  ///
  /// A date without a clock is frozen. A clock without a date starts now. A date without an offset is read in the simulated time
  /// zone, or else in the current world's.
  ///
  /// - Parameters:
  ///   - arguments: The command line, without the program's name.
  ///   - environment: The environment.
  ///   - flags: World's flags that the program has. The others are left to the program.
  ///   - prefix: The prefix of their names: `sim-` for `--sim-locale`.
  ///   - otherFlags: The program's own flags, if unknown ones are an error; `nil` leaves all arguments to the program.
  ///   - timezone: The zone of dates without an offset, if no zone is simulated.
  ///   - now: The real date, as the anchor of dates that move.
  /// - Throws: ``ReadingError`` for a value that isn't valid. Then nothing is simulated.
  @_alwaysEmitIntoClient
  public static func read(
    arguments: some Sequence<String> = CommandLine.arguments.dropFirst(),
    environment: [String: String] = ProcessInfo.processInfo.environment,
    flags: Flags = .all, prefix: String = "", otherFlags: [String]? = nil,
    // check-world: allow the entry point's default
    timezone: TimeZone = Current.timezone(), now: Date = World.Simulation.realDate()
  ) throws(ReadingError) -> (simulation: World.Simulation, arguments: [String]) {
    try SimulationReader(names: foundationNames, timezone: timezone, now: now)
      .read(
        arguments: Array(arguments), environment: environment, flags: flags, prefix: prefix,
        otherFlags: otherFlags)
  }

  /// Reads the simulation of a request's `baggage` header, if the server allows it.
  ///
  /// ```swift
  /// let simulation = try World.Simulation.read(headers: request.headers) { headers in
  ///   headers["x-staging-token"] == token
  /// }
  /// try await withWorld(Current.using(simulation)) { try await respond(to: request) }
  /// ```
  ///
  /// **Security.** A client that sets the time decides which tokens have expired, and one that sets the seed can
  /// predict random numbers. So the check is required. Allow simulations only for known senders, and not on the public internet.
  ///
  /// - Parameters:
  ///   - headers: The request's headers, such as a dictionary. Several `baggage` headers, in any case, count as one.
  ///   - timezone: The zone of dates without an offset, if no zone is simulated.
  ///   - now: The real date, as the anchor of dates that move and don't have one.
  ///   - isAllowed: Returns whether this request may be simulated. Its argument has the other headers by their names in lower case,
  ///     with values of the same name joined by `, `. Called only if the header has a simulation.
  /// - Returns: The simulation, which is empty if the header has none.
  /// - Throws: ``ReadingError``, whose `kind` is `notAllowed` if the check refuses the simulation, and `invalid` if it
  ///   can't be read.
  @_alwaysEmitIntoClient
  public static func read(
    headers: some Sequence<(key: String, value: String)>,
    // check-world: allow the entry point's default
    timezone: TimeZone = Current.timezone(), now: Date = World.Simulation.realDate(),
    ifAllowed isAllowed: (_ headers: [String: String]) -> Bool
  ) throws(ReadingError) -> World.Simulation {
    try SimulationReader(names: foundationNames, timezone: timezone, now: now)
      .read(headers: Array(headers), ifAllowed: isAllowed).simulation
  }

  @_alwaysEmitIntoClient
  static func foundationNames() -> FoundationNames {
    FoundationNames(
      locales: Locale.availableIdentifiers,
      numberings: Locale.NumberingSystem.availableNumberingSystems.map(\.identifier),
      timezones: TimeZone.knownTimeZoneIdentifiers, english: englishNames)
  }

  /// The locales of languages and countries, by their English names and their codes.
  @_alwaysEmitIntoClient
  static func englishNames() -> [String: String] {
    let english = Locale(identifier: "en_US")
    var locales: [String: String] = [:]
    for identifier in Locale.availableIdentifiers where !identifier.contains("_") {
      if let name = english.localizedString(forLanguageCode: identifier) {
        locales[name.lowercased()] = identifier
      }
    }
    for region in Locale.Region.isoRegions {
      // The likely language: `en-Latn-GB`, whose script isn't needed.
      let code = region.identifier
      let parts = Locale.Language(identifier: "und-\(code)").maximalIdentifier.split(separator: "-")
      guard let language = parts.first, language != "und" else { continue }
      locales[code.lowercased()] = "\(language)_\(code)"
      if let name = english.localizedString(forRegionCode: code) {
        locales[name.lowercased()] = "\(language)_\(code)"
      }
    }
    return locales
  }
}
