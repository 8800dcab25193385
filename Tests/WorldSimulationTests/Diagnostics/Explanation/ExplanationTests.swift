import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

struct ExplanationTests {
  struct Ledger: World.LiveService {
    var name: String
    static var live: Ledger { Ledger(name: "live") }
    static var mock: Ledger { Ledger(name: "mock") }
  }

  struct Payments: World.LiveService {
    var name: String
    static var live: Payments { Payments(name: "live on \(Current[Ledger.self].name)") }
    static var mock: Payments { Payments(name: "mock on \(Current[Ledger.self].name)") }
  }

  struct Cart: World.Service {
    var name: String
    static var mock: Cart {
      Cart(name: "mock of \(Current[Payments.self].name) and \(Current[Ledger.self].name)")
    }
  }

  private func origin(_ name: String) -> String? { Current.explain()[name]?.origin.description }

  private static let names = [
    "date", "calendar", "timezone", "locale", "uuid", "random", "sleep", "analytics", "settings",
  ]

  private static let changes: [String: @Sendable (inout World) -> Void] = [
    "date": { $0.date = { .distantPast } },
    "calendar": { $0.calendar = { Calendar(identifier: .buddhist) } },
    "timezone": { $0.timezone = { .gmt } },
    "locale": { $0.locale = { Locale(identifier: "fr_FR") } },
    "uuid": { $0.uuid = { UUID() } },
    "random": { $0.random = .seeded(7) },
    "sleep": { $0.sleep = { _ in } },
    "analytics": { $0.analytics = .discarding },
    "settings": { $0.settings = .inMemory() },
  ]

  @Test(.world(.mock), arguments: names)
  func whatChangesOneDependencyExplainsThatOneAlone(name: String) throws {
    let change = try #require(Self.changes[name])
    withWorld(change) {
      let changed = Current.explain().entries.filter { $0.origin.kind == .scope }
      #expect(changed.map(\.name) == [name])
    }
  }

  @Test func inALiveWorldAllIsLive() {
    // After them come the live services that the process has built so far.
    let builtIns = withWorld(.live) { Current.explain() }.entries.prefix(Self.names.count)
    #expect(builtIns.map(\.name) == Self.names)
    let others = [
      "calendar": "derived from timezone and locale", "analytics": "unassigned", "settings": "unassigned",
    ]
    let origins = Self.names.map { others[$0] ?? "live" }
    #expect(builtIns.map(\.origin.description) == origins)
  }

