import Foundation
import Synchronization
import TestSupport
import Testing
import WorldMocks
import WorldTesting

@testable import World
@testable import WorldLifetimes

/// Two values that build each other are an error with the path, never a deadlock or an overflow of the stack.
@Suite(.world(.mock, inParallel: true))
struct CircularConstructionTests {
  final class A: Sendable {}
  final class B: Sendable {}

  /// Values that are read where they are needed, so that a circle can be written.
  struct Pair: World.Service {
    var a: @Sendable () throws -> A = unimplemented("Pair.a")
    var b: @Sendable () throws -> B = unimplemented("Pair.b")
    var asyncA: @Sendable () async throws -> A = unimplemented("Pair.asyncA")
    var asyncB: @Sendable () async throws -> B = unimplemented("Pair.asyncB")
    static var mock: Pair { Pair() }
  }

  @Test func onOneThread() {
    Current[Pair.self].a = lifetime(.singleton) {
      _ = try Current[Pair.self].b()
      return A()
    }
    Current[Pair.self].b = lifetime(.singleton) {
      _ = try Current[Pair.self].a()
      return B()
    }
    let circles = [
      #expect(throws: CircularConstruction.self) { _ = try Current[Pair.self].a() },
      #expect(throws: CircularConstruction.self) { _ = try Current[Pair.self].b() },
    ]
    #expect(circles.map { $0?.types } == [["A", "B", "A"], ["B", "A", "B"]])
  }

  @Test func valuesOfOneTypeAreToldApartByTheirPlaces() {
    let other = Lock<(@Sendable () throws -> String)?>(nil)
    let line = #line + 1
    let one = lifetime(.singleton) { try other.withLock { $0 }?() ?? "" }
    other.withLock { $0 = lifetime(.singleton) { try one() } }
    let circle = #expect(throws: CircularConstruction.self) { _ = try one() }
    let names = [line, line + 1, line].map { "String (\(#fileID):\($0))" }
    #expect(circle?.path == names)
  }

  @Test func theWayIsToldFromWhatWasAskedFor() {
    #expect("\(CircularConstruction(path: ["a", "b", "c", "a"]))".hasPrefix("a -> b -> c -> a: "))
  }

  @Test func ofAValueThatNeedsItself() {
    Current[Pair.self].a = lifetime(.singleton, named: "the session") { try Current[Pair.self].a() }
    #expect(throws: CircularConstruction(path: ["the session", "the session"])) { try Current[Pair.self].a() }
  }

  @Test func acrossThreads() {
    let arrived = Atomic(0)
    let meet = { @Sendable in
      arrived.add(1, ordering: .sequentiallyConsistent)
      while arrived.load(ordering: .sequentiallyConsistent) < 2 { sched_yield() }
    }
    Current[Pair.self].a = lifetime(.singleton) {
      meet()
      _ = try Current[Pair.self].b()
      return A()
    }
    Current[Pair.self].b = lifetime(.singleton) {
      meet()
      _ = try Current[Pair.self].a()
      return B()
    }
    let world = Current
    let paths = Lock<Set<[String]>>([])
    let isSecond = Atomic(false)
    // Threads of their own: on one core, `concurrentPerform` would run one after the other.
    _ = onThreads(2) {
      withWorld(world) {
        do {
          if isSecond.exchange(true, ordering: .relaxed) {
            _ = try Current[Pair.self].a()
          } else {
            _ = try Current[Pair.self].b()
          }
        } catch {
          paths.withLock { _ = $0.insert((error as? CircularConstruction)?.types ?? []) }
        }
      }
    }
    let found = paths.withLock { $0 }
    #expect(found.count == 1)
    #expect(found.isSubset(of: [["A", "B", "A"], ["B", "A", "B"]]))
  }

