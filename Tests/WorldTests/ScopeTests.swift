import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldTesting

@Suite(.world(.mock))
struct ScopeTests {
  struct Refused: Error, Equatable { var code: Int }

  private var seconds: Double { Current.date().timeIntervalSince1970 }

  private static func world(_ seconds: Double) -> World {
    var world = World.mock
    world.date = { Date(timeIntervalSince1970: seconds) }
    return world
  }

  @Test func aWorldIsCurrentInsideAndTheOuterOneAfterwards() {
    let outer = seconds
    let inner = withWorld(Self.world(1)) { seconds }
    #expect(inner == 1)
    #expect(seconds == outer)
  }

  @Test func scopesNest() {
    withWorld(Self.world(1)) {
      withWorld(Self.world(2)) {
        withWorld {
          $0.locale = { Locale(identifier: "fr_FR") }
        } operation: {
          #expect(seconds == 2)
          #expect(Current.locale().identifier == "fr_FR")
        }
        #expect(Current.locale().identifier == "en_GB")
      }
      #expect(seconds == 1)
    }
  }

  @Test(.world(.mock)) func aScopeWhoseUpdateAssignsAWorldBelongsToTheTest() {
    let test = Scope.innermost?.test
    #expect(test != nil)
    withWorld {
      $0 = .mock
    } operation: {
      #expect(Scope.innermost?.test === test)
    }
  }

  /// A job that begins the next one in its scope is released when it ends.
  @Test(.world(.mock)) func aScopeDoesNotKeepTheScopesAround() async {
    final class Scopes: Sendable {
      private let all = Lock<[@Sendable () -> Scope?]>([])
      func add(_ scope: Scope?) { all.withLock { $0.append { [weak scope] in scope } } }
      var count: Int { all.withLock { $0.count { $0() != nil } } }
    }
    @Sendable func begin(_ rest: Int, _ scopes: Scopes, _ end: AsyncStream<Int>.Continuation) {
      Task {
        withWorld(.mock) {
          scopes.add(Scope.innermost)
          if rest > 0 { begin(rest - 1, scopes, end) } else { end.yield(scopes.count) }
        }
      }
    }
    let (counts, end) = AsyncStream.makeStream(of: Int.self)
    begin(100, Scopes(), end)
    // The last one's own, and that of the job before, which may not have been released yet.
    for await count in counts {
      #expect(count <= 2)
      end.finish()
    }
  }

  @Test func scopesWorkAsynchronously() async {
    let inner = await withWorld(Self.world(1)) {
      await Task.yield()
      let deeper = await withWorld {
        $0.timezone = { .gmt }
      } operation: {
        await Task.yield()
        return (seconds, Current.timezone())
      }
      #expect(deeper == (1, .gmt))
      return seconds
    }
    #expect(inner == 1)
  }

  @Test func whatTheOperationThrowsIsThrownWithItsType() async {
    let outer = seconds
    func synchronous() throws(Refused) {
      try withWorld(Self.world(1)) { () throws(Refused) in
        Current.date = { .distantFuture }
        throw Refused(code: 1)
      }
    }
    func asynchronous() async throws(Refused) {
      try await withWorld(Self.world(1)) { () async throws(Refused) in
        await Task.yield()
        throw Refused(code: 2)
      }
    }
    #expect(throws: Refused(code: 1)) { try synchronous() }
    #expect(seconds == outer)
    await #expect(throws: Refused(code: 2)) { try await asynchronous() }
    #expect(seconds == outer)
  }

