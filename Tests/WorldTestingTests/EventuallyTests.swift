// SPDX-License-Identifier: MIT

import CWorldTesting
import Dispatch
import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

@MainActor private final class PageModel {
  private(set) var text = ""
  private(set) var isLoading = false

  func reload() {
    Task {
      isLoading = true
      await Task.yield()
      text = "a"
      isLoading = false
    }
  }

  func reload(after duration: Duration) {
    Task {
      try await Current.sleep(duration)
      text = "later"
    }
  }
}

private actor Counter {
  private(set) var count = 0
  func add() { count += 1 }
}

/// Waits for a condition, in tests of each kind.
struct EventuallyTests {
  /// Returns what a wait throws, as text.
  private func text(
    isolation: isolated (any Actor)? = #isolation, of wait: () async throws -> Void
  ) async -> String? {
    do {
      try await wait()
      return nil
    } catch { return "\(error)" }
  }

  @Test(.world(.mock)) @MainActor func aModelIsAwaited() async throws {
    let model = PageModel()
    model.reload()
    try await World.eventually { model.text == "a" }
  }

  @Test(.world(.mock)) @MainActor func aValueThatDoesNotStayIsSeen() async throws {
    let model = PageModel()
    model.reload()
    try await World.eventually { model.isLoading }
    #expect(model.text == "")
    try await World.eventually { !model.isLoading }
    #expect(model.text == "a")
  }

  @Test(.world(.mock)) func eachStepIsLookedAt() async throws {
    let count = LockedValue(0)
    let task = Task {
      for _ in 0..<20 {
        count.withLock { $0 += 1 }
        await Task.yield()
      }
    }
    for number in [1, 7, 20] { try await World.eventually { count.value == number } }
    await task.value
  }

  @Test(.world(.mock, autoAdvance: true)) @MainActor func timePassesWhereThatIsAllowed() async throws {
    let model = PageModel()
    model.reload(after: .seconds(3_600))
    let start = Current.date()
    try await World.eventually(within: .zero) { model.text == "later" }
    #expect(Current.date().timeIntervalSince(start) == 3_600)
  }