  @Test(.world(.mock)) func inAMockWorldAllIsMock() {
    let origins = Current.explain().entries.map { "\($0.name) \($0.origin)" }
    // A calendar that follows is the same in both.
    #expect(
      origins
        == Self.names.map { $0 == "calendar" ? "calendar derived from timezone and locale" : "\($0) mock" })
  }

  @Test func aScopeIsNamedByItsPlace() {
    withWorld(.live) {
      let line = #line + 1
      withWorld {
        $0.date = { .distantPast }
      } operation: {
        #expect(origin("date") == "scope at \(#fileID):\(line)")
        #expect(origin("locale") == "live")
        // Further scopes change nothing about it.
        withWorld {
          $0.locale = { Locale(identifier: "fr_FR") }
        } operation: {
          #expect(origin("date") == "scope at \(#fileID):\(line)")
          #expect(origin("locale")?.hasPrefix("scope at \(#fileID):") == true)
          #expect(origin("locale") != origin("date"))
        }
      }
    }
  }

  @Test func ofSeveralScopesTheOneThatAssignedLastIsNamed() {
    withWorld(.live) {
      let outer = #line + 1
      withWorld {
        $0.date = { .distantPast }
        $0.uuid = { UUID() }
        $0[Ledger.self] = Ledger(name: "outer")
        $0[Payments.self] = Payments(name: "outer")
      } operation: {
        let inner = #line + 1
        withWorld {
          $0.date = { .distantFuture }
          $0[Ledger.self] = Ledger(name: "inner")
        } operation: {
          func expectOuterAndInner() {
            #expect(origin("date") == "scope at \(#fileID):\(inner)")
            #expect(origin("uuid") == "scope at \(#fileID):\(outer)")
            #expect(origin("ExplanationTests.Ledger") == "scope at \(#fileID):\(inner)")
            #expect(origin("ExplanationTests.Payments") == "scope at \(#fileID):\(outer)")
          }
          expectOuterAndInner()
          let innermost = #line + 1
          withWorld {
            $0.locale = { Locale(identifier: "fr_FR") }
          } operation: {
            expectOuterAndInner()
            Current.uuid = { UUID() }
            Current[Payments.self] = Payments(name: "written")
            #expect(origin("uuid") == "write in the scope at \(#fileID):\(innermost)")
            #expect(origin("ExplanationTests.Payments") == "write in the scope at \(#fileID):\(innermost)")
            #expect(origin("date") == "scope at \(#fileID):\(inner)")
          }
          expectOuterAndInner()
        }
        #expect(origin("date") == "scope at \(#fileID):\(outer)")
        Current.date = { .distantPast }
        #expect(origin("date") == "write in the scope at \(#fileID):\(outer)")
      }
      #expect(origin("date") == "live")
    }
  }

  @Test func whatAScopeAssignedThatHasEndedHasNoPlace() {
    let captured = withWorld(
      World(date: { .distantPast }).with { $0[Payments.self] = Payments(name: "first") }
    ) { Current }
    let changed = captured.with { $0.locale = { Locale(identifier: "fr_FR") } }
    withWorld(.live) {
      let line = #line + 1
      withWorld(changed) {
        #expect(origin("date") == "scope")
        #expect(origin("ExplanationTests.Payments") == "scope")
        #expect(origin("locale") == "scope at \(#fileID):\(line)")
        #expect(origin("uuid") == "live")
      }
    }
  }

  @Test func anOuterScopeMayBeAssignedTheWorldOfAnInnerOne() async {
    await withWorld(World.live.with { $0.date = { .distantPast } }) {
      let (worlds, assign) = AsyncStream.makeStream(of: World.self)
      let writer = Task { for await world in worlds { Current = world } }
      let line = #line + 1
      await withWorld {
        $0.uuid = { UUID() }
      } operation: {
        assign.yield(Current)
        assign.finish()
        await writer.value
        // Each scope's world was current in the other one before.
        #expect(origin("date") == "scope")
        #expect(origin("uuid") == "scope at \(#fileID):\(line)")
      }
    }
  }

  @Test(.world(.mock)) func aTestIsNotTheScopeOfAValueWhoseScopeHasEnded() {
    let world = withWorld({ $0.date = { .distantPast } }) { Current }
    #expect(world.explain()["date"]?.origin.description == "scope")
  }

  @Test func aScopeInsideDoesNotClaimWhatAnEnteredWorldBroughtAlong() {
    let line = #line + 1
    withWorld(World(date: { .distantPast })) {
      withWorld {
        $0.locale = { Locale(identifier: "fr_FR") }
      } operation: {
        #expect(origin("date") == "scope at \(#fileID):\(line)")
      }
    }
  }

  @Test func aWorldThatAnUpdateAssignsIsNamedByTheScope() {
    let world = World(date: { .distantPast })
    let line = #line + 1
    withWorld {
      $0 = world
    } operation: {
      #expect(origin("date") == "scope at \(#fileID):\(line)")
    }
  }

  @Test func whatAWorldIsNotGivenIsNotAssigned() {
    func assigned(in world: World) -> [BuiltIn] { BuiltIn.allCases.filter(world.isAssigned) }
    #expect(assigned(in: World(date: { .distantPast })) == [.date])
    #expect(assigned(in: World(calendar: Calendar(identifier: .hebrew))) == [.calendar])
    #expect(assigned(in: World(timezone: .gmt)) == [.timezone])
    #expect(assigned(in: World(locale: Locale(identifier: "fr_FR"))) == [.locale])
  }

  @Test func anAsynchronousScopeIsNamedByItsPlace() async {
    let line = #line + 1
    await withWorld(World(date: { .distantPast })) {
      await Task.yield()
      #expect(origin("date") == "scope at \(#fileID):\(line)")
      #expect(origin("uuid") == "live")
    }
  }

  @Test(.world { $0.date = { .distantPast } }) func aTestsTraitIsNamedByTheTest() {
    #expect(origin("date") == "scope of the test aTestsTraitIsNamedByTheTest() (\(#fileID):\(#line - 1))")
    #expect(origin("locale") == "mock")
  }

  @Test func aWriteIsToldFromTheScopeItIsIn() {
    let line = #line + 1
    withWorld(.mock) {
      Current.date = { .distantPast }
      #expect(origin("date") == "write in the scope at \(#fileID):\(line)")
      #expect(origin("locale") == "mock")
    }
  }

  @Test func theLibrarysOwnServicesAreNotShown() {
    let world = World.mock.using(TimeMachine(frozenAt: .distantPast))
    #expect(withWorld(world) { Current.explain() }.entries.map(\.name) == Self.names)
  }

  private struct Mailer: World.LiveService {
    var send: @Sendable (String) -> Void
    var receive: @Sendable () async throws -> String
    var count: @Sendable () -> Int

    static var live: Mailer { Mailer(send: { _ in }, receive: { "live" }, count: { 1 }) }
    static var mock: Mailer { Mailer(send: { _ in }, receive: { "mock" }, count: { 2 }) }
  }

  @Test func aServiceThatIsReplacedHasOneRow() {
    withWorld {
      $0[Mailer.self] = .mock
    } operation: {
      withWorld {
        $0[Mailer.self] = .live
      } operation: {
        #expect(Current.explain().entries.count { $0.name == "ExplanationTests.Mailer" } == 1)
      }
    }
  }

  @Test func aWorldThatIsAssignedIsAWrite() {
    let line = #line + 1
    withWorld(.mock) {
      let all = Self.changes.values
      Current = World.live.with { world in all.forEach { $0(&world) } }
      for name in Self.names { #expect(origin(name) == "write in the scope at \(#fileID):\(line)") }
    }
  }

  @Test(.world { $0.date = { .distantPast } }) func aCopyThatWasChangedIsNobodyElses() {
    var copy = Current
    copy.date = { .distantFuture }
    #expect(copy.explain()["date"]?.origin.description == "changed copy")
  }

  @Test func aServiceIsCreditedToTheScopeThatAssignedItLast() {
    withWorld {
      $0[Ledger.self] = Ledger(name: "outer")
    } operation: {
      let line = #line + 1
      withWorld {
        $0[Ledger.self] = Ledger(name: "inner")
      } operation: {
        #expect(origin("ExplanationTests.Ledger") == "scope at \(#fileID):\(line)")
      }
    }
  }

  @Test(.world(.mock)) func aCopyKnowsTheScopeThatAssignedItsService() {
    let line = #line + 1
    withWorld {
      $0[Ledger.self] = Ledger(name: "outer")
    } operation: {
      let copy = Current
      withWorld {
        $0[Ledger.self] = Ledger(name: "inner")
      } operation: {
        #expect(
          copy.explain()["ExplanationTests.Ledger"]?.origin.description == "scope at \(#fileID):\(line)")
        let changed = copy.with { $0[Ledger.self] = Ledger(name: "changed") }
        #expect(changed.explain()["ExplanationTests.Ledger"]?.origin.description == "changed copy")
      }
    }
  }

  @Test func aMockInALiveWorldIsCalledAFallback() {
    withWorld(.live) {
      let issues = reports { #expect(Current[Cart.self].name.hasPrefix("mock")) }
      #expect(issues.isOne(saying: "Cart was read in a live world"))
      #expect(origin("ExplanationTests.Cart") == "fallback")
    }
  }

  @Test func aSimulationClaimsNothingThatWasAssignedSince() {
    var world = World.live.using(World.Simulation(locale: Locale(identifier: "fr_FR")))
    world.locale = { Locale(identifier: "de_DE") }
    world.use(World.Simulation(seed: 1))
    withWorld(.live) {
      Current = world
      #expect(origin("random")?.hasPrefix("simulation") == true)
      #expect(origin("locale")?.hasPrefix("write") == true)
    }
  }

  @Test func aSimulationInAWriteThatAnotherOverlapsIsExplained() {
    withWorld(.live) {
      func use(_ simulation: World.Simulation, during world: inout World) {
        Current.use(simulation)
        world.date = { .distantPast }
      }
      use(World.Simulation(locale: Locale(identifier: "fr_FR")), during: &Current)
      #expect(Current.locale().identifier == "fr_FR")
      #expect(origin("locale") == "simulation --locale fr_FR")
    }
  }

  @Test func aSimulationInAWriteThatOverlapsAnotherIsExplained() {
    withWorld(.live) {
      func use(_ simulation: World.Simulation, in world: inout World) {
        Current.date = { .distantPast }
        world.use(simulation)
      }
      use(World.Simulation(locale: Locale(identifier: "fr_FR")), in: &Current)
      #expect(origin("locale") == "simulation --locale fr_FR")
      #expect(origin("date")?.hasPrefix("write") == true)
    }
  }

  @Test func bootstrapAssignsAgainWhatWasWrittenBefore() {
    withWorld(.live) {
      Current.date = { .distantPast }
      let line = #line + 1
      World.bootstrap { $0.date = { .distantFuture } }
      #expect(origin("date") == "bootstrap at \(#fileID):\(line)")
    }
  }

  @Test func aServiceThatIsWrappedAtEachReadIsExplained() {
    var world = World.live
    world.serviceStore = ServiceStore(wrapping: .live, isKept: false) { $0() }
    withWorld(world) {
      _ = Current[Ledger.self]
      #expect(origin("ExplanationTests.Ledger") == "live")
    }
  }

  @Test func overlappingWritesAreBothExplained() {
    withWorld(.live) {
      func change(_ world: inout World, during body: () -> Void) {
        body()
        world.locale = { Locale(identifier: "fr_FR") }
      }
      change(&Current) { Current.date = { .distantPast } }
      #expect(origin("date")?.hasPrefix("write") == true)
      #expect(origin("locale")?.hasPrefix("write") == true)
    }
  }

  @Test func aBootstrapInsideKeepsThePlaceOfTheOneOutside() {
    withWorld(.live) {
      let outer = #line + 1
      World.bootstrap { $0.date = { .distantPast } }
      withWorld {
        $0.timezone = { .gmt }
      } operation: {
        let inner = #line + 1
        World.bootstrap { $0.uuid = { UUID() } }
        #expect(origin("date") == "bootstrap at \(#fileID):\(outer)")
        #expect(origin("uuid") == "bootstrap at \(#fileID):\(inner)")
      }
    }
  }

  @Test func bootstrapIsNamedByItsPlace() {
    withWorld(.live) {
      Current.date = { .distantPast }
      let line = #line + 1
      World.bootstrap {
        $0.analytics = .discarding
        $0[Ledger.self] = Ledger(name: "assigned")
      }
      #expect(origin("analytics") == "bootstrap at \(#fileID):\(line)")
      #expect(origin("ExplanationTests.Ledger") == "bootstrap at \(#fileID):\(line)")
      #expect(origin("date")?.hasPrefix("write") == true)
      #expect(origin("locale") == "live")
      withWorld {
        $0.uuid = { UUID() }
      } operation: {
        #expect(origin("analytics") == "bootstrap at \(#fileID):\(line)")
      }
    }
  }

  @Test func aSimulationIsNamedByItsFlags() {
    let simulation = World.Simulation(locale: Locale(identifier: "fr_FR"), seed: 42)
    withWorld(World.live.using(simulation)) {
      #expect(origin("locale") == "simulation --locale fr_FR --seed 42")
      #expect(origin("random") == "simulation --locale fr_FR --seed 42")
      #expect(origin("date") == "live")
    }
  }

  @Test func aSimulationClaimsOnlyWhatItSimulates() {
    withWorld(.live) {
      let line = #line + 1
      World.bootstrap {
        $0.analytics = .discarding
        $0[Ledger.self] = Ledger(name: "assigned")
        $0.use(World.Simulation(seed: 1))
        $0.use(World.Simulation(locale: Locale(identifier: "fr_FR")))
      }
      let bootstrap = "bootstrap at \(#fileID):\(line)"
      #expect(origin("analytics") == bootstrap)
      #expect(origin("ExplanationTests.Ledger") == bootstrap)
      #expect(origin("locale") == "simulation --locale fr_FR --seed 1")
      #expect(origin("random") == "simulation --locale fr_FR --seed 1")
    }
  }

  struct Padded: World.Service {
    var first: Int8 = 1
    var function: @Sendable () -> Void = {}
    var flag = true
    var number: Int? = nil
    static var mock: Padded { Padded() }
  }

  @Test(.world(.mock)) func aServiceThatWasAssignedOutsideIsKnownInside() {
    let line = #line + 1
    withWorld {
      $0[Padded.self] = Padded()
    } operation: {
      withWorld {
        $0[Ledger.self] = .mock
        $0[Ledger.self] = .mock
      } operation: {
        #expect(origin("ExplanationTests.Padded") == "scope at \(#fileID):\(line)")
      }
    }
  }

  @Test(.world(.mock)) func aValueIsExplainedHoweverDeepItsScopeIs() {
    func nest(_ depth: Int, _ body: () -> Void) {
      withWorld {
        $0.locale = { Locale(identifier: "fr_FR") }
      } operation: {
        depth > 0 ? nest(depth - 1, body) : body()
      }
    }
    let line = #line + 1
    withWorld {
      $0.date = { .distantPast }
    } operation: {
      nest(100) { #expect(origin("date") == "scope at \(#fileID):\(line)") }
    }
  }

  @Test func aPrivateServiceHasAReadableName() {
    struct Hidden: World.Service {
      static var mock: Hidden { Hidden() }
    }
    let names = World.live.with { $0[Hidden.self] = Hidden() }.explain().entries.map(\.name)
    #expect(names.contains { $0.hasSuffix("Hidden") && !$0.contains("$") })
  }

  @Test func ofManyAssignmentsOfOneAuthorTheLatestIsRetained() {
    final class Sink: Sendable {}
    var world = World.mock
    weak var first: Sink?
    func assign() -> Sink {
      let sink = Sink()
      world[Mailer.self].send = { _ in withExtendedLifetime(sink) {} }
      return sink
    }
    first = assign()
    #expect(first != nil)
    _ = assign()
    #expect(first == nil)
  }

  @Test func ofManySimulationsTheLatestIsRetainedAndTheEarlierOnesAreReleased() {
    final class Resource: Sendable {}
    weak var first: Resource?
    var world = World.live
    do {
      let resource = Resource()
      first = resource
      world.uuid = { withExtendedLifetime(resource) { UUID() } }
    }
    for seed in 1...3 {
      world = world.using(World.Simulation(locale: Locale(identifier: "fr_FR"), seed: UInt64(seed)))
      world.uuid = { UUID() }
    }
    #expect(first == nil)
    #expect(world.explain()["locale"]?.origin.description == "simulation --locale fr_FR --seed 3")
  }

  @Test(.world(.mock)) func aWorldThatIsNotCurrentExplainsItselfToo() {
    let world = Current.with { $0.date = { .distantPast } }
    #expect(world.explain()["date"]?.origin.description == "changed copy")
    #expect(world.explain()["locale"]?.origin.kind == .mock)
    #expect(World.live.explain()["locale"]?.origin.kind == .live)
  }

  /// A job that begins the next one from inside its scope doesn't keep all of its predecessors alive.
  @Test(.world(.mock), .timeLimit(.minutes(120))) func theWayBackThroughScopesIsBounded() async {
    final class Resource: Sendable {}
    final class Reference: Sendable {
      weak let resource: Resource?
      init(_ resource: Resource) { self.resource = resource }
    }
    let end = AsyncStream<Void>.makeStream()

    @Sendable func begin(_ step: Int, _ resource: Resource?, _ first: Reference) {
      withWorld {
        $0.uuid = { [resource] in withExtendedLifetime(resource) { UUID() } }
      } operation: {
        _ = Task {
          if step < 300 { return begin(step + 1, nil, first) }
          // In the innermost scope still. The first task may be about to end.
          while first.resource != nil { await Task.yield() }
          end.continuation.finish()
        }
      }
    }

    func beginFirst() {
      let resource = Resource()
      begin(0, resource, Reference(resource))
    }
    beginFirst()
    for await _ in end.stream {}
    #expect(Current.explain()["uuid"]?.origin.kind == .mock)
  }

  @Test(.world(.mock)) func itIsPrintedAsATableAndAsJSON() throws {
    _ = Current[Payments.self]
    let explanation = Current.explain()
    let lines = explanation.description.split(separator: "\n")
    #expect(lines.first == "date                       mock")
    #expect(lines.last == "ExplanationTests.Payments  mock")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var copy = Current.with { $0.date = { .distantPast } }.explain()
    copy.entries.removeAll { $0.name != "date" }
    let json = try String(decoding: encoder.encode(copy), as: UTF8.self)
    #expect(json == #"{"entries":[{"name":"date","origin":{"kind":"changed copy"}}]}"#)
  }
}
