import Foundation
import Synchronization
import TestSupport
import Testing
import World
import WorldLifetimes
import WorldMocks
import WorldSimulation
import WorldTesting

/// It has the name of a service of another module.
struct Courier: World.Service {
  static var mock: Courier { Courier() }
}

struct AuditTests {
  struct Ledger: World.LiveService {
    var name: String
    static var live: Ledger { Ledger(name: "live") }
    static var mock: Ledger { Ledger(name: "mock") }
  }

  struct Cart: World.Service {
    var add: @Sendable (Int) throws -> Int
    static var mock: Cart { Cart(add: unimplemented("Cart.add")) }
  }

  struct Hen: World.LiveService {
    var name: String
    static var live: Hen { Hen(name: "of \(Current[Egg.self].name)") }
    static var mock: Hen { Hen(name: "mock") }
  }

  struct Egg: World.LiveService {
    var name: String
    static var live: Egg { Egg(name: "of \(Current[Hen.self].name)") }
    static var mock: Egg { Egg(name: "mock") }
  }

  /// Live, and built from what the app assigns.
  struct Checkout: World.LiveService {
    var total: Int
    static var live: Checkout { Checkout(total: (try? Current[Cart.self].add(1)) ?? -1) }
    static var mock: Checkout { Checkout(total: 0) }
  }

  @Test func aDerivedCalendarIsWhatItIsMadeOf() async {
    let mixed = await World.mock.with { $0.locale = { Locale(identifier: "fr_FR") } }.audit()
    #expect(mixed.results.first { $0.name == "timezone" }?.state == .mock)
    #expect(mixed.results.first { $0.name == "calendar" }?.state == .assigned)
    #expect(await World.mock.audit().results.first { $0.name == "calendar" }?.state == .mock)
  }

  struct Refused: Error, CustomStringConvertible {
    var description: String { "the card was refused" }
  }

  /// A live world that lacks nothing.
  private let complete = World.live.with {
    $0.analytics = .discarding
    $0.settings = .inMemory()
  }

  private func finding(_ name: String, in audit: World.Audit) -> World.Audit.Result? {
    audit.results.first { $0.name == name }
  }

  @Test func aSleepThatThrowsIsAProblemAndUTCIsGMT() async throws {
    struct Awake: Error {}
    var world = World.mock
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Etc/UTC"))
    world.calendar = { [calendar] in calendar }
    world.timezone = { .gmt }
    #expect(await world.audit().problems.isEmpty)
    world.sleep = { _ in throw Awake() }
    #expect(await world.audit().problems.map(\.name) == ["sleep"])
  }

  @Test func aCompleteLiveWorldHasNoProblems() async {
    let audit = await complete.audit(Ledger.self)
    #expect(audit.problems == [])
    #expect(finding("date", in: audit)?.state == .live)
    #expect(finding("AuditTests.Ledger", in: audit)?.state == .live)
    #expect(finding("analytics", in: audit)?.state == .assigned)
  }

  @Test func servicesOfOneNameAreToldApartByTheirModules() async {
    var world = complete
    world.serviceStore = ServiceStore(isLive: true)
    await withWorld(world) {
      #expect(reports { _ = Current[Courier.self] }.isOne(saying: "has no live implementation"))
      let audit = await Current.audit(TestSupport.Courier.self, Courier.self)
      #expect(finding("TestSupport.Courier", in: audit)?.state == .live)
      #expect(finding("WorldSimulationTests.Courier", in: audit)?.state == .unassigned)
      #expect(finding("Courier", in: audit) == nil)
      _ = Current[TestSupport.Courier.self]
      let explanation = Current.explain()
      #expect(explanation["TestSupport.Courier"]?.origin.kind == .live)
      #expect(explanation["WorldSimulationTests.Courier"]?.origin.kind == .fallback)
    }
    // One of them alone has its short name.
    #expect(finding("Courier", in: await World.mock.audit(Courier.self))?.state == .mock)
  }

  @Test func aCalendarIsAsLiveAsWhatItIsDerivedFrom() async {
    let zoned = complete.with { $0.timezone = { .gmt } }
    for (world, state) in [(complete, World.Audit.State.live), (.mock, .mock), (zoned, .assigned)] {
      let result = finding("calendar", in: await world.audit())
      #expect(result?.state == state)
      #expect(result?.detail == "derived from timezone and locale")
    }
  }

