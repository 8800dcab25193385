import Foundation
import Synchronization
import TestSupport
import Testing
import World
import WorldLifetimes
import WorldMocks
import WorldTesting

@Suite(.world(.mock))
struct LifetimeTests {
  final class Cache: Sendable {}

  @Test func argumentsWithOneHashValueHaveValuesOfTheirOwn() {
    struct Same: Hashable {
      var number: Int
      func hash(into hasher: inout Hasher) {}
    }
    let value = lifetime(.singleton) { (a: Same, b: Same) in "\(a.number) \(b.number)" }
    for _ in 0..<2 {
      for (a, b) in [(1, 1), (2, 1), (1, 2), (2, 2)] {
        #expect(value(Same(number: a), Same(number: b)) == "\(a) \(b)")
      }
    }
  }

  @Test func anArgumentThatIsNotEqualToItselfHasNoValueOfItsOwn() {
    let builds = Atomic(0)
    let cache = lifetime(.singleton) { (_: Double, _: Int) in
      builds.add(1, ordering: .relaxed)
      return Cache()
    }
    for round in 1...2 {
      weak var built: Cache?
      let issues = reports { built = cache(.nan, 1) }
      #expect(issues.isOne(saying: "an argument that isn't equal to itself, such as Double.nan"))
      #expect(builds.load(ordering: .relaxed) == round)
      // It isn't stored where nobody finds it.
      #expect(built == nil)
    }
    #expect(cache(1, 1) === cache(1, 1))
  }

  @Test func withoutALifetimeEachCallBuilds() {
    let cache: @Sendable () -> Cache = { Cache() }
    #expect(cache() !== cache())
  }

  @Test func aSingletonIsBuiltAtFirstUseAndCached() {
    let builds = Atomic(0)
    let cache = lifetime(.singleton) {
      builds.add(1, ordering: .relaxed)
      return Cache()
    }
    #expect(builds.load(ordering: .relaxed) == 0)
    #expect(cache() === cache())
    #expect(builds.load(ordering: .relaxed) == 1)
  }

  @Test func aTaskThatABuildBeginsDoesNotKeepItsValue() async {
    let (mayEnd, end) = AsyncStream.makeStream(of: Void.self)
    let tasks = Lock<[Task<Void, Never>]>([])
    let cache = lifetime(.weak) {
      let task = Task { for await _ in mayEnd {} }
      tasks.withLock { $0.append(task) }
      return Cache()
    }
    weak var built: Cache?
    do {
      let held = cache()
      built = held
      #expect(built != nil)
      withExtendedLifetime(held) {}
    }
    #expect(built == nil)
    end.finish()
    for task in tasks.withLock({ $0 }) { await task.value }
  }

  @Test func aWeakValueIsCachedWhileItIsReferenced() {
    let builds = Atomic(0)
    let cache = lifetime(.weak) {
      builds.add(1, ordering: .relaxed)
      return Cache()
    }
    do {
      let held = cache()
      #expect(cache() === held)
      withExtendedLifetime(held) {}
    }
    _ = cache()
    #expect(builds.load(ordering: .relaxed) == 2)
  }

  @Test func thereIsOneValueForEachCombinationOfArguments() {
    let join = lifetime(.singleton) { (number: Int, text: String) in "\(text)\(number) of \(Current.uuid())" }
    let one = join(1, "a")
    #expect(one.hasPrefix("a1 of "))
    #expect(join(1, "a") == one)
    #expect(join(2, "a") != one)
    #expect(join(1, "b") != one)
  }

  @Test func aNilThatWasBuiltIsAValue() {
    let builds = Atomic(0)
    let none = lifetime(.singleton) { () -> Int? in
      builds.add(1, ordering: .relaxed)
      return nil
    }
    #expect(none() == nil)
    #expect(none() == nil)
    #expect(builds.load(ordering: .relaxed) == 1)
  }

