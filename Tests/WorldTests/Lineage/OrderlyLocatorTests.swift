import Foundation
import TestSupport
import Testing
import World
import WorldLifetimes
import WorldMocks
import WorldSimulation
import WorldTesting

/// OrderlyLocator: registration in rounds, lifetimes, configuration, and an audit.
@Suite(.world(.mock))
struct OrderlyLocatorTests {
  struct Network: World.Service {
    var get: @Sendable (_ path: String) -> String
    static var mock: Network { Network(get: { "mock of \($0)" }) }
  }

  struct Profiles: World.Service {
    var name: @Sendable (_ user: String) -> String
    static var mock: Profiles { Profiles(name: { _ in "Mock" }) }
  }

  final class Router: Sendable {}
  enum Tab: Hashable { case home, settings }

  struct Routers: World.Service {
    var router: @Sendable (_ tab: Tab) -> Router
    static var mock: Routers { Routers(router: lifetime(.singleton) { (_: Tab) in Router() }) }
  }

  @Test func aStageUsesWhatEarlierStagesBuilt() {
    let world = World.live
      .with { $0[Network.self] = Network(get: { "GET \($0)" }) }
      .with { world in
        let network = world[Network.self]
        world[Profiles.self] = Profiles(name: { network.get("/users/\($0)") })
      }
    #expect(withWorld(world) { Current[Profiles.self].name("ada") } == "GET /users/ada")
  }

  @Test func whatALaterStageBuildsIsNotThereYet() {
    let issues = reports {
      _ = World.live
        .with { world in
          let network = world[Network.self]
          world[Profiles.self] = Profiles(name: { network.get("/users/\($0)") })
        }
        .with { $0[Network.self] = Network(get: { "GET \($0)" }) }
    }
    #expect(issues.isOne(saying: "Network was read in a live world"))
  }

  /// A world that is assembled can't be reached from inside, so a closure that waits for a later round doesn't
  /// compile.
  @Test(.world(.live), .enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
  func aCircleCannotBeWritten() throws {
    let errors = try Compiler.errors(
      in: """
        import World
        func assemble() -> World {
          World.live.with { world in world.uuid = { world.uuid() } }
        }
        """)
    let error = "mutable capture of 'inout' parameter 'world' is not allowed"
    #expect(errors.first?.contains(error) == true, "\(errors)")
  }

  @Test(.world(.live), .enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
  func anAssembledWorldIsAValueThatItsReadersCannotChange() throws {
    let errors = try Compiler.errors(
      in: """
        import Foundation
        import World
        let world = World.live.with { $0.date = { Date.distantPast } }
        func read() { world.date = { Date.distantFuture } }
        """)
    #expect(errors.first?.contains("'world' is a 'let' constant") == true, "\(errors)")
  }

  @Test func aUniqueDependencyIsAClosure() {
    let router: @Sendable () -> Router = { Router() }
    #expect(router() !== router())
  }

  @Test func aSingletonIsBuiltOnce() {
    let router = lifetime(.singleton) { Router() }
    #expect(router() === router())
  }

  @Test func aWeaklySharedOneIsBuiltWhileItIsNotReferenced() {
    let builds = Lock(0)
    let router = lifetime(.weak) {
      builds.withLock { $0 += 1 }
      return Router()
    }
    withExtendedLifetime(router()) { _ = router() }
    #expect(builds.withLock { $0 } == 1)
    _ = router()
    #expect(builds.withLock { $0 } == 2)
  }

  @Test func severalOfOneTypeAreToldApartByAKey() {
    let routers = Current[Routers.self]
    #expect(routers.router(.home) === routers.router(.home))
    #expect(routers.router(.home) !== routers.router(.settings))
  }

  @Test func aLifetimeOfOnesOwnIsTwoFunctions() {
    // Kept until somebody says that memory is short.
    let kept = Lock<Router?>(nil)
    let untilMemoryIsShort = World.Lifetime<Router> {
      World.Lifetime.Storage(
        load: { kept.withLock { $0 } }, store: { router in kept.withLock { $0 = router } })
    }
    let router = lifetime(untilMemoryIsShort) { Router() }
    let first = router()
    #expect(router() === first)
    kept.withLock { $0 = nil }
    #expect(router() !== first)
  }

  @Test func whatIsKnownOnlyAtRunTimeIsAnArgument() {
    #expect(Current[Network.self].get("/users/ABC") == "mock of /users/ABC")
  }

  @Test func anAuditBuildsEverythingAndNamesAllThatIsWrong() async {
    let world = World.live.with {
      $0.analytics = .discarding
      $0[Profiles.self] = Profiles(name: unimplemented("Profiles.name", placeholder: ""))
    }
    let audit = await world.audit(
      Network.self, Routers.self,
      checks: World.Audit.Check("Profiles.name") { _ = Current[Profiles.self].name("123") })
    #expect(
      audit.problems.map { "\($0.name) \($0.state.rawValue)" } == [
        "settings unassigned", "OrderlyLocatorTests.Network unassigned",
        "OrderlyLocatorTests.Routers unassigned",
        "Profiles.name unimplemented",
      ])
    #expect(audit.problems.allSatisfy { $0.fix != nil })
  }
}