  @Test(.world(.mock), .enabled(if: world_testing_sees_work_outside()))
  @MainActor func aSleepThatNothingEndsFailsAtOnce() async {
    let model = PageModel()
    model.reload(after: .seconds(30))
    let text = await text { try await World.eventually(within: .seconds(3_600)) { model.text == "later" } }
    #expect(text?.hasPrefix("The condition at WorldTestingTests/EventuallyTests.swift:") == true)
    #expect(
      text?.contains("doesn't hold, and no task of the test can change that: task 2 sleeps 30 s more") == true
    )
    #expect(text?.contains("await Current.time.advance(by: .seconds(30))") == true)
  }

  @Test(.world(.mock), .enabled(if: world_testing_sees_work_outside())) func withoutAnotherTaskItFailsAtOnce()
    async
  {
    let text = await text { try await World.eventually(within: .seconds(3_600)) { false } }
    #expect(text?.contains("no task of the test can change that: no other is left.") == true)
    #expect(text?.contains("start what changes it in a task of the test, before this") == true)
  }

  @Test(.world(.mock)) func aContinuationMayBeResumedOutside() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let counter = Counter()
    let waiting = Task { for await _ in stream { await counter.add() } }
    continuation.yield(1)
    await #expect(throws: Never.self) { try await World.eventually { await counter.count == 1 } }
    let text = await text {
      try await World.eventually(within: .milliseconds(1)) { await counter.count == 2 }
    }
    #expect(
      text?.contains(
        "didn't hold within 0.001 s of real time, in which a queue, a thread or a continuation's caller could have changed it"
      ) == true
    )
    continuation.finish()
    await waiting.value
  }

  @Test(.world(.mock)) func aValueThatAQueueSetsIsAwaited() async throws {
    let done = LockedValue(false)
    DispatchQueue.global().async { done.withLock { $0 = true } }
    try await World.eventually(within: .seconds(3_600)) { done.value }
  }

  @Test(.world(.mock)) @MainActor func eachStepOfTheMainActorIsLookedAt() async throws {
    var count = 0
    for _ in 0..<3 {
      Task {
        for _ in 1...5 {
          count += 1
          await Task.yield()
        }
      }
    }
    for number in 1...15 { try await World.eventually { count == number } }
  }

  @Test(.world(.mock)) @MainActor func looksDoNotChangeTheOrderOfTheMainActor() async throws {
    var events: [String] = []
    for name in ["a", "b"] {
      Task {
        for number in 0..<3 {
          events.append("\(name)\(number)")
          await Task.yield()
        }
      }
    }
    try await World.eventually { events.count == 6 }
    #expect(events == ["a0", "b0", "a1", "b1", "a2", "b2"])
  }

  @Test(.world(.mock), .enabled(if: world_testing_sees_work_outside())) func conditionsMayWaitForOthers()
    async throws
  {
    let count = LockedValue(0)
    let tasks = (1...2).map { number in
      Task {
        try await World.eventually {
          try await World.eventually { true }
          return count.value == number
        }
      }
    }
    for task in tasks {
      let text = await text { try await task.value }
      #expect(text?.contains("can change that") == true)
    }
  }

  @Test(.world(.mock, autoAdvance: true)) func aLoopWithoutEndIsNamed() async {
    let ticker = Task { while true { try await Current.sleep(.seconds(1)) } }
    let text = await text { try await World.eventually { false } }
    #expect(text?.contains("still doesn't hold after 30000 steps of other tasks, in which ") == true)
    #expect(text?.contains("task 2 sleeps") == true || text?.contains("task 2 is about to go on") == true)
    ticker.cancel()
  }

  @Test(.world(.mock)) func aLongLimitIsALimit() async throws {
    let done = LockedValue(false)
    Thread.detachNewThread { done.withLock { $0 = true } }
    try await World.eventually(within: .seconds(Int64.max / 2)) { done.value }
  }

  @Test(.world(.mock)) func aQueueIsAwaited() async throws {
    let done = LockedValue(false)
    let counter = Counter()
    Task {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
      await counter.add()
      done.withLock { $0 = true }
    }
    try await World.eventually(within: .seconds(3_600)) { done.value }
    #expect(await counter.count == 1)
  }

  @Test(.world(.mock)) func aQueueThatCancelsASleepIsAwaited() async throws {
    let (count, looks) = (LockedValue(0), LockedValue(0))
    let hasLooked = DispatchSemaphore(value: 0)
    let task = Task {
      try? await Current.sleep(.seconds(30))
      count.withLock { $0 = 1 }
    }
    DispatchQueue.global().async {
      hasLooked.wait()
      task.cancel()
    }
    try await World.eventually(within: .seconds(3_600)) {
      looks.withLock { $0 += 1 }
      // The second look comes when no other task can go on.
      if looks.value == 2 { hasLooked.signal() }
      return count.value == 1
    }
  }

  @Test func theEndAlsoEndsTheWaitOfWhoHasLooked() async {
    let found = LockedValue<[Bool]>([])
    _ = await withUnsafeContinuation { (continuation: Watches.Continuation) in
      var watches = Watches()
      watches.add(watches.begin(0), of: 0, isIdle: true, continuation)
      let (idle, end) = (watches.nextWhenIdle(isEnding: false), watches.nextWhenIdle(isEnding: true))
      found.withLock { $0 = [idle != nil, end != nil] }
      continuation.resume(returning: .idle)
    }
    #expect(found.value == [false, true])
  }

  @Test(.world(.mock)) func anotherTaskThatYieldsForeverDoesNotHoldItBack() async throws {
    let counter = Counter()
    let task = Task {
      while !Task.isCancelled {
        await counter.add()
        await Task.yield()
      }
    }
    try await World.eventually { await counter.count > 50 }
    task.cancel()
  }

  @Test(.world(.mock)) func twoTasksLookAtConditions() async throws {
    let counter = Counter()
    async let first: Void = World.eventually { await counter.count == 2 }
    async let second: Void = World.eventually {
      if await counter.count == 1 { await counter.add() }
      return await counter.count >= 2
    }
    await counter.add()
    _ = try await (first, second)
  }

  @Test(.world(.mock), .enabled(if: world_testing_sees_work_outside())) func twoThatWaitForEachOtherFail()
    async
  {
    let counter = Counter()
    let first = Task { try await World.eventually { await counter.count == 1 } }
    let text = await text { try await World.eventually { await counter.count == 2 } }
    #expect(text?.contains("can change that") == true)
    await #expect(throws: (any Error).self) { try await first.value }
  }

  @Test(.world(.mock)) func cancellationEndsTheWait() async {
    let counter = Counter()
    let waiting = Task { try await World.eventually { await counter.count == 1 } }
    let other = Task { for _ in 0..<10 { await Task.yield() } }
    await Task.yield()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await other.value
  }

  @Test(.world(.mock)) func whatTheConditionThrowsIsThrown() async {
    struct Broken: Error {}
    await #expect(throws: Broken.self) { try await World.eventually { throw Broken() } }
  }

  @Test(.world(.mock)) func looksDoNotChangeTheOrderOfOthers() async throws {
    let events = LockedValue<[String]>([])
    let counter = Counter()
    for name in ["a", "b"] {
      Task {
        for number in 1...2 {
          events.withLock { $0.append("\(name)\(number)") }
          await counter.add()
        }
      }
    }
    try await World.eventually { events.value.count == 4 }
    #expect(events.value == ["a1", "a2", "b1", "b2"])
  }

  @Test func aWaitThatATestLeavesBehindIsCancelled() async {
    let ends = LockedValue<[String]>([])
    var exploration = World.Exploration(runs: 1)
    exploration.autoAdvance = true
    let report = await exploration.run {
      Task {
        do { try await World.eventually { false } } catch { ends.withLock { $0.append("\(error)") } }
      }
      Task { try await Current.sleep(.seconds(5)) }
      try await Current.sleep(.seconds(1))
    }
    #expect(report.failureText == nil)
    #expect(Set(ends.value) == ["CancellationError()"])
  }

  @Test func othersMayGoOnBeforeTheTaskThatWaited() async {
    let outcomes = LockedValue<Set<Int>>([])
    let report = await World.Exploration(runs: 50, varying: .schedule).run {
      let count = LockedValue(0)
      let task = Task {
        count.withLock { $0 = 1 }
        await Task.yield()
        count.withLock { $0 = 2 }
      }
      try await World.eventually { count.value == 1 }
      let value = count.value
      outcomes.withLock { _ = $0.insert(value) }
      await task.value
    }
    #expect(report.failureText == nil)
    #expect(outcomes.value == [1, 2])
  }

  @Test func anExplorationHasNoOrdersOfLooks() async {
    let report = await World.Exploration(runs: 200, varying: .schedule).run {
      let count = LockedValue(0)
      let task = Task { for _ in 0..<5 { count.withLock { $0 += 1 } } }
      await task.value
      try await World.eventually { count.value == 5 }
    }
    #expect(report.failureText == nil)
    #expect(report.orderCount == 1)
  }

  private actor Place {
    func wait(until count: LockedValue<Int>, is number: Int) async throws {
      try await World.eventually { count.value == number }
    }
  }

  @Test(.world(.mock), arguments: [1, 2]) func actorsWaitForConditions(actorCount: Int) async throws {
    let count = LockedValue(0)
    let places = (0..<actorCount).map { _ in Place() }
    let waits = places.map { place in Task { try await place.wait(until: count, is: 3) } }
    let task = Task {
      for _ in 0..<3 {
        count.withLock { $0 += 1 }
        await Task.yield()
      }
    }
    for wait in waits { try await wait.value }
    await task.value
  }

  @Test(.world(.mock), .enabled(if: world_testing_sees_work_outside()))
  func actorsThatWaitForEachOtherFailAtOnce() async {
    let count = LockedValue(0)
    let waits = (1...2).map { number in Task { try await Place().wait(until: count, is: number) } }
    for wait in waits {
      let text = await text { try await wait.value }
      #expect(text?.contains("can change that") == true)
    }
  }

  @Test func notAllOrdersAreClaimed() async {
    let report = await World.Exploration(runs: 200, varying: .schedule).run {
      let count = LockedValue(0)
      let tasks = (0..<2).map { _ in Task { count.withLock { $0 += 1 } } }
      try await World.eventually { count.value == 2 }
      for task in tasks { await task.value }
    }
    #expect(report.failureText == nil)
    #expect(report.runs < 50 && !report.hasRunAllOrders, "\(report)")
  }

  @Test(.world(.mock, inParallel: true)) func elsewhereItIsRealTime() async throws {
    let counter = Counter()
    let task = Task { await counter.add() }
    try await World.eventually(within: .seconds(3_600)) { await counter.count == 1 }
    await task.value
    let text = await text { try await World.eventually(within: .zero) { false } }
    #expect(
      text?.contains("didn't hold within 0 s of real time: this code isn't in a step of a test")
        == true)
  }
}