  @Test func anUpdateThatThrowsKeepsTheOperationFromRunning() {
    var ran = false
    #expect(throws: Refused(code: 3)) {
      try withWorld { (_: inout World) throws(Refused) in
        throw Refused(code: 3)
      } operation: { () throws(Refused) in
        ran = true
      }
    }
    #expect(!ran)
  }

  @Test func anOperationThatDoesNotThrowNeedsNoTry() async {
    let sync: Double = withWorld(Self.world(4)) { seconds }
    let async: Double = await withWorld(Self.world(5)) {
      await Task.yield()
      return seconds
    }
    #expect([sync, async] == [4, 5])
  }

  @Test func writesInsideStayInside() {
    let outer = seconds
    withWorld(Self.world(1)) {
      Current.date = { Date(timeIntervalSince1970: 9) }
      #expect(seconds == 9)
      withWorld {
        $0.timezone = { .gmt }
      } operation: {
        #expect(seconds == 9)
        Current = Self.world(10)
        #expect(seconds == 10)
      }
      #expect(seconds == 9)
    }
    #expect(seconds == outer)
  }

  @Test func aScopeCanBeWrittenAnyNumberOfTimes() {
    // Beyond a few dozen writes the storage changes its ways; what is read doesn't.
    for second in 0..<200 {
      Current.date = { Date(timeIntervalSince1970: Double(second)) }
      #expect(seconds == Double(second))
    }
    #expect(Current.locale().identifier == "en_GB")
  }

  @Test func scopesFollowTasks() async {
    await withWorld(Self.world(1)) {
      #expect(await Task { seconds }.value == 1)
      async let child = seconds
      #expect(await child == 1)
      let grouped = await withTaskGroup(of: Double.self) { group in
        for _ in 0..<4 { group.addTask { seconds } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(grouped == [1, 1, 1, 1])
    }
  }

  @Test func aTaskThatOutlivesItsScopeKeepsItsWorld() async {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let late = withWorld(Self.world(1)) {
      Task {
        for await _ in gate {}
        return seconds
      }
    }
    opener.finish()
    #expect(await late.value == 1)
  }

  @Test func aCapturedWorldIsEnteredAgainWhereScopesAreLost() async {
    await withWorld(Self.world(1)) {
      let world = Current
      #expect(await Task.detached { withWorld(world) { seconds } }.value == 1)
    }
  }

  @Test func scopesOfParallelTasksDoNotMeet() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          await withWorld(Self.world(Double(number))) {
            for _ in 0..<20 {
              await Task.yield()
              if seconds != Double(number) { return false }
            }
            return true
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @MainActor @Test func theMainActorIsKept() async {
    var state = 0  // Reached from the operation only if that stays on the main actor.
    await withWorld(Self.world(1)) {
      MainActor.assertIsolated()
      state += 1
      await Task.yield()
      MainActor.assertIsolated()
      state += 1
    }
    withWorld {
      $0.timezone = { .gmt }
    } operation: {
      MainActor.assertIsolated()
      state += 1
    }
    #expect(state == 3)
  }

  actor Counter {
    var count = 0
    func countTwice() async -> Int {
      await withWorld(ScopeTests.world(1)) {
        assertIsolated()
        count += 1
        await Task.yield()
        assertIsolated()
        count += 1
      }
      return count
    }
  }

  @Test func anActorIsKept() async {
    #expect(await Counter().countTwice() == 2)
  }

  @Test func whatIsNotSendableCanBePassedInAndOut() async {
    final class Box { var value = 1 }
    let box = Box()
    let same = await withWorld(Self.world(1)) { () -> Box in
      await Task.yield()
      box.value += 1
      return box
    }
    #expect(same === box && box.value == 2)
  }

  /// Counts the jobs that are handed to it; a hop would be one more.
  final class CountingExecutor: SerialExecutor {
    let jobs = Atomic(0)

    func enqueue(_ job: consuming ExecutorJob) {
      jobs.add(1, ordering: .relaxed)
      let job = UnownedJob(job)
      DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  actor Counted {
    let executor = CountingExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private func nothing() async {}

    func enterScopes() async -> Int {
      let before = executor.jobs.load(ordering: .relaxed)
      await withWorld(ScopeTests.world(1)) {
        await nothing()
        await withWorld {
          $0.timezone = { .gmt }
        } operation: {
          await nothing()
        }
      }
      return executor.jobs.load(ordering: .relaxed) - before
    }
  }

  /// Not where a task prefers an executor, which it then returns to from the actor's.
  @Test(.world(.mock, inParallel: true)) func enteringAScopeIsNoHop() async {
    let jobs = await Counted().enterScopes()
    #expect(jobs == 0)
  }
}