  @Test func aMockWorldHasNoProblems() async {
    let audit = await World.mock.audit(Ledger.self, Cart.self)
    #expect(audit.problems == [])
    #expect(finding("date", in: audit)?.state == .mock)
    #expect(finding("AuditTests.Cart", in: audit)?.state == .mock)
  }

  @Test func whatNobodyAssignedIsFoundAllAtOnce() async {
    let audit = await World.live.audit(Ledger.self, Cart.self)
    #expect(audit.problems.map(\.name) == ["analytics", "settings", "AuditTests.Cart"])
    #expect(audit.problems.allSatisfy { $0.state == .unassigned })
    let fixes = audit.problems.map { $0.fix ?? "" }
    #expect(fixes[0].contains("World.bootstrap { $0.analytics = … }"))
    #expect(fixes[2].contains("World.bootstrap { $0[AuditTests.Cart.self] = … }"))
    #expect(fixes[2].contains(", or conform AuditTests.Cart to World.LiveService"))
  }

  enum Till {
    struct Cart: World.Service {
      static var mock: Cart { Cart() }
    }
  }

  @Test func eachMissingServiceIsFoundUnderItsOwnName() async {
    let audit = await complete.audit(Cart.self, Till.Cart.self)
    #expect(audit.problems.map(\.name) == ["AuditTests.Cart", "AuditTests.Till.Cart"])
  }

  @Test func anAssignedServiceIsFoundWithoutBeingNamed() async {
    let audit = await complete.with { $0[Cart.self] = Cart(add: { $0 }) }.audit()
    #expect(finding("AuditTests.Cart", in: audit)?.state == .assigned)
  }

  @Test func anAssignedServiceThatIsNamedIsFoundOnce() async {
    let audit = await complete.with { $0[Cart.self] = Cart(add: { $0 }) }.audit(Cart.self)
    #expect(audit.results.map(\.name).filter { $0 == "AuditTests.Cart" }.count == 1)
  }

  @Test func closuresWithArgumentsAreTriedAsTheProgramSays() async {
    let world = complete.with {
      $0[Cart.self] = Cart(add: { if $0 < 0 { throw Refused() } else { $0 } })
    }
    let audit = await world.audit(
      checks: World.Audit.Check("Cart.add 1") { _ = try Current[Cart.self].add(1) },
      World.Audit.Check("Cart.add -1") { _ = try Current[Cart.self].add(-1) })
    #expect(finding("Cart.add 1", in: audit)?.isProblem == false)
    let problem = finding("Cart.add -1", in: audit)
    #expect(problem?.state == .failing)
    #expect(problem?.detail == "the card was refused")
  }

  @Test func anUnimplementedClosureIsFoundOnce() async {
    let world = complete.with {
      $0[Cart.self] = .mock
      $0.uuid = unimplemented("uuid", placeholder: UUID())
    }
    let audit = await world.audit(checks: World.Audit.Check("Cart.add") { _ = try Current[Cart.self].add(1) })
    #expect(audit.problems.map(\.name) == ["uuid", "Cart.add"])
    #expect(audit.problems.allSatisfy { $0.state == .unimplemented && $0.fix != nil })
  }

  @Test func aLiveServiceIsBuiltInTheWorldThatIsAudited() async {
    let audit = await complete.with { $0[Cart.self] = Cart(add: { $0 }) }.audit(Checkout.self)
    #expect(audit.problems == [])
    #expect(finding("AuditTests.Checkout", in: audit)?.state == .live)
  }

  // What an audit finds, it finds again, though the process builds a live service once.
  @Test func servicesThatBuildEachOtherAreFoundEachTime() async {
    for _ in 1...2 {
      let audit = await complete.audit(Hen.self, Egg.self)
      #expect(audit.problems.map(\.state) == [.cyclic])
      #expect(audit.problems.first?.detail.contains("Egg -> Hen -> Egg") == true)
    }
  }

  @Test func oneFaultIsFoundOnce() async {
    let audit = await complete.with { $0.timezone = unimplemented("timezone", placeholder: .gmt) }.audit()
    #expect(audit.problems.map(\.name) == ["timezone"])
  }

