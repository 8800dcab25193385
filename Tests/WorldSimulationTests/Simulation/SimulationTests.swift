import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldTesting

@testable import WorldSimulation

@Suite(.world(.mock))
struct SimulationTests {
  @Test func emptySimulationChangesNothing() {
    let world = World.mock.using(World.Simulation())
    let mock = World.mock
    #expect(world.date() == mock.date())
    #expect(world.timezone() == mock.timezone())
    #expect(world.locale() == mock.locale())
    #expect(world.calendar() == mock.calendar())
    #expect(world.random.next() == mock.random.next())
    #expect(world.simulation.isEmpty)
  }

  @Test func calendarFollowsTheLocaleUnlessSimulated() throws {
    let world = World.mock.using(
      World.Simulation(locale: Locale(identifier: "th_TH"), timezone: try zone("Asia/Bangkok")))
    #expect(world.locale().identifier == "th_TH")
    #expect(world.timezone().identifier == "Asia/Bangkok")
    #expect(world.calendar().identifier == .buddhist)
    #expect(world.calendar().timeZone.identifier == "Asia/Bangkok")
  }

  @Test func simulatedCalendarBelongsToTheWorld() throws {
    let simulation = World.Simulation(
      locale: Locale(identifier: "fr_FR"), timezone: try zone("Asia/Tokyo"), calendar: .buddhist)
    let world = World.mock.using(simulation)
    #expect(world.calendar().identifier == .buddhist)
    #expect(world.calendar().timeZone.identifier == "Asia/Tokyo")
    #expect(world.calendar().locale?.identifier == "fr_FR")
  }

  @Test func aSimulatedCalendarFollowsALaterSimulation() throws {
    var world = World.mock.using(World.Simulation(calendar: .buddhist))
    world.use(World.Simulation(locale: Locale(identifier: "fr_FR"), timezone: try zone("Asia/Tokyo")))
    #expect(world.calendar().identifier == .buddhist)
    #expect(world.calendar().timeZone.identifier == "Asia/Tokyo")
    #expect(world.calendar().locale?.identifier == "fr_FR")
  }

  @Test func aSecondSimulationKeepsTheRestOfTheFirst() throws {
    var expected = World.Simulation(
      locale: Locale(identifier: "fr_FR"), timezone: try zone("Asia/Tokyo"), calendar: .buddhist,
      date: .frozen(at: readingTime), seed: 7)
    let world = World.mock.using(expected).using(World.Simulation(seed: 8))
    expected.seed = 8
    #expect(world.simulation == expected)
  }

  @Test func frozenDateStandsStillAndTheSeedRepeats() throws {
    let date = try instant("2024-03-10T12:00:00Z")
    let simulation = World.Simulation(date: .frozen(at: date), seed: 42)
    let (one, other) = (World.mock.using(simulation), World.mock.using(simulation))
    #expect(one.date() == date)
    #expect((0..<4).map { _ in one.random.next() } == (0..<4).map { _ in other.random.next() })
  }

  /// A world whose real time the test moves, and what was slept in it.
  private final class Theatre: Sendable {
    let real = Mutex(readingTime)
    let slept = Mutex<[Duration]>([])

    var world: World {
      var world = World.mock
      world.date = { self.real.withLock { $0 } }
      world.sleep = { duration in self.slept.withLock { $0.append(duration) } }
      return world
    }

    func pass(_ seconds: Double) { real.withLock { $0.addTimeInterval(seconds) } }
  }

  @Test func runningDateFollowsRealTimeAndSleepObeysIt() async throws {
    let theatre = Theatre()
    let start = try instant("2024-03-10T12:00:00Z")
    let simulation = World.Simulation(date: .ticking(from: start, rate: 60, since: readingTime))
    let world = theatre.world.using(simulation)
    #expect(world.date() == start)
    theatre.pass(10)
    #expect(world.date() == start.addingTimeInterval(600))
    try await world.sleep(.seconds(60))
    #expect(theatre.slept.withLock { $0 } == [.seconds(1)])
  }