  @Test func aUserWritesALifetimeOfTheirOwn() {
    let token = lifetime(.fresh(for: 60)) { Current.uuid() }
    let first = token()
    Current.date = { [then = Current.date()] in then + 59 }
    #expect(token() == first)
    Current.date = { [then = Current.date()] in then + 1 }
    #expect(token() != first)
  }

  struct Refused: Error, Equatable {}

  @Test func anErrorIsThrownAndTheNextCallTriesAgain() throws {
    let builds = Atomic(0)
    let cache = lifetime(.singleton) { () throws -> Cache in
      if builds.add(1, ordering: .relaxed).newValue == 1 { throw Refused() }
      return Cache()
    }
    #expect(throws: Refused()) { try cache() }
    let built = try cache()
    #expect(try cache() === built)
    #expect(builds.load(ordering: .relaxed) == 2)
  }

  @Test func anErrorOfAnAsynchronousBuildingIsThrownAndTheNextCallTriesAgain() async throws {
    let builds = Atomic(0)
    let cache = lifetime(.singleton) { () async throws -> Cache in
      await Task.yield()
      if builds.add(1, ordering: .relaxed).newValue == 1 { throw Refused() }
      return Cache()
    }
    await #expect(throws: Refused()) { try await cache() }
    let built = try await cache()
    #expect(try await cache() === built)
    #expect(builds.load(ordering: .relaxed) == 2)
  }

  @Test func aValueOfTheMainActorIsBuiltThere() async {
    let player = lifetime(.singleton) { await Player() }
    let built = await player()
    #expect(await player() === built)
  }

  @MainActor final class Player {
    init() { MainActor.preconditionIsolated() }

    init(of user: Int) throws {
      if user < 0 { throw Refused() }
    }
  }

  struct Players: World.Service {
    var shared: @MainActor @Sendable () -> Player
    var ofUser: @MainActor @Sendable (Int) throws -> Player
    static var mock: Players { Players(shared: { Player() }, ofUser: { try Player(of: $0) }) }
  }

  @Test(
    .world {
      $0[Players.self].shared = lifetime(.singleton) { @MainActor in Player() }
      $0[Players.self].ofUser = lifetime(.weak, on: MainActor.self) { (user: Int) in try Player(of: user) }
    })
  @MainActor func theMainActorCachesItsValuesWithoutAwait() throws {
    let players = Current[Players.self]
    #expect(players.shared() === players.shared())
    let first = try players.ofUser(1)
    #expect(try players.ofUser(1) === first)
    #expect(try players.ofUser(2) !== first)
    #expect(throws: Refused()) { try players.ofUser(-1) }
  }

  /// Without a type, `lifetime` still has one meaning.
  @Test @MainActor func aClosureWithoutIsolationStaysSo() {
    let cache = lifetime(.singleton) { Cache() }
    let call: @Sendable () -> Cache = cache
    #expect(call() === cache())
  }

  @Test func aWorldThatIsReleasedReleasesWhatItCached() {
    weak var kept: Cache?
    do {
      var world = World.mock
      world[Caches.self].shared = lifetime(.singleton) { Cache() }
      kept = world[Caches.self].shared()
      #expect(kept != nil)
    }
    #expect(kept == nil)
  }

  struct Caches: World.Service {
    var shared: @Sendable () -> Cache
    static var mock: Caches { Caches(shared: { Cache() }) }
  }
}

extension World.Lifetime {
  /// Kept for so many seconds of the world's time.
  fileprivate static func fresh(for seconds: TimeInterval) -> Self {
    Self {
      let kept = Mutex<(value: Value, until: Date)?>(nil)
      return Storage(
        load: {
          let now = Current.date()
          return kept.withLock { $0.flatMap { now < $0.until ? $0.value : nil } }
        },
        store: { value in
          let until = Current.date() + seconds
          kept.withLock { $0 = (value, until) }
        })
    }
  }
}
