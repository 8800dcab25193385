import Foundation
import TestSupport
import Testing
import World
import WorldMocks

@testable import WorldTesting

/// Tests that can't go on. Each ends, with one report that says why.
@Suite(.timeLimit(.minutes(20)))
struct DeadEndTests {
  @Test(
    .reported("Time stands still", "30 s later", "advance(by: .seconds(30))", "autoAdvance: true"),
    .world(.mock))
  func nobodyMovesTime() async throws {
    try await Current.sleep(.seconds(30))
    Issue.record("it went on")
  }

  /// What is printed is enough when it is typed.
  @Test(.reported("Time stands still", "advance(by: .seconds(0.33333333333333337))"), .world(.mock))
  func aDurationThatNoNumberIs() async throws { try await Current.sleep(.seconds(1) / 3) }

  @Test(.world(.mock)) func aDurationThatNoNumberIsWhenItIsTyped() async throws {
    async let slept: Void = Current.sleep(.seconds(1) / 3)
    await Current.time.advance(by: .seconds(0.33333333333333337))
    try await slept
  }

  @Test(.reported("Time stands still", "0.25 s later", "advance(by: .seconds(0.25))"), .world(.mock))
  func theFirstOfManyIsNamed() async throws {
    await withTaskGroup(of: Void.self) { group in
      for number in 1...200 { group.addTask { try? await Current.sleep(.milliseconds(250 * number)) } }
    }
  }

  @Test(arguments: [(10, ""), (12, "; and 2 more")]) func tenTasksAreNamed(count: Int, rest: String) {
    let waiting = (0..<count).map { WaitingTask(number: $0, reason: .group, functions: []) }
    #expect(HaltReport(waiting, in: nil).summary.hasSuffix("; task 10 for its group" + rest))
  }

  @Test(.reported("Time stands still", "59 s later", "advance(by: .seconds(59))"), .world(.mock))
  func nobodyMovesTimeOfTaskSleep() async throws { try await Task.sleep(for: .seconds(59)) }

  @Test(.reported("No task of the test can go on", "for task", "let one end"), .world(.mock))
  func twoTasksAwaitEachOther() async {
    let other = Later<Task<Int, Never>>()
    let first = Task { await other.value!.value }
    other.value = Task { await first.value }
    _ = await first.value
  }

  @Test(
    .reported("3 sleeping tasks, of 1", "don't wait for sleepers", "advance(by: .seconds(5))"), .world(.mock))
  func sleepersWhoNeverCome() async throws {
    let sleeper = Task { try await Current.sleep(.seconds(5)) }
    try await Current.time.waitForSleepers(3)
    try await sleeper.value
  }

  @Test(.reported("3 sleeping tasks, of 0", "don't wait for sleepers"), .world(.mock))
  func sleepersOfWhomThereAreNone() async throws { try await Current.time.waitForSleepers(3) }

  @Test(
    .reported("Tasks sleep in time that stands still", "timeout: .seconds(60)"),
    .world(.mock, timeout: .milliseconds(200)))
  func nobodyResumesAContinuation() async throws {
    let task = Task { try await Current.sleep(.seconds(5)) }
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    Task {
      try await task.value
      continuation.finish()
    }
    for await _ in stream {}
  }

  /// Many children sleep, and one waits for something else.
  @Test(.reported("Tasks sleep in time that stands still"), .world(.mock, timeout: .milliseconds(200)))
  func oneOfManyChildrenWaitsForSomethingOutside() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 { group.addTask { try? await Current.sleep(.seconds(5)) } }
      group.addTask { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }
  }

  /// An error doesn't end the loop, and neither does the cancellation of its task.
  @Test(.reported("Time stands still"), .world(.mock)) func aLoopThatSleepsInSpiteOfErrors() async {
    let isDone = Flag()
    while !isDone.isSet { try? await Current.sleep(.seconds(1)) }
  }

  @Test(.reported("did nothing but yield", "autoAdvance: true"), .world(.mock, timeout: .milliseconds(200)))
  func aLoopThatOnlyYields() async {
    let task = Task { try await Current.sleep(.seconds(5)) }
    while !Task.isCancelled { await Task.yield() }
    task.cancel()
  }

  /// What ends by the report is no error of the test's own.
  @Test(.reported("Tasks sleep in time that stands still"), .world(.mock, timeout: .milliseconds(200)))
  @MainActor
  func aModelWhoseTimerNobodyMoves() async { await DeterminismTests.Meeting().run() }
}

/// A step of a test may resume a task of another test.
struct MeetingTests {
  private static let place = AsyncStream.makeStream(of: Int.self)

  @Test(.world(.live), .timeLimit(.minutes(20))) func aTestInTheLiveWorldStaysOutOfTheOthersSchedule() async {
    for await _ in Self.place.stream { #expect(Scheduler.current == nil) }
    #expect(Scheduler.current == nil)
  }

  @Test(.world(.mock)) func aTestInAMockWorldResumesAnother() async {
    for number in 0..<100 {
      Self.place.continuation.yield(number)
      await Task.yield()
    }
    Self.place.continuation.finish()
  }
}

/// A variable that is set once, before somebody reads it.
private final class Later<Value: Sendable>: Sendable {
  private let state = Lock<Value?>(nil)
  var value: Value? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// Expects one report of the traits inside.
struct ReportedTrait: TestTrait, TestScoping {
  let texts: [String]

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let issues = try await reports { try await function() }
    #expect(issues.count == 1, "\(issues)")
    for text in texts { #expect(issues.first?.description.contains(text) == true, "\(issues)") }
  }
}

extension Trait where Self == ReportedTrait {
  static func reported(_ texts: String...) -> ReportedTrait { ReportedTrait(texts: texts) }
}
