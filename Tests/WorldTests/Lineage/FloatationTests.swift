import Foundation
import TestSupport
import Testing
import World
import WorldLifetimes
import WorldMocks
import WorldSimulation
import WorldTesting

/// Floatation: a registry a module, mock until it is assigned.
@Suite(.world(.mock))
struct FloatationTests {
  // What the core module declares: the interface and its mock, and no live code.

  struct Experiments: World.Service {
    var isOn: @Sendable (_ name: String) -> Bool
    static var mock: Experiments { Experiments(isOn: { _ in false }) }
  }

  struct KeyValueStore: World.Service {
    var increment: @Sendable (_ key: String) -> Int

    static var mock: KeyValueStore {
      let counts = Lock<[String: Int]>([:])
      return KeyValueStore(increment: { key in
        counts.withLock { counts in
          counts[key, default: 0] += 1
          return counts[key, default: 0]
        }
      })
    }
  }

  /// A feature's builder, which knows the interfaces alone.
  private func buildTitle() -> String {
    Current[Experiments.self].isOn("shorter-title") ? "Hi" : "Good afternoon"
  }

  /// The app's launch code, which knows the live ones.
  private func launch(_ world: inout World) {
    world.analytics = .discarding
    world.settings = .inMemory()
    world[Experiments.self] = Experiments(isOn: { $0 == "shorter-title" })
    world[KeyValueStore.self] = .mock
  }

  @Test func aModuleThatKnowsOnlyTheInterfaceIsTestedWithTheMock() {
    #expect(buildTitle() == "Good afternoon")
    Current[Experiments.self].isOn = { _ in true }
    #expect(buildTitle() == "Hi")
  }

  @Test func anUnassignedServiceIsItsMockAndIsReported() {
    let issues = reports { #expect(withWorld(.live) { buildTitle() } == "Good afternoon") }
    #expect(issues.isOne(saying: "Experiments was read in a live world"))
  }

  @Test func theLiveOneIsAssignedOnceAndASecondTimeIsRefusedWithBothPlaces() {
    withWorld(.live) {
      let first = #line + 1
      World.bootstrap(launch)
      let issues = reports { World.bootstrap { $0[Experiments.self] = .mock } }
      #expect(issues.isOne(saying: "FloatationTests.swift:\(first)"))
      #expect(issues.first?.location?.description == "\(#fileID):\(first + 1)")
      #expect(buildTitle() == "Hi")
    }
  }

  @Test func launchLeavesNothingUnassigned() async {
    let audit = await World.live.with(launch).audit(Experiments.self, KeyValueStore.self)
    #expect(audit.problems == [], "\(audit)")
    let forgetful = await World.live.audit(Experiments.self, KeyValueStore.self)
    #expect(forgetful.problems.map(\.name).contains("FloatationTests.Experiments"))
  }

  // Whichever of the two runs first, the other one begins with a new mock, too.
  @Test(arguments: 1...2)
  func worldsAreResetBetweenTests(run: Int) {
    #expect(Current[KeyValueStore.self].increment("launches") == 1)
  }

  final class Database: Sendable {}

  @Test func aLazyValueIsBuiltAtFirstUseAndCached() {
    let builds = Lock(0)
    let database = lifetime(.singleton) {
      builds.withLock { $0 += 1 }
      return Database()
    }
    #expect(builds.withLock { $0 } == 0)
    #expect(database() === database())
  }

  @Test func aWeaklyLazyValueIsCachedWhileItIsReferenced() {
    let builds = Lock(0)
    let database = lifetime(.weak) {
      builds.withLock { $0 += 1 }
      return Database()
    }
    withExtendedLifetime(database()) { _ = database() }
    #expect(builds.withLock { $0 } == 1)
    _ = database()
    #expect(builds.withLock { $0 } == 2)
  }
}
