import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldTesting

@testable import WorldSimulation

@Suite(.world(.mock))
struct ReadingTests {
  @Test func withoutFlagsAndVariablesNothingIsSimulated() throws {
    let (simulation, arguments) = try World.Simulation.read(
      arguments: ["a", "-b"], environment: ["HOME": "/"])
    #expect(simulation.isEmpty)
    #expect(arguments == ["a", "-b"])
  }

  @Test func readsItsFlags() throws {
    let simulation = try World.Simulation.read([
      "--locale", "th_TH", "--timezone=Asia/Bangkok", "--calendar", "gregorian", "--date=2024-03-10",
      "--seed", "7",
    ])
    #expect(
      simulation
        == World.Simulation(
          locale: Locale(identifier: "th_TH"), timezone: try zone("Asia/Bangkok"), calendar: .gregorian,
          date: .frozen(at: try instant("2024-03-09T17:00:00Z")), seed: 7))
  }

  @Test(arguments: [
    ([], []),
    (["a", "--seed", "1", "b"], ["a", "b"]),
    (["--seed=1", "--name", "n", "--date", "2024-03-10", "-v"], ["--name", "n", "-v"]),
    (["--seed", "1", "--", "--date", "x"], ["--", "--date", "x"]),
    (["--", "--seed"], ["--", "--seed"]),
    (
      ["--locael", "fr_FR", "--seed-file", "f", "-seed", "--"],
      ["--locael", "fr_FR", "--seed-file", "f", "-seed", "--"]
    ),
    (["", "-", "--=", "--x=--seed"], ["", "-", "--=", "--x=--seed"]),
  ])
  func leavesTheRestInItsOrder(arguments: [String], rest: [String]) throws {
    #expect(try World.Simulation.read(arguments: arguments, environment: [:]).arguments == rest)
  }

  @Test func flagsWin() throws {
    let environment = ["WORLD_LOCALE": "fr_FR", "WORLD_TIMEZONE": "Asia/Tokyo", "WORLD_SEED": "nonsense"]
    let simulation = try World.Simulation.read(["--locale", "ar_EG", "--seed", "1"], environment)
    #expect(
      simulation
        == World.Simulation(locale: Locale(identifier: "ar_EG"), timezone: try zone("Asia/Tokyo"), seed: 1)
    )
    let elsewhere = try World.Simulation.read(["--timezone", "Europe/Paris", "--seed", "1"], environment)
    #expect(elsewhere.timezone == (try zone("Europe/Paris")))
  }

  @Test func emptyVariableIsNotSet() throws {
    #expect(try World.Simulation.read([], ["WORLD_LOCALE": ""]).isEmpty)
  }

  @Test func localDateIsReadInTheZoneOfTheWorldUnlessOneIsSimulated() throws {
    Current.timezone = { TimeZone(identifier: "Asia/Tokyo")! }
    let here = try World.Simulation.read(arguments: ["--date", "2024-03-10"], environment: [:]).simulation
    #expect(here.date == .frozen(at: try instant("2024-03-09T15:00:00Z")))
    let there = try World.Simulation.read(
      arguments: ["--date", "2024-03-10"], environment: ["WORLD_TIMEZONE": "UTC"]
    ).simulation
    #expect(there.date == .frozen(at: try instant("2024-03-10T00:00:00Z")))
  }

  struct Moving: CustomTestStringConvertible, Sendable {
    var arguments: [String]
    var environment: [String: String]
    var date: String
    var clock: String

    init(_ arguments: String..., env: [String: String] = [:], is date: String, _ clock: String) {
      (self.arguments, environment, self.date, self.clock) = (arguments, env, date, clock)
    }
    var testDescription: String { "\(arguments) \(environment)" }

    static let inherited = [
      "WORLD_DATE": "2000-01-01T00:00:00Z", "WORLD_CLOCK": "60x@2024-02-29T22:59:00Z",
    ]
  }

  /// Read at 2024-02-29T23:00:00Z.
  @Test(arguments: [
    Moving("--date", "2000-01-01", is: "2000-01-01T00:00:00Z", "frozen"),
    Moving("--date", "2000-01-01", "--clock", "frozen", is: "2000-01-01T00:00:00Z", "frozen"),
    Moving("--clock", "frozen", is: "2024-02-29T23:00:00Z", "frozen"),
    Moving("--clock", "60x", is: "2024-02-29T23:00:00Z", "60x@2024-02-29T23:00:00Z"),
    Moving(
      "--clock=ticking", "--date=2000-01-01", is: "2000-01-01T00:00:00Z", "ticking@2024-02-29T23:00:00Z"),
    Moving("--clock", "60x@2024-02-29T22:00:00Z", is: "2024-02-29T22:00:00Z", "60x@2024-02-29T22:00:00Z"),
    Moving(env: Moving.inherited, is: "2000-01-01T00:00:00Z", "60x@2024-02-29T22:59:00Z"),
    // An hour at 60x has passed since the parent's anchor.
    Moving("--clock", "frozen", env: Moving.inherited, is: "2000-01-01T01:00:00Z", "frozen"),
    Moving(
      "--clock", "2x", env: Moving.inherited, is: "2000-01-01T01:00:00Z", "2x@2024-02-29T23:00:00Z"),
    Moving(
      "--date", "1999-01-01", env: Moving.inherited, is: "1999-01-01T00:00:00Z", "60x@2024-02-29T23:00:00Z"),
    Moving(
      "--date", "1999-01-01", "--clock", "frozen", env: ["WORLD_DATE": "x", "WORLD_CLOCK": "y"],
      is: "1999-01-01T00:00:00Z", "frozen"),
    Moving(
      "--date", "1999-01-01", env: ["WORLD_DATE": "x"], is: "1999-01-01T00:00:00Z", "frozen"),
  ])
  func dateMovesAsTheClockSays(_ moving: Moving) throws {
    let simulation = try World.Simulation.read(moving.arguments, moving.environment)
    #expect(simulation.description == "--date \(moving.date) --clock \(moving.clock)")
  }

  struct Bad: CustomTestStringConvertible, Sendable {
    var arguments: [String]
    var environment: [String: String]
    var message: String

    init(_ arguments: String..., env: [String: String] = [:], says message: String) {
      (self.arguments, environment, self.message) = (arguments, env, message)
    }
    var testDescription: String { "\(arguments) \(environment)" }
  }

  @Test(arguments: [
    Bad("--locale", "fr_FX", says: #"--locale: "fr_FX" is not a known locale; did you mean fr_FR?"#),
    Bad(
      "--timezone=Asia/Tokio",
      says: #"--timezone: "Asia/Tokio" is not a known time zone; did you mean Asia/Tokyo?"#),
    Bad(
      env: ["WORLD_TIMEZONE": "Asia/Tokio"],
      says: #"WORLD_TIMEZONE: "Asia/Tokio" is not a known time zone; did you mean Asia/Tokyo?"#),
    Bad(
      "--calendar", "budhist", says: #"--calendar: "budhist" is not a known calendar; did you mean buddhist?"#
    ),
    Bad(
      env: ["WORLD_CALENDAR": "islamic_"],
      says: #"WORLD_CALENDAR: "islamic_" is not a known calendar; did you mean islamic?"#),
    Bad(
      "--date", "2024-02-30T00:00:00Z",
      says: #"--date: "2024-02-30T00:00:00Z" does not exist; did you mean 2024-02-29T00:00:00Z?"#),
    Bad(
      "--date", "2024-03-10T02:30", env: ["WORLD_TIMEZONE": "America/New_York"],
      says: #"--date: "2024-03-10T02:30" does not exist in America/New_York; did you mean 2024-03-10T03:30?"#),
    Bad(
      "--clock", "60",
      says:
        #"--clock: "60" is not frozen, ticking or a rate such as 60x, from 1e-9x to 1e9x; did you mean 60x?"#),
    Bad(
      env: ["WORLD_CLOCK": "60x@yesterday"],
      says: #"WORLD_CLOCK: "60x@yesterday" has an anchor that is not an ISO 8601 date; "#
        + "did you mean 60x@2024-02-29T23:59:59Z?"),
    Bad(
      "--date", "someday",
      says: #"--date: "someday" is not an ISO 8601 date, and neither a Unix time nor words such as now+3d "#
        + "and tomorrow 9am"),
    Bad(
      "--date", "2024-02-29T24:00:00Z",
      says: #"--date: "2024-02-29T24:00:00Z" is past the end of its day; did you mean 2024-03-01T00:00:00Z?"#),
    Bad(
      "--seed", "-1",
      says: #"--seed: "-1" is not a whole number from 0 to 18446744073709551615"#),
    Bad("--seed", says: "--seed needs a value, such as --seed 42"),
    Bad("--seed=", says: "--seed needs a value, such as --seed 42"),
    Bad("--seed", "", says: "--seed needs a value, such as --seed 42"),
    Bad("--seed", "--", "1", says: "--seed needs a value, such as --seed 42"),
    Bad("--locale", "--seed", "1", says: "--locale needs a value, such as --locale fr_FR"),
    Bad("--seed", "1", "--seed=2", says: #"--seed was given twice, as "1" and "2""#),
    Bad(
      "--seed", "two\nlines\u{1B}",
      says:
        #"--seed: "two\nlines\u{1B}" is not a whole number from 0 to 18446744073709551615"#),
    Bad(
      "--locale", "\u{9B}2J\u{2028}\u{2029}\u{202E}\u{85}",
      says: #"--locale: "\u{9B}2J\u{2028}\u{2029}\u{202E}\u{85}" is not a known locale"#),
    // Nothing is half applied: the first is fine, the second isn't.
    Bad(
      "--seed", "1", env: ["WORLD_LOCALE": "fr_FX"],
      says: #"WORLD_LOCALE: "fr_FX" is not a known locale; did you mean fr_FR?"#),
  ])
  func errorNamesSourceValueAndNearestValues(_ bad: Bad) {
    let error = #expect(throws: World.Simulation.ReadingError.self) {
      try World.Simulation.read(bad.arguments, bad.environment)
    }
    let message = error?.description ?? ""
    #expect(message == bad.message)
  }

  @Test func anErrorDescribesItselfToPeople() {
    let error: any Error = World.Simulation.ReadingError(.flag("--seed"), value: "x", "is not a whole number")
    #expect(error.localizedDescription == #"--seed: "x" is not a whole number"#)
  }

  // MARK: Unknown names

  @Test(arguments: [
    ("WORLD_LOCAL", "rename it to WORLD_LOCALE"), ("WORLD_time_zone", "rename it to WORLD_TIMEZONE"),
    ("WORLD_EXPLOR", "rename it to WORLD_EXPLORE"),
    ("WORLD_EXPLORE_SECOND", "rename it to WORLD_EXPLORE_SECONDS"),
  ])
  func aVariableThatIsNearAnotherIsReported(name: String, fix: String) throws {
    let issues = try reports {
      let simulation = try World.Simulation.read([], [name: "fr_FR", "WORLD_SEED": "7"])
      #expect(simulation == World.Simulation(seed: 7))
    }
    #expect(
      issues.isOne(saying: #"the variable "\#(name)" simulates nothing. To fix it, one of:"#, "\n- \(fix)"))
  }

  /// Launchers of parallel programs set `WORLD_SIZE`, and tests set variables of explorations.
  @Test(arguments: [
    "WORLD_SIZE", "WORLD_RANK", "WORLD_FOO", "WORLD_", "WORLD", "WORLD_L", "WORLD_EXPLORE",
    "WORLD_EXPLORE_SECONDS",
    "WORLD_EXPLORE_SHARD", "WORLD_EXPLORE_REPORT", "WORLD_DETERMINISM",
    "WORLD_RUNTIME",
    "LOCAL_WORLD_SIZE", "OLD_LOCALE", "WORLDS_SEED", "WORD_DATE",
  ])
  func aVariableThatIsNearNoneIsNotReported(name: String) throws {
    let issues = try reports {
      let simulation = try World.Simulation.read([], [name: "4"])
      #expect(simulation.isEmpty)
    }
    #expect(issues.isEmpty)
  }

  @Test func eachMisspeltVariableIsReportedInOrder() throws {
    let environment = ["WORLD_SED": "1", "WORLD_DATES": "2", "WORLD_LOCAL": "3"]
    let issues = try reports {
      let simulation = try World.Simulation.read([], environment)
      #expect(simulation.isEmpty)
    }
    #expect(
      issues.map { $0.fixes[0] } == [
        "rename it to WORLD_DATE", "rename it to WORLD_LOCALE", "rename it to WORLD_SEED",
      ])
  }

  @Test(arguments: [
    (["--localle", "fr"], "--localle is not a flag; did you mean --locale?"),
    (["--localle=fr"], "--localle is not a flag; did you mean --locale?"),
    (["--verbos"], "--verbos is not a flag; did you mean --verbose?"),
    (["-x"], "-x is not a flag"), (["--two\nlines"], #"--two\nlines is not a flag"#),
  ])
  func unknownFlagsAreRefusedOnRequest(arguments: [String], message: String) throws {
    let error = #expect(throws: World.Simulation.ReadingError.self) {
      try World.Simulation.read(arguments: arguments, environment: [:], otherFlags: ["--verbose"])
    }
    #expect(error?.description == message)
    #expect(try World.Simulation.read(arguments: arguments, environment: [:]).arguments == arguments)
  }

  @Test func whatIsNoUnknownFlagIsLeft() throws {
    let arguments = ["--verbose", "--verbose=2", "file", "-", "-5", "-.5", "--", "--localle"]
    let (simulation, rest) = try World.Simulation.read(
      arguments: ["--seed", "7"] + arguments, environment: [:], otherFlags: ["--verbose"])
    #expect(simulation == World.Simulation(seed: 7))
    #expect(rest == arguments)
  }

  // MARK: A program's choice

  @Test func withAPrefixTheOtherFlagsAreTheProgramsOwn() throws {
    let (simulation, rest) = try World.Simulation.read(
      arguments: ["--date", "all", "--sim-date=2024-03-10T00:00:00Z", "--sim-seed", "7", "--seed=x"],
      environment: ["WORLD_LOCALE": "fr_FR"], prefix: "sim-")
    #expect(
      simulation
        == World.Simulation(
          locale: Locale(identifier: "fr_FR"), date: .frozen(at: try instant("2024-03-10T00:00:00Z")), seed: 7
        ))
    #expect(rest == ["--date", "all", "--seed=x"])
  }

  @Test func whatIsPrintedHasThePrefix() throws {
    let simulation = World.Simulation(locale: Locale(identifier: "fr_FR"), seed: 7)
    let arguments = simulation.arguments(prefix: "sim-")
    #expect(arguments == ["--sim-locale", "fr_FR", "--sim-seed", "7"])
    let (read, rest) = try World.Simulation.read(arguments: arguments, environment: [:], prefix: "sim-")
    #expect(read == simulation && rest.isEmpty)
    #expect(
      simulation.notice(prefix: "sim-") == "runs in a simulated world: --sim-locale fr_FR --sim-seed 7")
  }

  @Test func aFlagThatTheProgramLeavesOutIsItsOwn() throws {
    let (simulation, rest) = try World.Simulation.read(
      arguments: ["report", "--date", "all", "--seed", "7"], environment: ["WORLD_DATE": "2024-03-10"],
      flags: .all.subtracting(.date), otherFlags: ["--date"], timezone: .gmt)
    // The variable is World's.
    #expect(
      simulation == World.Simulation(date: .frozen(at: try instant("2024-03-10T00:00:00Z")), seed: 7))
    #expect(rest == ["report", "--date", "all"])
  }

  @Test(arguments: [
    (["--sim-sed", "7"], "--sim-sed is not a flag; did you mean --sim-seed?"),
    (["--seed", "7"], "--seed is not a flag"), (["--sim-date", "now"], "--sim-date is not a flag"),
    (["--sim-seed"], "--sim-seed needs a value, such as --sim-seed 42"),
    (["--sim-locale=xx_XX"], #"--sim-locale: "xx_XX" is not a known locale"#),
  ])
  func errorsNameAChosenFlagAsItIsWritten(arguments: [String], message: String) {
    let error = #expect(throws: World.Simulation.ReadingError.self) {
      try World.Simulation.read(
        arguments: arguments, environment: [:], flags: [.seed, .locale], prefix: "sim-", otherFlags: ["-v"])
    }
    #expect(error?.description == message)
  }

  @Test func helpHasTheChosenFlagsAlone() {
    let help = World.Simulation.help(flags: [.timezone, .clock], prefix: "sim-")
    #expect(help.hasPrefix("  --sim-timezone ID "))
    #expect(help.contains("\n  --sim-clock frozen|ticking|60x "))
    for text in ["locale", "--sim-date", "--sim-seed", "Dates", "Calendars", "buddhist"] {
      #expect(!help.contains(text), "\(text)")
    }
    #expect(World.Simulation.help(flags: .all) == World.Simulation.help())
    #expect(World.Simulation.help(flags: .date).contains("  Dates; without"))
    #expect(World.Simulation.help(flags: .calendar).contains("  Calendars:\n    gregorian"))
  }

  @Test func eachFlagHasABitOfItsOwn() {
    let flags: [World.Simulation.Flags] = [.locale, .timezone, .calendar, .date, .clock, .seed]
    #expect(flags.map { $0.spellings(prefix: "").map(\.spelling) } == World.Simulation.flags.map { [$0] })
  }

  @Test func allOfTheNearestAreNamed() {
    let error = World.Simulation.ReadingError(
      .flag("--x"), value: "v", "is none", suggestions: ["a", "b", "c"])
    #expect(error.description == #"--x: "v" is none; did you mean a, b or c?"#)
  }

  @Test(arguments: SimulationFlag.allCases)
  func helpNamesEveryFlag(flag: SimulationFlag) {
    #expect(World.Simulation.help().contains("  \(flag.spelling()) "))
  }

  @Test(arguments: Calendar.Identifier.supported.map(\.name))
  func helpNamesEveryCalendar(name: String) { #expect(World.Simulation.help().contains(" \(name)")) }

  @Test func helpFitsATerminal() {
    #expect(World.Simulation.help().split(separator: "\n").filter { $0.count > 80 } == [])
    #expect(World.Simulation.help().hasPrefix("  --locale ID "))
    #expect(World.Simulation.help().hasSuffix("\n"))
  }

  @Test func exampleOfEveryFlagIsValid() throws {
    for flag in SimulationFlag.allCases {
      #expect(try !World.Simulation.read([flag.spelling(), flag.example]).isEmpty)
    }
  }

  @Test func whatIsPrintedIsReadBack() throws {
    let simulations = [
      World.Simulation(), try .full(), World.Simulation(date: .frozen(at: readingTime)),
      World.Simulation(locale: Locale(identifier: "ja_JP@calendar=japanese")),
    ]
    for simulation in simulations {
      #expect(try World.Simulation.read(simulation.arguments()) == simulation)
      #expect(try World.Simulation.read([], simulation.environment()) == simulation)
    }
  }

  @Test(arguments: World.edgeCases)
  func everyEdgeCaseCanBeAskedFor(edgeCase: World.EdgeCase) throws {
    let world = edgeCase.world
    let simulation = World.Simulation(
      locale: world.locale(), timezone: world.timezone(), date: .frozen(at: world.date()))
    #expect(try World.Simulation.read(simulation.arguments()) == simulation)
    let simulated = World.mock.using(try World.Simulation.read([], simulation.environment()))
    #expect(simulated.date() == edgeCase.date)
    #expect(simulated.calendar() == world.calendar())
  }

  @Test func environmentReplacesWhatItInherits() throws {
    let inherited = ["HOME": "/", "WORLD_LOCALE": "fr_FR", "WORLD_CLOCK": "60x", "WORLD_SEED": "1"]
    #expect(World.Simulation(seed: 2).environment(addingTo: inherited) == ["HOME": "/", "WORLD_SEED": "2"])
    #expect(World.Simulation().environment(addingTo: inherited) == ["HOME": "/"])
  }
}
