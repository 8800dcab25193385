import Foundation
import TestSupport
import Testing
import World
import WorldMocks

@testable import WorldTesting

/// Tests that can't go on. Each ends, with one report that says why.
@Suite(.timeLimit(.minutes(120)))
struct DeadEndTests {
  @Test(
    .reported("Time stands still", "sleeps 30 s more", "advance(by: .seconds(30))", "autoAdvance: true"),
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

  @Test(.reported("Time stands still", "sleeps 0.25 s more", "advance(by: .seconds(0.25))"), .world(.mock))
  func theFirstOfManyIsNamed() async throws {
    await withTaskGroup(of: Void.self) { group in
      for number in 1...200 { group.addTask { try? await Current.sleep(.milliseconds(250 * number)) } }
    }
  }

  @Test(arguments: [(10, ""), (12, "; and 2 more")]) func tenTasksAreNamed(count: Int, rest: String) {
    let waiting = (0..<count).map { TaskActivity(order: $0, state: .group, functions: []) }
    #expect(HaltReport(waiting, in: nil).summary.hasSuffix("; task 10 waits for its group" + rest))
  }

  @Test(.reported("Time stands still", "sleeps 59 s more", "advance(by: .seconds(59))"), .world(.mock))
  func nobodyMovesTimeOfTaskSleep() async throws { try await Task.sleep(for: .seconds(59)) }

  @Test(.reported("No task of the test can go on", "waits for task", "let one end"), .world(.mock))
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

  @Test(.reported("waits for 1 sleeping task, of 0", "don't wait for sleepers"), .world(.mock))
  func aSleeperWhoNeverComes() async throws { try await Current.time.waitForSleepers() }

  @Test(
    .ticking, .reported("isn't over after 60 s", "sleeps 5 s more", "timeout: .seconds(60)"), .world(.mock))
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
  @Test(.ticking, .reported("isn't over after 60 s", "; and 192 more"), .world(.mock))
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

  @Test(
    .ticker, .reported("isn't over after 1.2 s", "is about to go on", "autoAdvance: true"),
    .world(.mock, timeout: .milliseconds(200)))
  func aLoopThatOnlyYields() async {
    let task = Task { try await Current.sleep(.seconds(5)) }
    while !Task.isCancelled {
      for _ in 0..<1_000 { await Task.yield() }
      Ticker.current.tick()
    }
    task.cancel()
  }

  /// What ends by the report is no error of the test's own.
  @Test(.ticking, .reported("isn't over after 60 s", "sleeps "), .world(.mock))
  @MainActor
  func aModelWhoseTimerNobodyMoves() async { await DeterminismTests.Meeting().run() }
}

struct MeetingTests {
  /// A step of a test may resume a task of another test. Both are run by this one, so that neither waits for a test that hasn't begun.
  @Test(.world(.live), .timeLimit(.minutes(120)))
  func aTestInAMockWorldResumesAnotherWhichStaysOutOfItsSchedule() async throws {
    let test = try #require(Test.current)
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    async let other: Void = WorldTrait.$maker.withValue(nil) {
      try await WorldTrait.world(.mock).provideScope(for: test, testCase: nil) {
        #expect(Scheduler.current != nil)
        for number in 0..<100 {
          continuation.yield(number)
          await Task.yield()
        }
        continuation.finish()
      }
    }
    var count = 0
    for await _ in stream {
      #expect(Scheduler.current == nil)
      count += 1
    }
    #expect(count == 100)
    #expect(Scheduler.current == nil)
    try await other
  }
}

/// Runs a test with a ticker of its own: one that the test moves, or one that moves as fast as it can.
struct TickerTrait: SuiteTrait, TestTrait, TestScoping {
  let moves: Bool
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let ticker = Ticker(countsSteps: !moves)
    try await Ticker.$current.withValue(ticker) {
      if moves { try await withTicking(ticker, function) } else { try await function() }
    }
  }
}

extension Trait where Self == TickerTrait {
  static var ticker: TickerTrait { TickerTrait(moves: false) }
  static var ticking: TickerTrait { TickerTrait(moves: true) }
}

/// Moves a ticker while a closure runs.
func withTicking<Result: Sendable>(
  _ ticker: Ticker, _ body: @Sendable () async throws -> Result
) async rethrows -> Result {
  let isOver = Flag()
  Thread.detachNewThread {
    while !isOver.isSet {
      ticker.tick()
      // The test's threads need the core, too.
      usleep(100)
    }
  }
  defer { isOver.set() }
  return try await body()
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