  @Test func theClockRunsAsFastAsTheDate() {
    var world = Theatre().world
    world.elapsed.now = { .seconds(10) }
    world.use(World.Simulation(date: .ticking(from: readingTime, rate: 60, since: readingTime)))
    #expect(world.elapsed.now() == .seconds(600))
  }

  @Test func sleepsTakeTheirRealTimeWhereTheDateIsFrozen() async throws {
    let theatre = Theatre()
    let world = theatre.world.using(World.Simulation(date: .frozen(at: .distantPast)))
    try await world.sleep(.seconds(60))
    #expect(theatre.slept.withLock { $0 } == [.seconds(60)])
  }

  @Test(arguments: [0.001, 1e-9] as [TimeMachine.Rate])
  func endlessSleepIsLongAndNoCrash(rate: TimeMachine.Rate) async throws {
    let theatre = Theatre()
    let date = TimeMachine.Anchor.ticking(from: readingTime, rate: rate, since: readingTime)
    try await theatre.world.using(World.Simulation(date: date)).sleep(.seconds(Int64.max))
    #expect(
      theatre.slept.withLock { $0 }.allSatisfy {
        $0 > .seconds(1_000_000_000_000) && $0 <= .seconds(1_000_000_000_000_000)
      })
  }

  @Test(arguments: [Duration.seconds(Int64.min), .seconds(-5), .zero])
  func negativeSleepIsNoneAndNoCrash(duration: Duration) async throws {
    let theatre = Theatre()
    let date = TimeMachine.Anchor.ticking(from: readingTime, rate: 0.001, since: readingTime)
    try await theatre.world.using(World.Simulation(date: date)).sleep(duration)
    #expect(theatre.slept.withLock { $0 } == [.zero])
  }

  @Test func simulationOfASimulatedWorldIsComputedFromRealTime() throws {
    let theatre = Theatre()
    let start = try instant("2024-03-10T12:00:00Z")
    let date = TimeMachine.Anchor.ticking(from: start, rate: 60, since: readingTime)
    let inner = theatre.world.using(World.Simulation(date: date))
    let world = inner.using(World.Simulation(date: date, seed: 1))
    theatre.pass(10)
    #expect(world.date() == inner.date())
    #expect(world.simulation == World.Simulation(date: date, seed: 1))
    #expect(withWorld(world) { World.Simulation.realDate() } == readingTime.addingTimeInterval(10))
  }

  @Test func worldKnowsItsSimulation() throws {
    let simulation = try World.Simulation.full()
    #expect(Current.simulation.isEmpty)
    withWorld(Current.using(simulation)) {
      #expect(Current.simulation == simulation)
      withWorld {
        $0.use(World.Simulation(seed: 7))
      } operation: {
        #expect(Current.simulation.seed == 7)
        #expect(Current.simulation.locale == simulation.locale)
      }
    }
    #expect(Current.simulation.isEmpty)
  }

  @Test(arguments: ["--locale", "--timezone", "--calendar", "--seed", "--date"])
  func whatIsAssignedAfterwardsIsNotSimulated(flag: String) throws {
    let changes: [String: (inout World) -> Void] = [
      "--locale": { $0.locale = { Locale(identifier: "fr_FR") } },
      "--timezone": { $0.timezone = { .gmt } },
      "--calendar": { $0.calendar = { Calendar(identifier: .gregorian) } },
      "--seed": { $0.random = .seeded(1) },
      "--date": { $0.date = { .distantPast } },
    ]
    let change = try #require(changes[flag])
    let variable = "WORLD_" + flag.dropFirst(2).uppercased()
    withWorld(.mock.using(try World.Simulation.full())) {
      #expect(Current.simulation.arguments().contains(flag))
      #expect(Current.simulation.environment().keys.contains(variable))
      change(&Current)
      #expect(!Current.simulation.arguments().contains(flag))
      #expect(!Current.simulation.environment().keys.contains(variable))
      // The parts that weren't assigned stay.
      #expect(Current.simulation.arguments().count { $0.hasPrefix("--") } >= 4 - (flag == "--date" ? 1 : 0))
      Current.use(World.Simulation(seed: 9))
      #expect(Current.simulation.arguments().contains(flag) == (flag == "--seed"))
    }
  }

  @Test func theDateThatIsAssignedAfterATimeMachineIsNotSimulated() {
    var world = World.mock.using(TimeMachine(frozenAt: readingTime))
    world.date = { .distantPast }
    #expect(world.simulation.date == nil)
    world.use(TimeMachine(frozenAt: readingTime))
    #expect(world.simulation.date == .frozen(at: readingTime))
  }

  @Test func aTimeMachinesDateIsTheSimulations() async throws {
    let time = TimeMachine(frozenAt: readingTime)
    let simulated = World.Simulation(date: .frozen(at: .distantPast), seed: 7)
    var world = World.mock.using(simulated)
    world.use(time)
    #expect(world.simulation == World.Simulation(date: .frozen(at: readingTime), seed: 7))
    await time.advance(by: .seconds(60))
    #expect(world.simulation.date == .frozen(at: world.date()))
    time.resume(rate: 60)
    #expect(world.simulation.date?.motion == .ticking(rate: 60))
    time.startStepping(by: .seconds(1))
    #expect(world.simulation.date == World.Simulation(date: .frozen(at: time.anchor.date)).date)
    #expect(world.using(simulated).simulation == simulated)
  }

  @Test func bootstrapTakesIt() throws {
    let simulation = try World.Simulation.full()
    World.bootstrap { $0.use(simulation) }
    #expect(Current.simulation == simulation)
    #expect(Current.timezone().identifier == "Asia/Kathmandu")
  }

  @Test func isPrintedInOneLine() throws {
    #expect(
      try World.Simulation.full().description
        == "--locale ar_EG --timezone Asia/Kathmandu --calendar islamic-umalqura "
        + "--date 2024-03-09T17:00:00.250Z --clock 0.5x@2026-11-21T09:30:00.125Z --seed 18446744073709551615")
    #expect(World.Simulation().description == "")
    #expect(World.Simulation().notice() == nil)
    #expect(World.Simulation(seed: 42).notice() == "runs in a simulated world: --seed 42")
  }

  @Test(arguments: ["fr_FR\n--seed 1", "\u{1B}[31m", "", "fr FR"])
  func isOneLineWhateverTheLocaleIsCalled(identifier: String) {
    let simulation = World.Simulation(locale: Locale(identifier: identifier), seed: 7)
    #expect(simulation.description == "--locale \(identifier.quoted) --seed 7")
  }

  @Test func isEncodedAsItIsPrinted() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let simulation = World.Simulation(
      locale: Locale(identifier: "fr_FR"), timezone: .gmt, date: .frozen(at: readingTime), seed: 7)
    #expect(
      String(decoding: try encoder.encode(simulation), as: UTF8.self)
        == #"{"clock":"frozen","date":"2024-02-29T23:00:00Z","locale":"fr_FR","seed":"7","timezone":"UTC"}"#)
  }

  @Test func whatIsEncodedIsDecoded() throws {
    for simulation in [World.Simulation(), try .full(), World.Simulation(date: .frozen(at: readingTime))] {
      let data = try JSONEncoder().encode(simulation)
      #expect(try JSONDecoder().decode(World.Simulation.self, from: data) == simulation)
    }
  }

  @Test(arguments: [
    #"{"timezone":"Mars/Base"}"#, #"{"calendar":"maya"}"#, #"{"date":"2024-02-30T00:00:00Z"}"#,
    #"{"date":"2024-02-29T00:00:00Z","clock":"fast"}"#, #"{"date":"2024-02-29T00:00:00Z","clock":"60x"}"#,
    #"{"seed":"-1"}"#, #"{"seed":1}"#, "[]", #"{"locale":"fr_FR\n--seed"}"#, #"{"locale":""}"#,
  ])
  func whatIsImpossibleIsNotDecoded(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(World.Simulation.self, from: Data(json.utf8))
    }
  }
}
