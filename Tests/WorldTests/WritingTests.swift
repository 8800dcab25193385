import Foundation
import Testing
import World
import WorldLifetimes
import WorldMocks
import WorldTesting

@Suite(.world(.mock))
struct WritingTests {
  @Test func writersOfDifferentDependenciesBothWin() async {
    for round in 0..<50 {
      await withWorld(.mock) {
        async let one: Void = { Current.date = { Date(timeIntervalSince1970: Double(round)) } }()
        async let two: Void = { Current.timezone = { .gmt } }()
        async let three: Void = { Current.locale = { Locale(identifier: "fr_FR") } }()
        _ = await (one, two, three)
        #expect(Current.date().timeIntervalSince1970 == Double(round))
        #expect(Current.timezone() == .gmt)
        #expect(Current.locale().identifier == "fr_FR")
      }
    }
  }

  struct Numbered<Tag>: World.Service {
    var number = 0
    static var mock: Numbered { Numbered() }
  }
  enum One {}
  enum Two {}

  @Test func writersOfDifferentServicesBothWin() async {
    for round in 1...50 {
      await withWorld(.mock) {
        async let one: Void = { Current[Numbered<One>.self].number = round }()
        async let two: Void = { Current[Numbered<Two>.self].number = round }()
        async let three: Void = { Current.timezone = { .gmt } }()
        _ = await (one, two, three)
        #expect(Current[Numbered<One>.self].number == round)
        #expect(Current[Numbered<Two>.self].number == round)
        #expect(Current.timezone() == .gmt)
      }
    }
  }

  @Test func aNestedWriteOfAnotherDependencyTakesEffect() {
    func change(_ world: inout World, _ body: () -> Void) {
      body()
      world.timezone = { .gmt }
    }
    change(&Current) {
      Current.locale = { Locale(identifier: "fr_FR") }
      Current[Numbered<One>.self].number = 1
    }
    #expect(Current.timezone() == .gmt)
    #expect(Current.locale().identifier == "fr_FR")
    #expect(Current[Numbered<One>.self].number == 1)
  }

