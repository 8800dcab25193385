import Foundation
import Synchronization
import TestSupport
import Testing
import World
import WorldMocks
import WorldTesting

@Suite(.world(.mock))
struct ServiceTests {
  /// A service with state of its own: each `mock` begins at zero.
  struct Counter: World.Service {
    var next: @Sendable () -> Int

    static var mock: Counter {
      let count = Atomic(0)
      return Counter(next: { count.add(1, ordering: .relaxed).newValue })
    }
  }

  struct Payments: World.LiveService {
    var name: String
    static var live: Payments { Payments(name: "live") }
    static var mock: Payments { Payments(name: "mock") }
  }

  @Test func aMockWorldReturnsTheMock() {
    #expect(Current[Payments.self].name == "mock")
  }

  @Test func aLiveWorldReturnsTheLiveOne() {
    #expect(withWorld(.live) { Current[Payments.self].name } == "live")
    #expect(World.live[Payments.self].name == "live")
  }

  @Test func anAssignedServiceIsReturnedInAnyWorld() {
    Current[Payments.self] = Payments(name: "assigned")
    #expect(Current[Payments.self].name == "assigned")
    var live = World.live
    live[Payments.self].name += "!"
    #expect(withWorld(live) { Current[Payments.self].name } == "live!")
  }

  @Test func anAssignmentStaysInItsScope() {
    withWorld {
      $0[Payments.self] = Payments(name: "inner")
    } operation: {
      #expect(Current[Payments.self].name == "inner")
    }
    #expect(Current[Payments.self].name == "mock")
  }

  @Test func theMockIsBuiltOnceAMockWorld() {
    #expect(Current[Counter.self].next() == 1)
    #expect(Current[Counter.self].next() == 2)
    #expect(withWorld(.mock) { Current[Counter.self].next() } == 1)
    #expect(Current[Counter.self].next() == 3)
  }

  @Test func aServiceWithoutLiveIsReportedInALiveWorldAndItsMockIsTheFallback() {
    let issues = reports { #expect(withWorld(.live) { Current[Counter.self].next() } > 0) }
    #expect(issues.isOne(saying: "Counter was read in a live world", "World.bootstrap"))
  }

  @Test func aServiceWithoutLiveIsFineInALiveWorldOnceAssigned() {
    var live = World.live
    live[Counter.self] = Counter(next: { 42 })
    #expect(withWorld(live) { Current[Counter.self].next() } == 42)
  }

  struct Numbered<Tag>: World.Service {
    var number: Int
    static var mock: Numbered { Numbered(number: -1) }
  }

  /// Assigns a service of a type of its own for each number.
  private func assign<Tag>(_ numbers: Range<Int>, tag: Tag.Type, to world: inout World) {
    guard let number = numbers.first else { return }
    world[Numbered<Tag>.self] = Numbered(number: number)
    assign(numbers.dropFirst(), tag: (Tag, Void).self, to: &world)
  }

  private func read<Tag>(_ count: Int, tag: Tag.Type, from world: World) -> [Int] {
    count == 0
      ? [] : [world[Numbered<Tag>.self].number] + read(count - 1, tag: (Tag, Void).self, from: world)
  }

  @Test(arguments: [1, 7, 8, 9, 17, 64, 100])
  func manyServicesAreKeptApart(count: Int) {
    var world = World.mock
    assign(0..<count, tag: Int.self, to: &world)
    #expect(read(count, tag: Int.self, from: world) == Array(0..<count))

    var changed = world
    assign(1_000..<1_000 + count, tag: Int.self, to: &changed)
    #expect(read(count, tag: Int.self, from: changed) == Array(1_000..<1_000 + count))
    #expect(read(count, tag: Int.self, from: world) == Array(0..<count))
    #expect(world[Numbered<String>.self].number == -1)
  }

  @Test func aServiceThatIsRemovedAmongManyIsItsMockAgain() {
    var world = World.mock
    assign(0..<20, tag: Int.self, to: &world)
    world.remove(Numbered<Int>.self)
    #expect(world[Numbered<Int>.self].number == -1)
    #expect(read(20, tag: Int.self, from: world) == [-1] + Array(1..<20))
  }

  @Test func oneWriteMayAssignManyServicesAndOneOfThemTwice() {
    func change(_ world: inout World) {
      assign(0..<20, tag: Int.self, to: &world)
      world[Numbered<Int>.self].number = 100
    }
    change(&Current)
    #expect(read(20, tag: Int.self, from: Current) == [100] + Array(1..<20))
  }

  @Test(arguments: [false, true])
  func aReplacedServiceIsLetGo(isBehindAnother: Bool) {
    final class Resource: Sendable {}
    struct Holder: World.Service {
      var resource: Resource?
      static var mock: Holder { Holder(resource: nil) }
    }
    weak var first: Resource?
    var world = World.mock
    do {
      let resource = Resource()
      first = resource
      world[Holder.self] = Holder(resource: resource)
    }
    #expect(first != nil)
    if isBehindAnother { world[Payments.self] = Payments(name: "between") }
    world[Holder.self] = Holder(resource: Resource())
    #expect(first == nil)
    #expect(world[Holder.self].resource != nil)
    if isBehindAnother { #expect(world[Payments.self].name == "between") }
  }

  @Test func aWorldThatIsReleasedReleasesItsServices() {
    final class Resource: Sendable {}
    struct Holder<Tag>: World.Service {
      var resource: Resource?
      static var mock: Holder { Holder(resource: Resource()) }
    }
    weak var assigned: Resource?
    weak var built: Resource?
    withWorld(.mock) {
      let resource = Resource()
      Current[Holder<Int>.self] = Holder(resource: resource)
      assigned = resource
      built = Current[Holder<String>.self].resource
      #expect(built != nil)
    }
    #expect(assigned == nil)
    #expect(built == nil)
  }

  struct Place: World.LiveService {
    var zone: String
    static var live: Place { Place(zone: Current.timezone().identifier) }
    static var mock: Place { Place(zone: Current.timezone().identifier) }
  }

  @Test func liveIsBuiltInTheProcessWideWorldWhoeverReadsItFirst() {
    var tongatapu = World.live
    tongatapu.timezone = { TimeZone(identifier: "Pacific/Tongatapu")! }
    #expect(withWorld(tongatapu) { Current[Place.self].zone } == World.live.timezone().identifier)
  }

  @Test func aMockIsBuiltInTheWorldItIsFor() {
    var world = World.mock
    world.timezone = { TimeZone(identifier: "Asia/Tokyo")! }
    #expect(world[Place.self].zone == "Asia/Tokyo")
    let current = withWorld(world) { Current }
    #expect(current[Place.self].zone == "Asia/Tokyo")
    #expect(withWorld(world) { Current[Place.self].zone } == "Asia/Tokyo")
    #expect(Current[Place.self].zone == "Europe/London")
  }
}
