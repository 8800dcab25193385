import Foundation
import Synchronization
import TestSupport
import Testing
import WorldLifetimes
import WorldMocks
import WorldTesting

@testable import World

@Suite(.world(.mock, inParallel: true))
struct ConstructionTests {
  @Test func aCircleMayBeClosedByTheSecondOfTwoWaits() throws {
    let (a, b, c) = (Build("a"), Build("b"), Build("c"))
    var graph = Build.Graph()
    try graph.add(a, needs: b)
    try graph.add(a, needs: c)
    let cycle = #expect(throws: BuildCycle.self) { try graph.add(c, needs: a) }
    #expect(cycle?.path == ["a", "c", "a"])
  }

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
    #expect(numbers { World.live } == Array(repeating: 1, count: Slow.askers))
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
    let builder = Thread { _ = withWorld(.live) { Current[Sluggish.self] } }
    builder.start()
    while !Sluggish.hasBegun.isSet { sched_yield() }
    let isLive = withWorld(.live) { Current[Sluggish.self].isLive }
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
      let numbers = withWorld(.live) { (0..<3).map { _ in Current[Unassigned.self].number } }
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
    #expect(withWorld(.live) { Current[Outer.self].text } == "outer of inner")
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
      let text = withWorld(.live) { Current[Chicken.self].text }
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

  #if os(Linux) || os(macOS)
    // In a process of its own, where the report is a line on standard error: threads of their own belong to no test.
    @Test func aCircleAcrossThreadsIsNoDeadlock() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let texts = Texts()
        let both = DispatchGroup()
        for isEast in [true, false] {
          both.enter()
          Thread.detachNewThread {
            texts.append(withWorld(.live) { isEast ? Current[East.self].text : Current[West.self].text })
            both.leave()
          }
        }
        both.wait()
        let all = texts.sorted
        #expect(
          all == ["east of west of mock east", "west of mock east"]
            || all == ["east of mock west", "west of east of mock west"])
      }
      let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(errors.contains("West") && errors.contains("East"))
    }
  #endif

  @Test func aWaitThatIsRefusedClosesNoCircleLater() throws {
    let (a, b) = (Build("A"), Build("B"))
    var graph = Build.Graph()
    try graph.add(a, needs: b)
    let cycle = #expect(throws: BuildCycle.self) { try graph.add(b, needs: a) }
    #expect(cycle?.path == ["A", "B", "A"])
    graph.remove(a, needs: b)
    try graph.add(a, needs: b)
    graph.remove(a, needs: b)
    try graph.add(b, needs: a)
  }

  @Test func aTaskThatAnEndedBuildBeganIsNoPartOfIt() async {
    let (a, b) = (Build("A"), Build("B"))
    let (mayAsk, ask) = AsyncStream.makeStream(of: Void.self)
    let later = await a.run {
      Task {
        for await _ in mayAsk {}
        var isCircle = false
        await b.waitInTask(onCycle: { _ in isCircle = true }, end: {})
        return isCircle
      }
    }
    // B needs A, which has ended, so nothing keeps A's task from waiting for B.
    await b.run {
      await a.waitInTask(onCycle: { _ in }) {
        ask.finish()
        #expect(await !later.value)
      }
    }
  }

  @Test func aWaitThatIsCancelledIsForgotten() async {
    let (a, b) = (Build("A"), Build("B"))
    await a.run {
      let waiter = Task {
        await b.waitInTask(onCycle: { _ in }) { withUnsafeCurrentTask { $0?.cancel() } }
      }
      await waiter.value
      let cycle = Build.graph.withLock { graph in
        Result { () throws(BuildCycle) in try graph.add(b, needs: a) }
      }
      #expect(throws: Never.self) { try cycle.get() }
      Build.graph.withLock { $0.remove(b, needs: a) }
    }
  }

  @Test func oneOfTwoEqualWaitsThatEndsLeavesTheOther() throws {
    let (a, b) = (Build("A"), Build("B"))
    var graph = Build.Graph()
    try graph.add(a, needs: b)
    try graph.add(a, needs: b)
    graph.remove(a, needs: b)
    #expect(throws: BuildCycle.self) { try graph.add(b, needs: a) }
  }

  @Test func anEndedBuildIsLetGo() async {
    weak var ended: Build?
    do {
      let build = Build("outer")
      ended = build
      await build.run {
        let number = try? Build.output(for: Texts(), name: "inner") { 1 }
        #expect(number == 1)
        #expect(Current[Inner.self].text == "mock inner")
        await Build("other").waitInTask(onCycle: { _ in }, end: {})
      }
    }
    #expect(ended == nil)
  }

  @Test func aTaskThatABuildOnAThreadDoesNotAwaitWaitsForIt() async throws {
    let name = "a value whose build begins a task"
    let owner = Texts()
    let hasEnded = Flag()
    let tasks = Lock<[Task<Int, any Error>]>([])
    // Awaited, so that a thread is left for the task.
    let built = try await withCheckedThrowingContinuation { built in
      Thread.detachNewThread {
        built.resume(
          with: Result {
            try Build.output(for: owner, name: name) {
              let task = Task {
                defer { hasEnded.set() }
                return try Build.output(for: owner, name: name) { 2 }
              }
              tasks.withLock { $0.append(task) }
              while Build.waiterCount(of: name) == 0, !hasEnded.isSet { sched_yield() }
              return 1
            }
          })
      }
    }
    #expect(built == 1)
    #expect(try await tasks.withLock { $0 }.first?.value == 1)
  }

  #if os(Linux) || os(macOS)
    @Test func aMockThatNeedsItselfIsBuiltOnceInPlaceOfItsLiveAndStopsTheProgram() async throws {
      struct Ouroboros: World.LiveService {
        static var live: Ouroboros { Current[Ouroboros.self] }
        static var mock: Ouroboros {
          FileHandle.standardError.write(Data("the mock begins\n".utf8))
          return Current[Ouroboros.self]
        }
      }
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Task.detached { withWorld(.live) { _ = Current[Ouroboros.self] } }.value
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.contains("need each other to be built: Ouroboros -> Ouroboros"))
      #expect(output.ranges(of: "the mock begins").count == 1)
    }
  #endif
}