  /// Each is merged into what the other write left.
  @Test func eachBuiltInDependencyOfAnOverlappedWriteTakesEffect() async throws {
    let log = Lock<[Int]>([])
    func change(_ world: inout World, _ body: () -> Void) {
      world.date = { .distantPast }
      world.calendar = { Calendar(identifier: .hebrew) }
      world.timezone = { .gmt }
      world.locale = { Locale(identifier: "fr_FR") }
      world.uuid = { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
      world.random = World.RandomSource { 4_711 }
      world.sleep = { _ in log.withLock { $0.append(1) } }
      world.elapsed = ({ .seconds(4_711) }, ObjectIdentifier(WritingTests.self))
      world.analytics = World.Analytics { _ in log.withLock { $0.append(2) } }
      world.settings = World.Settings(read: { .string($0) }, write: { _, _ in })
      body()
    }
    change(&Current) { Current[Numbered<One>.self].number = 7 }
    #expect(Current.date() == .distantPast)
    #expect(Current.calendar().identifier == .hebrew)
    #expect(Current.timezone() == .gmt)
    #expect(Current.locale().identifier == "fr_FR")
    #expect(Current.uuid().uuidString.hasPrefix("01020304"))
    #expect(Current.random.next() == 4_711)
    try await Current.sleep(.seconds(1))
    #expect(Current.elapsed.now() == .seconds(4_711))
    Current.analytics.track("a")
    #expect(log.withLock { $0 } == [1, 2])
    #expect(Current.settings.read("name") == .string("name"))
    #expect(Current[Numbered<One>.self].number == 7)
  }

  @Test func ofTwoWritesToOneDependencyTheOneThatEndsLaterWins() {
    func change(_ world: inout World, _ body: () -> Void) {
      world.locale = { Locale(identifier: "de_DE") }
      world[Numbered<One>.self].number = 1
      body()
    }
    change(&Current) {
      Current.locale = { Locale(identifier: "fr_FR") }
      Current[Numbered<One>.self].number = 2
    }
    #expect(Current.locale().identifier == "de_DE")
    #expect(Current[Numbered<One>.self].number == 1)
  }

  @Test func aWriteThatLastsAcrossAnAwaitTakesEffectBesideOthers() async {
    func change(_ world: inout World, _ body: () async -> Void) async {
      await body()
      world.timezone = { .gmt }
    }
    await change(&Current) {
      for _ in 0..<20 { await Task.yield() }
      Current.locale = { Locale(identifier: "fr_FR") }
    }
    #expect(Current.timezone() == .gmt)
    #expect(Current.locale().identifier == "fr_FR")
  }

  @MainActor @Test func aWriteThatMeetsASuspendedOneOnItsThreadTakesEffect() async {
    func change(_ world: inout World, _ body: () async -> Void) async {
      await body()
      world.timezone = { .gmt }
    }
    await change(&Current) {
      await Task { @MainActor in Current.locale = { Locale(identifier: "fr_FR") } }.value
    }
    #expect(Current.timezone() == .gmt)
    #expect(Current.locale().identifier == "fr_FR")
  }

  @Test func aWorldAssignedInsideAWriteReplacesAllOfIt() {
    let calm = World.live.with {
      $0.date = { .distantPast }
      $0.timezone = { .gmt }
    }
    func change(_ world: inout World, _ body: () -> Void) {
      body()
      world = calm
      world.locale = { Locale(identifier: "de_DE") }
    }
    change(&Current) {
      Current.uuid = { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
    }
    #expect(Current.date() == .distantPast)
    #expect(Current.locale().identifier == "de_DE")
    #expect(!Current.uuid().uuidString.hasPrefix("01020304"))
  }

  @Test func aWorldThatWasCurrentMayBeAssignedInsideAWrite() {
    let before = Current
    Current.timezone = { .gmt }
    func change(_ world: inout World) { world = before }
    change(&Current)
    #expect(Current.timezone().identifier == "Europe/London")
  }

  /// A copy of a world after it was current, and was written there.
  private func configured(_ world: World) -> World {
    withWorld(world) {
      Current.date = { .distantPast }
      Current.settings = World.Settings(read: { .string($0) }, write: { _, _ in })
      Current[Numbered<One>.self].number = 4
      return Current
    }
  }

  @Test func aWorldThatWasWrittenInAScopeMayBeAssignedInsideAWrite() {
    func configure(_ world: inout World) { world = configured(world) }
    configure(&Current)
    #expect(Current.date() == .distantPast)
    #expect(Current.settings.read("name") == .string("name"))
    #expect(Current[Numbered<One>.self].number == 4)
  }

  /// It is a whole world, although it is the write's own that was entered.
  @Test(.world(.mock)) func aWritesWorldThatWasCurrentMayBeAssignedBack() {
    func change(_ world: inout World) {
      world.locale = { Locale(identifier: "fr_FR") }
      Current.uuid = { UUID() }
      world = withWorld(world) { Current }
    }
    change(&Current)
    #expect(Current.locale().identifier == "fr_FR")
  }

  @Test func aWorldThatWasWrittenInAScopeMayBeAssignedInABootstrap() {
    withWorld(.mock) {
      World.bootstrap { $0 = configured($0) }
      #expect(Current.date() == .distantPast)
      #expect(Current.settings.read("name") == .string("name"))
      #expect(Current[Numbered<One>.self].number == 4)
    }
  }

  @Test func aCopyThatAWriteTakesOfItsWorldAndAssignsAgainIsThatWritesWorld() {
    func change(_ world: inout World, _ body: () -> Void) {
      let copy = world
      world.locale = { Locale(identifier: "fr_FR") }
      body()
      world = copy
      world.timezone = { .gmt }
    }
    change(&Current) { Current.date = { .distantPast } }
    #expect(Current.locale().identifier == "en_GB")
    #expect(Current.timezone() == .gmt)
    #expect(Current.date() == .distantPast)
  }

  @Test func aWriteOfAllDependenciesTakesEffectInEach() async throws {
    let (analytics, log) = World.Analytics.recorder()
    var given = Calendar(identifier: .buddhist)
    given.timeZone = .gmt
    let calendar = given
    func change(_ world: inout World) {
      world.date = { .distantPast }
      world.calendar = { calendar }
      world.timezone = { .gmt }
      world.locale = { Locale(identifier: "fr_FR") }
      world.uuid = { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
      world.random = World.RandomSource { 42 }
      world.sleep = { _ in throw Unready() }
      world.analytics = analytics
      world.settings = World.Settings(read: { .string($0) }, write: { _, _ in })
    }
    change(&Current)
    #expect(Current.date() == .distantPast)
    #expect(Current.calendar().identifier == .buddhist)
    #expect(Current.timezone() == .gmt)
    #expect(Current.locale().identifier == "fr_FR")
    #expect(Current.uuid().uuidString.hasPrefix("01020304"))
    #expect(Current.random.next() == 42)
    await #expect(throws: Unready.self) { try await Current.sleep(.zero) }
    Current.analytics.track("seen")
    #expect(log.events.map(\.name) == ["seen"])
    #expect(Current.settings.read("name") == .string("name"))
  }

  struct Unready: Error {}

  @Test func aWorldThatWasCopiedInsideAWriteReplacesAllOfIt() {
    func changeAndCopy(_ world: inout World) -> World {
      world.locale = { Locale(identifier: "fr_FR") }
      return world
    }
    let copy = changeAndCopy(&Current)
    Current.date = { .distantPast }
    Current = copy
    #expect(Current.date() == World.mock.date())
    #expect(Current.locale().identifier == "fr_FR")
  }

  @Test func aWriteOfOneServiceKeepsWhatOthersAssignedToAnother() {
    Current[Numbered<Two>.self].number = 1
    func change(_ world: inout World, _ body: () -> Void) {
      body()
      world[Numbered<One>.self].number = 3
    }
    change(&Current) { Current[Numbered<Two>.self].number = 2 }
    #expect(Current[Numbered<One>.self].number == 3)
    #expect(Current[Numbered<Two>.self].number == 2)
  }

  @Test func aWriteMayAssignServicesAndRemoveOne() {
    Current[Numbered<One>.self].number = 1
    func change(_ world: inout World) {
      world[Numbered<Two>.self].number = 2
      world[Numbered<World>.self].number = 3
      world.remove(Numbered<One>.self)
    }
    change(&Current)
    #expect(Current[Numbered<One>.self].number == 0)
    #expect(Current[Numbered<Two>.self].number == 2)
  }

  @Test func removingAServiceInAWriteKeepsWhatOthersAssigned() {
    Current[Numbered<One>.self].number = 1
    func change(_ world: inout World, _ body: () -> Void) {
      world.remove(Numbered<One>.self)
      body()
    }
    change(&Current) { Current[Numbered<Two>.self].number = 2 }
    #expect(Current[Numbered<One>.self].number == 0)
    #expect(Current[Numbered<Two>.self].number == 2)
  }

  @Test func readersInsideAWriteSeeTheWorldBefore() {
    func change(_ world: inout World) {
      world.timezone = { .gmt }
      #expect(Current.timezone().identifier == "Europe/London")
    }
    change(&Current)
    #expect(Current.timezone() == .gmt)
  }

  @Test func aWriteThatThrowsKeepsWhatItWrote() {
    struct Oops: Error {}
    func change(_ world: inout World) throws {
      world.timezone = { .gmt }
      throw Oops()
    }
    #expect(throws: Oops.self) { try change(&Current) }
    #expect(Current.timezone() == .gmt)
    Current.timezone = { TimeZone(identifier: "Asia/Tokyo")! }
    #expect(Current.timezone().identifier == "Asia/Tokyo")
  }

  /// Something that uses the world while it goes away.
  final class Farewell: Sendable {
    deinit {
      _ = Current.date()
      Current.uuid = { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
    }
  }

  @Test func whatAReplacedWorldHeldMayUseTheWorldInItsDeinit() {
    withWorld(.mock) {
      for _ in 0..<100 {
        let farewell = Farewell()
        Current.date = { withExtendedLifetime(farewell) { .distantPast } }
      }
      Current = .mock
      #expect(Current.date().timeIntervalSinceReferenceDate == 557_152_051)
    }
    // What the scope still held went with it, in this test's own world.
    #expect(Current.uuid().uuidString == "01020304-0506-0708-090A-0B0C0D0E0F10")
  }

  @Test func aScopeThatEndsReleasesWhatItHeld() {
    weak var held: Farewell?
    withWorld(.mock) {
      let farewell = Farewell()
      held = farewell
      Current.date = { withExtendedLifetime(farewell) { .distantPast } }
    }
    #expect(held == nil)
  }
}