  @Test func inATask() async {
    Current[Pair.self].asyncA = lifetime(.singleton, named: "Session") {
      _ = try await Current[Pair.self].asyncB()
      return A()
    }
    Current[Pair.self].asyncB = lifetime(.singleton) {
      // In a child task, too.
      async let a = Current[Pair.self].asyncA()
      _ = try await a
      return B()
    }
    let circle = await #expect(throws: CircularConstruction.self) {
      _ = try await Current[Pair.self].asyncA()
    }
    #expect(circle?.types == ["Session", "B", "Session"])
  }

  @Test func acrossTasks() async {
    let arrived = Atomic(0)
    let meet = { @Sendable in
      arrived.add(1, ordering: .sequentiallyConsistent)
      while arrived.load(ordering: .sequentiallyConsistent) < 2 { await Task.yield() }
    }
    Current[Pair.self].asyncA = lifetime(.singleton) {
      await meet()
      _ = try await Current[Pair.self].asyncB()
      return A()
    }
    Current[Pair.self].asyncB = lifetime(.singleton) {
      await meet()
      _ = try await Current[Pair.self].asyncA()
      return B()
    }
    async let a = Result.of { try await Current[Pair.self].asyncA() }
    async let b = Result.of { try await Current[Pair.self].asyncB() }
    let errors = await [a.failure, b.failure].map { ($0 as? CircularConstruction)?.types }
    // The one whose wait would close the circle throws it, and so does the one that waits for it.
    #expect(errors[0] == errors[1])
    #expect([["A", "B", "A"], ["B", "A", "B"]].contains(errors[0]))
  }

  @Test func isATrapWithItsPathWhereNothingCanBeThrown() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let pair = Lock<(@Sendable () -> Int)?>(nil)
      let one = lifetime(.singleton, named: "one") { pair.withLock { $0 }.map { $0() } ?? 0 }
      pair.withLock { $0 = lifetime(.singleton, named: "two") { one() } }
      _ = one()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("one -> two -> one: the value is needed to build itself"))
  }

  // MARK: Tasks that a build doesn't await

  /// A, whose build begins a task that it doesn't await and that asks for B; and B, which needs A.
  final class Unawaited: Sendable {
    let cachedA = CachedValue<String, Never>(storage: World.Lifetime.singleton.makeStorage(), name: "A")
    let cachedB = CachedValue<String, Never>(storage: World.Lifetime.singleton.makeStorage(), name: "B")
    let task = Lock<Task<String, Never>?>(nil)

    func a() async -> String {
      await cachedA.loadInTask {
        self.task.withLock { $0 = Task { await self.b() } }
        // The test waits for A, and so does the build of B.
        while self.cachedA.waitingTaskCount < 2 { await Task.yield() }
        return "A"
      }
    }

    func b() async -> String { await cachedB.loadInTask { await "B(\(self.a()))" } }
  }

  @Test func aTaskThatTheBuildDoesNotAwaitIsReportedAndWaitedFor() async {
    let values = Unawaited()
    let issues = await reports {
      #expect(await values.a() == "A")
      #expect(await values.task.withLock { $0 }?.value == "B(A)")
    }
    #expect(issues.isOne(saying: "A -> B -> A: the value is needed to build itself, and it waits"))
    #expect(issues.first?.kind == .cyclic)
  }

  /// A, whose build needs B at its beginning only; and B, whose build begins a task that asks for A later.
  final class Later: Sendable {
    let cachedA = CachedValue<A, any Error>(storage: World.Lifetime.singleton.makeStorage(), name: "A")
    let cachedB = CachedValue<B, any Error>(storage: World.Lifetime.singleton.makeStorage(), name: "B")
    let hasB = Flag()
    let hasAsked = Flag()
    let task = Lock<Task<A, any Error>?>(nil)

    func a() async throws -> A {
      try await cachedA.loadInTask {
        _ = try await self.b()
        self.hasB.set()
        while self.cachedA.waitingTaskCount < 2, !self.hasAsked.isSet { await Task.yield() }
        return A()
      }
    }

    func b() async throws -> B {
      try await cachedB.loadInTask {
        let task = Task {
          while !self.hasB.isSet { await Task.yield() }
          defer { self.hasAsked.set() }
          return try await self.a()
        }
        self.task.withLock { $0 = task }
        return B()
      }
    }
  }

  @Test func aWaitThatIsOverClosesNoCircle() async throws {
    let values = Later()
    let a = try await values.a()
    #expect(try await values.task.withLock { $0 }?.value === a)
  }

  /// Two tasks of a build wait for another one, and one of them no longer does.
  @Test func theOtherOfTwoWaitsStillClosesACircle() throws {
    let (a, b) = (Build("a"), Build("b"))
    var graph = Build.Graph()
    for _ in 1...2 { try graph.add(a, needs: b) }
    graph.remove(a, needs: b)
    let circle = #expect(throws: BuildCycle.self) { try graph.add(b, needs: a) }
    #expect(circle?.path == ["a", "b", "a"])
    graph.remove(a, needs: b)
    #expect(throws: Never.self) { try graph.add(b, needs: a) }
  }

  @Test func itsTextSaysWhatToDo() {
    let circle = CircularConstruction(path: ["A", "B", "A"])
    #expect(circle.localizedDescription == "A -> B -> A: the value is needed to build itself.")
    #expect(
      circle.recoverySuggestion == "Let one of them call the other when it is used, not while it is built.")
  }
}

extension CircularConstruction {
  /// The types along the circle, without the places.
  fileprivate var types: [String] { path.map { String($0.prefix { $0 != " " }) } }
}