  @Test func aCalendarInTheSameZoneByAnotherNameIsCoherent() async {
    let audit = await complete.with {
      $0.timezone = { TimeZone(identifier: "UTC")! }
      $0.calendar = { Calendar(identifier: .gregorian).in(.gmt) }
    }.audit()
    #expect(audit.problems == [])
  }

  @Test func inATaskThatWasCancelledNothingElseIsFound() async {
    let audit = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await complete.audit()
    }
    #expect(await audit.value.problems == [])
  }

  @Test func aCircleIsFoundWithItsPath() async {
    let world = complete.with {
      $0[Values.self] = Values(
        a: lifetime(.singleton, named: "A") { try Current[Values.self].b() },
        b: lifetime(.singleton, named: "B") { try Current[Values.self].a() })
    }
    let audit = await world.audit(checks: World.Audit.Check("a") { _ = try Current[Values.self].a() })
    #expect(finding("a", in: audit)?.state == .cyclic)
    #expect(finding("a", in: audit)?.detail == "A -> B -> A")
  }

  struct Values: World.Service {
    var a: @Sendable () throws -> Int = { 1 }
    var b: @Sendable () throws -> Int = { 2 }
    static var mock: Values { Values() }
  }

  @Test func anAuditMovesNoSourceOn() async {
    let world = World.mock
    let check = World.Audit.Check("draws") {
      // Within the audit they move, so that nobody who draws until it fits waits forever.
      #expect(Current.random.next() != Current.random.next())
      #expect(Current.uuid() != Current.uuid())
      _ = Current.random { UInt64.random(in: 0...UInt64.max / 2 + 1, using: &$0) }
    }
    let audit = await world.audit(checks: check)
    #expect(audit.problems == [])
    #expect(world.random.next() == World.mock.random.next())
    #expect(world.uuid().uuidString == "00000000-0000-0000-0000-000000000001")
    // Who isn't in the audit moves on.
    #expect(world.uuid().uuidString == "00000000-0000-0000-0000-000000000002")
  }

  @Test func whatACheckBeginsIsReportedOnceTheAuditIsOver() async {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let late = Mutex<Task<UUID, Never>?>(nil)
    await withKnownIssue {
      let audit = await World.mock.audit(
        checks: World.Audit.Check("begins") {
          let task = Task {
            for await _ in gate {}
            _ = try? Current[Cart.self].add(1)
            return Current.uuid()
          }
          late.withLock { $0 = task }
        })
      #expect(audit.problems == [])
      opener.finish()
      let identifier = await late.withLock { $0 }?.value
      #expect(identifier?.uuidString.hasSuffix("0001") == true)
    } matching: {
      $0.comments.contains { "\($0)".contains("Cart.add was called") }
    }
  }

  @Test func aCalendarInAnotherZoneThanTheWorldIsIncoherent() async throws {
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    let utc = Calendar(identifier: .gregorian).in(.gmt)
    let audit = await complete.with {
      $0.timezone = { tokyo }
      $0.calendar = { utc }
    }.audit()
    #expect(audit.problems.map(\.name) == ["calendar"])
    #expect(audit.problems.first?.state == .incoherent)
    #expect(audit.problems.first?.detail.contains("Asia/Tokyo") == true)
  }

  @Test func itIsPrintedAsATableAndAsJSON() async throws {
    var audit = await complete.with { $0[Cart.self] = Cart(add: { $0 }) }.audit(Ledger.self)
    let lines = audit.description.split(separator: "\n").map(String.init)
    #expect(lines.first == "date               live")
    #expect(lines.contains { $0.hasPrefix("AuditTests.Cart    assigned  ") })
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    audit.results.removeAll { $0.name != "date" }
    audit.results[0].state = .failing
    let json = try String(decoding: encoder.encode(audit), as: UTF8.self)
    #expect(json == #"{"results":[{"detail":"","name":"date","state":"throws"}]}"#)
  }
}

extension Calendar {
  fileprivate func `in`(_ zone: TimeZone) -> Calendar {
    var calendar = self
    calendar.timeZone = zone
    return calendar
  }
}
