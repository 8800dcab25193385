import Foundation
import Synchronization
import TestSupport
import Testing
import WorldTesting

@testable import World
@testable import WorldLifetimes

/// All that ask during a build get its value, or its error.
struct ExactlyOnceTests {
  final class Value: Sendable {}
  struct Refused: Error, Equatable {}

  static let askers = 8

  /// A value whose first build ends when a condition holds, and may fail.
  final class Subject: Sendable {
    let name: String
    let cached: CachedValue<Value, any Error>
    let builds = Atomic(0)
    let isFailing: Bool

    init(_ name: String = #function, isFailing: Bool = false) {
      self.name = "\(name) \(isFailing)"
      self.isFailing = isFailing
      cached = CachedValue(storage: World.Lifetime.singleton.makeStorage(), name: self.name)
    }

    var waitingThreads: Int { Build.waiterCount(of: name) }
    var buildCount: Int { builds.load(ordering: .sequentiallyConsistent) }

    func load(until condition: () -> Bool) throws -> Value {
      try cached.load {
        let isFirst = self.begin()
        while isFirst, !condition() { sched_yield() }
        return try end(isFirst)
      }
    }

    func load(until condition: @escaping @Sendable () -> Bool) async throws -> Value {
      try await cached.loadInTask {
        let isFirst = self.begin()
        while isFirst, !condition() { await Task.yield() }
        return try self.end(isFirst)
      }
    }

    private func begin() -> Bool { builds.add(1, ordering: .sequentiallyConsistent).newValue == 1 }

    private func end(_ isFirst: Bool) throws -> Value {
      if isFirst, isFailing { throw Refused() }
      return Value()
    }
  }

  private func check(_ outcomes: [Result<Value, any Error>], of subject: Subject) throws {
    #expect(outcomes.count == Self.askers)
    #expect(subject.buildCount == 1)
    if subject.isFailing {
      for outcome in outcomes { #expect(throws: Refused()) { try outcome.get() } }
    } else {
      #expect(try Set(outcomes.map { try ObjectIdentifier($0.get()) }).count == 1)
    }
  }

  @Test(arguments: [false, true])
  func threadsShareOneBuild(isFailing: Bool) throws {
    let subject = Subject(isFailing: isFailing)
    let outcomes = onThreads(Self.askers) {
      try subject.load { subject.waitingThreads + subject.buildCount >= Self.askers }
    }
    try check(outcomes, of: subject)
    #expect(subject.waitingThreads == 0)
    // The error belongs to that build.
    _ = try subject.load { true }
    #expect(subject.buildCount == (isFailing ? 2 : 1))
  }

  @Test func whoWaitedForAnErrorMayTryAgainAtOnce() throws {
    let subject = Subject(isFailing: true)
    let outcomes = onThreads(2) {
      #expect(throws: Refused()) { try subject.load { subject.waitingThreads == 1 } }
      return try subject.load { true }
    }
    for outcome in outcomes { _ = try outcome.get() }
    #expect(subject.buildCount == 2)
  }

  @Test(arguments: [false, true])
  func tasksShareOneBuild(isFailing: Bool) async throws {
    let subject = Subject(isFailing: isFailing)
    let outcomes = await withTaskGroup { group in
      for _ in 0..<Self.askers {
        group.addTask {
          await Result.of { try await subject.load { subject.cached.waitingTaskCount == Self.askers } }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    try check(outcomes, of: subject)
    _ = try await subject.load { true }
    #expect(subject.buildCount == (isFailing ? 2 : 1))
  }

  @Test func aCancelledTaskLeavesAtOnceAndTheOthersGetTheValue() async throws {
    let subject = Subject()
    let isOpen = Flag()
    let leaver = Task { try await subject.load { isOpen.isSet } }
    let stayer = Task { try await subject.load { isOpen.isSet } }
    while subject.cached.waitingTaskCount < 2 { await Task.yield() }
    leaver.cancel()
    await #expect(throws: CancellationError.self) { try await leaver.value }
    isOpen.set()
    let value = try await stayer.value
    #expect(try await subject.load { true } === value)
    #expect(subject.buildCount == 1)
  }

  @Test func aWaitThatIsCancelledEndsWhileTheBuildGoesOn() async throws {
    let (isOpen, hasEnded, waiters) = (Flag(), Flag(), HeldExecutor())
    let build = BuildTask<Int, any Error>(name: "number") {
      while !isOpen.isSet { await Task.yield() }
      return Task.isCancelled ? 0 : 1
    } atEnd: {
    }
    let waiter = Task(executorPreference: waiters) {
      defer { hasEnded.set() }
      return try await build.value()
    }
    waiters.run()
    #expect(build.build.waiterCount.load(ordering: .sequentiallyConsistent) == 1)
    waiter.cancel()
    waiters.run()
    #expect(hasEnded.isSet)
    isOpen.set()
    waiters.release()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    #expect(try await build.value() == 1)
  }

  @Test func theTaskThatBuiltAWeakValueDoesNotKeepIt() async throws {
    let cached = CachedValue<Value, any Error>(storage: World.Lifetime.weak.makeStorage(), name: "weak")
    let value = try await cached.loadInTask { Value() }
    #expect(cached.task.withLock { $0 == nil })
    withExtendedLifetime(value) {}
  }

  @Test func whenAllAreCancelledTheBuildGoesOnForTheNext() async throws {
    let subject = Subject()
    let isOpen = Flag()
    let asker = Task { try await subject.load { isOpen.isSet } }
    while subject.cached.waitingTaskCount < 1 { await Task.yield() }
    asker.cancel()
    await #expect(throws: CancellationError.self) { try await asker.value }
    isOpen.set()
    _ = try await subject.load { true }
    #expect(subject.buildCount == 1)
  }

  // MARK: The second look

  /// A storage into which another build has stored a value between the first look and the second.
  private static func storedMeanwhile(_ value: Value) -> World.Lifetime<Value>.Storage {
    let looks = Lock(0)
    return World.Lifetime.Storage(
      load: {
        looks.withLock {
          $0 += 1
          return $0 == 1 ? nil : value
        }
      },
      store: { _ in Issue.record("it was built again") })
  }

  @Test func aValueThatWasStoredSinceTheFirstLookIsNotBuiltAgain() async {
    let value = Value()
    let onThread = CachedValue<Value, Never>(storage: Self.storedMeanwhile(value), name: "thread")
    #expect(onThread.load { Value() } === value)
    let inTask = CachedValue<Value, Never>(storage: Self.storedMeanwhile(value), name: "task")
    #expect(await inTask.loadInTask { Value() } === value)
  }

  @Test func aValueThatIsAddedMeanwhileForTheSameArgumentIsUsed() {
    let ask = Lock<(@Sendable (Int) -> Value)?>(nil)
    let first = Lock<Value?>(nil)
    // While one call makes its storage, another one with the same argument builds a value.
    let value = lifetime(
      World.Lifetime<Value> {
        let other = ask.withLock { other in
          defer { other = nil }
          return other
        }
        if let other { first.withLock { [value = other(1)] in $0 = value } }
        return World.Lifetime.singleton.makeStorage()
      }
    ) { (_: Int) in Value() }
    ask.withLock { $0 = value }
    let second = value(1)
    #expect(first.withLock { $0 } === second)
  }
}

extension CachedValue {
  /// How many tasks wait for the build in progress.
  var waitingTaskCount: Int {
    task.withLock { $0?.build.waiterCount.load(ordering: .sequentiallyConsistent) ?? 0 }
  }
}

extension Result where Failure == any Error {
  static func of(_ body: () async throws -> Success) async -> Result {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  var failure: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
