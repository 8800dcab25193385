import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldTesting

@Suite(.world(.mock))
struct ConstructionTests {
  static let liveBuilds = Atomic(0)
  static let mockBuilds = Atomic(0)

  struct Slow: World.LiveService {
    var number: Int

    static var live: Slow { Slow(number: build(liveBuilds)) }
    static var mock: Slow { Slow(number: build(mockBuilds)) }

    private static func build(_ count: borrowing Atomic<Int>) -> Int {
      // Gives other threads a chance to come in while this one is at it.
      for _ in 0..<1_000 { _ = World.SourceLocation().hashValue }
      return count.add(1, ordering: .relaxed).newValue
    }
  }

  @Test func liveIsBuiltOnceAProcessAlsoWhenManyAskAtOnce() {
    let seen = Lock<Set<Int>>([])
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      let number = withWorld(World()) { Current[Slow.self].number }
      seen.withLock { _ = $0.insert(number) }
    }
    #expect(seen.withLock { $0 } == [1])
    #expect(Self.liveBuilds.load(ordering: .relaxed) == 1)
  }

  @Test func mockIsBuiltOnceAScopeAlsoWhenManyAskAtOnce() {
    let rounds = 20
    for _ in 0..<rounds {
      withWorld(.mock) {
        let world = Current
        let seen = Lock<Set<Int>>([])
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
          let number = withWorld(world) { Current[Slow.self].number }
          seen.withLock { _ = $0.insert(number) }
        }
        #expect(seen.withLock { $0.count } == 1)
      }
    }
    #expect(Self.mockBuilds.load(ordering: .relaxed) == rounds)
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

  @Test func aCircleIsReportedWithItsPathAndAMockStandsIn() {
    withKnownIssue {
      let text = withWorld(World()) { Current[Chicken.self].text }
      #expect(text == "hatched from laid by mock chicken")
    } matching: {
      $0.comments.contains { "\($0)".contains("Chicken -> Egg -> Chicken") }
    }
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
}
