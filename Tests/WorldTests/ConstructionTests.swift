import Foundation
import Synchronization
import TestSupport
import Testing
import WorldMocks
import WorldTesting

@testable import World

@Suite(.world(.mock))
struct ConstructionTests {
  /// A service whose builds end when all that ask for it build it or wait for it.
  struct Slow: World.LiveService {
    static let askers = 8
    static let liveBuilds = Atomic(0)
    static let mockBuilds = Atomic(0)

    var number: Int

    static var live: Slow { Slow(number: build(liveBuilds)) }
    static var mock: Slow { Slow(number: build(mockBuilds)) }

    private static func build(_ count: borrowing Atomic<Int>) -> Int {
      let number = count.add(1, ordering: .sequentiallyConsistent).newValue
      while count.load(ordering: .sequentiallyConsistent) + Build.waiterCount(of: "Slow") < askers {
        sched_yield()
      }
      return number
    }
  }

  private func numbers(in world: @escaping @Sendable () -> World) -> [Int?] {
    onThreads(Slow.askers) {
      withWorld(world()) { Current[Slow.self].number }
    }.map { try? $0.get() }
  }

  @Test func liveIsBuiltOnceAProcessAlsoWhenManyAskAtOnce() {
    #expect(numbers { World() } == Array(repeating: 1, count: Slow.askers))
    #expect(Slow.liveBuilds.load(ordering: .sequentiallyConsistent) == 1)
  }

  @Test func mockIsBuiltOnceAScopeAlsoWhenManyAskAtOnce() {
    withWorld(.mock) {
      let world = Current
      #expect(numbers { world } == Array(repeating: 1, count: Slow.askers))
    }
    #expect(Slow.mockBuilds.load(ordering: .sequentiallyConsistent) == 1)
  }

  /// A service whose build ends when another thread waits for it, or got something else.
  struct Sluggish: World.LiveService {
    static let hasBegun = Flag()
    static let isOver = Flag()

    var isLive: Bool

    static var live: Sluggish {
      hasBegun.set()
      while Build.waiterCount(of: "Sluggish") == 0, !isOver.isSet { sched_yield() }
      return Sluggish(isLive: true)
    }
    static var mock: Sluggish { Sluggish(isLive: false) }
  }

  @Test func aSlowLiveIsWaitedForAndItsMockIsNotUsed() {
    let builder = Thread { _ = withWorld(World()) { Current[Sluggish.self] } }
    builder.start()
    while !Sluggish.hasBegun.isSet { sched_yield() }
    let isLive = withWorld(World()) { Current[Sluggish.self].isLive }
    Sluggish.isOver.set()
    #expect(isLive)
    while !builder.isFinished { sched_yield() }
  }

  /// A service that nobody assigned, so that each read looks for its mock.
  struct Unassigned: World.Service {
    static let builds = Atomic(0)
    var number: Int
    static var mock: Unassigned { Unassigned(number: builds.add(1, ordering: .relaxed).newValue) }
  }

  @Test func theMockOfAnUnassignedServiceIsBuiltOnceInALiveWorld() {
    let issues = reports {
      let numbers = withWorld(World()) { (0..<3).map { _ in Current[Unassigned.self].number } }
      #expect(numbers == [1, 1, 1])
    }
    #expect(issues.count == 3)
    #expect(issues.allSatisfy { $0.description.contains("Unassigned was read in a live world") })
  }

  struct Outer: World.LiveService {
    var text: String
    static var live: Outer { Outer(text: "outer of \(Current[Inner.self].text)") }
    static var mock: Outer { Outer(text: "mock outer of \(Current[Inner.self].text)") }
  }

  struct Inner: World.LiveService {
    var text: String
    static var live: Inner { Inner(text: "inner") }
    static var mock: Inner { Inner(text: "mock inner") }
  }

  @Test func aServiceMayBuildAnother() {
    #expect(withWorld(World()) { Current[Outer.self].text } == "outer of inner")
    #expect(Current[Outer.self].text == "mock outer of mock inner")
  }

  struct Chicken: World.LiveService {
    var text: String
    static var live: Chicken { Chicken(text: "hatched from \(Current[Egg.self].text)") }
    static var mock: Chicken { Chicken(text: "mock chicken") }
  }

  struct Egg: World.LiveService {
    var text: String
    static var live: Egg { Egg(text: "laid by \(Current[Chicken.self].text)") }
    static var mock: Egg { Egg(text: "mock egg") }
  }

  @Test func aCircleIsReportedWithItsPathAndAMockIsUsedAsAFallback() {
    let issues = reports {
      let text = withWorld(World()) { Current[Chicken.self].text }
      #expect(text == "hatched from laid by mock chicken")
    }
    #expect(issues.isOne(saying: "Chicken -> Egg -> Chicken"))
  }

  /// Two services that build each other on two threads at the same time.
  enum Crossing {
    static let arrived = Atomic(0)

    /// Returns when both threads are inside their first build.
    static func meet() {
      arrived.add(1, ordering: .sequentiallyConsistent)
      while arrived.load(ordering: .sequentiallyConsistent) < 2 { sched_yield() }
    }
  }

  final class Texts: Sendable {
    private let texts = Lock<[String]>([])
    func append(_ text: String) { texts.withLock { $0.append(text) } }
    var sorted: [String] { texts.withLock { $0.sorted() } }
  }

  struct East: World.LiveService {
    var text: String
    static var live: East {
      Crossing.meet()
      return East(text: "east of \(Current[West.self].text)")
    }
    static var mock: East { East(text: "mock east") }
  }

  struct West: World.LiveService {
    var text: String
    static var live: West {
      Crossing.meet()
      return West(text: "west of \(Current[East.self].text)")
    }
    static var mock: West { West(text: "mock west") }
  }

  // Threads of their own belong to no test, so the report is a line on standard error.
  @Test func aCircleAcrossThreadsIsNoDeadlock() {
    let texts = Texts()
    let both = DispatchGroup()
    for isEast in [true, false] {
      both.enter()
      Thread.detachNewThread {
        texts.append(withWorld(World()) { isEast ? Current[East.self].text : Current[West.self].text })
        both.leave()
      }
    }
    both.wait()
    let all = texts.sorted
    #expect(
      all == ["east of west of mock east", "west of mock east"]
        || all == ["east of mock west", "west of east of mock west"])
  }

  @Test func aWaitThatIsRefusedClosesNoCircleLater() throws {
    let (a, b) = (Build(inTask: "A"), Build(inTask: "B"))
    var graph = Build.Graph()
    try graph.add(a, needs: b)
    let cycle = #expect(throws: BuildCycle.self) { try graph.add(b, needs: a) }
    #expect(cycle?.path == ["A", "B", "A"])
    graph.remove(a, needs: b)
    try graph.add(b, needs: a)
  }
}
