import CWorldTesting
import Dispatch
import Foundation
import TestSupport
import Testing
import World
import WorldMocks

@testable import WorldTesting

/// What is said if Swift's runtime isn't as it is known, and that it is noticed.
@Suite(.timeLimit(.minutes(120)))
struct RuntimeCheckTests {
  @Test func theRuntimeOfTheseTestsIsAsExpected() {
    #expect(RuntimeCheck.ofProcess.failed == [])
    #expect(RuntimeCheck.ofProcess.problem == nil)
  }

  #if os(Linux)
    @Test func aRuntimeWithAnotherLayoutIsNamed() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        world_testing_omit(world_testing_layout)
        #expect(await RuntimeCheckTests.failed() == [.waits])
        let order = try await RuntimeCheckTests.yields()
        #expect(order == ["a1", "b1", "c1", "a2", "b2", "c2"])
      }
      try RuntimeCheckTests.expectLine(
        "(its layout of tasks isn't known), so tests of mock worlds aren't deterministic: a test in which no task can",
        in: result)
    }

    @Test func aRuntimeThatIsLinkedStaticallyIsNamed() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        world_testing_omit(world_testing_creation)
        #expect(await RuntimeCheckTests.failed() == [.tasks, .detached, .yields, .waits])
      }
      try RuntimeCheckTests.expectLine("Task {} runs beside the test; Task.detached runs", in: result)
    }

    @Test func aRuntimeThatEntersActorsByAnotherFunctionIsNamed() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        world_testing_omit(world_testing_switches)
        #expect(await RuntimeCheckTests.failed() == [.sharedActors])
      }
      try RuntimeCheckTests.expectLine(
        "tests that share an actor don't take turns, and explorations omit orders", in: result)
    }

    @Test func clocksThatAreRealAreNamed() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        world_testing_omit(world_testing_clock)
        #expect(await RuntimeCheckTests.failed() == [.sleeps, .dates])
      }
      try RuntimeCheckTests.expectLine(
        "deterministic: Task.sleep is in real time; Date() is in real time.", in: result)
    }

    @Test func randomNumbersOfTheSystemAreNamed() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        world_testing_omit(world_testing_random_numbers)
        #expect(await RuntimeCheckTests.failed() == [.random])
      }
      try RuntimeCheckTests.expectLine(
        "deterministic: Int.random, shuffled() and UUID() are the system's.", in: result)
    }

    @Test func aRuntimeWithoutTheVariablesIsNamed() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        world_testing_omit(world_testing_hooks)
        // What runs on the main queue meanwhile may disturb others.
        #expect(await RuntimeCheckTests.failed()?.contains(.mainActor) == true)
      }
      try RuntimeCheckTests.expectLine(
        "it has no swift_task_isMainExecutor_hook), so tests of mock worlds aren't deterministic: ",
        in: result)
    }

    @Test func aVariableThatAnotherLibraryHasSetIsNamed() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        typealias GetMain = @convention(thin) () -> UnownedSerialExecutor
        let other: @convention(thin) (GetMain) -> UnownedSerialExecutor = { $0() }
        try RuntimeCheckTests.set("swift_task_getMainExecutor_hook", other)
        #expect(await RuntimeCheckTests.failed()?.contains(.mainActor) == true)
      }
      try RuntimeCheckTests.expectLine(
        "(another library has set swift_task_getMainExecutor_hook)", in: result)
    }

    @Test func anEnqueueHookOfAnotherLibraryIsNamed() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        typealias Enqueue = @convention(thin) (UnownedJob) -> Void
        let other: @convention(thin) (UnownedJob, Enqueue) -> Void = { job, original in original(job) }
        try RuntimeCheckTests.set("swift_task_enqueueGlobal_hook", other)
        #expect(await RuntimeCheckTests.failed() == [.sleeps])
      }
      try RuntimeCheckTests.expectLine("(another library has set swift_task_enqueueGlobal_hook)", in: result)
    }

    @Test(.timeLimit(.minutes(120))) func aCheckThatIsNeverOverIsGivenUp() async throws {
      await #expect(processExitsWith: .success) {
        let ticker = Ticker()
        let blocked = RuntimeCheck(ticker: ticker) {
          for _ in 0..<Ticker.ticks(in: .seconds(60)) { ticker.tick() }
          DispatchSemaphore(value: 0).wait()
          return []
        }
        let computing = RuntimeCheck(within: .seconds(3_600)) { while true {} }
        for check in [blocked, computing] {
          #expect(check.failed == nil)
          #expect(check.problem?.contains("It isn't known whether tests of mock worlds are") == true)
        }
      }
    }

    /// On a busy machine its thread may wait long for a core.
    @Test func aCheckThatWaitsForACoreIsNotGivenUp() {
      let ticker = Ticker()
      let check = RuntimeCheck(ticker: ticker) {
        for _ in 0..<Ticker.ticks(in: .seconds(59)) { ticker.tick() }
        return [.order]
      }
      #expect(check.failed == [.order])
    }

    /// What the check finds. It waits for tasks that the runtime runs, which may have one thread.
    private static func failed() async -> [RuntimeCheck.Part]? {
      await withCheckedContinuation { found in
        Thread.detachNewThread { found.resume(returning: RuntimeCheck.ofProcess.failed) }
      }
    }

    /// The order of three tasks that yield.
    private static func yields() async throws -> [String] {
      let log = EventLog()
      try await Scheduler().runTest(timeout: .seconds(1_200), report: { Issue.record("\($0.summary)") }) {
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b", "c"] {
            group.addTask {
              log.note("\(name)1")
              await Task.yield()
              log.note("\(name)2")
            }
          }
        }
      }
      return log.drain()
    }

    private static func set<Hook>(_ name: String, _ hook: Hook) throws {
      let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), name))
      symbol.assumingMemoryBound(to: Hook?.self).pointee = hook
    }

    private static func expectLine(_ text: String, in result: ExitTest.Result?) throws {
      let line = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      // Where the variable requires it, it is also reported, as in the gate.
      #expect(line.split(separator: "\n").first?.contains(text) == true, "\(line)")
    }
  #endif

  #if os(Linux)
    @Test func aRequiredRuntimeFailsEachTest() async {
      await #expect(processExitsWith: .success) {
        let required = try runTests(
          library: "swift-testing",
          ["WORLD_TESTS_OMIT": "1", "WORLD_DETERMINISM": "required", "NO_COLOR": "1"],
          ["--filter", "TestsOfAnotherRuntime"])
        #expect(required.code == 1)
        for test in ["plain", "explored", "inside"] {
          #expect(required.output.contains("✘ Test \(test)() failed"), "\(required.output)")
        }
        #expect(required.output.contains("✔ Test live() passed"), "\(required.output)")
        #expect(required.output.contains("To fix it, one of:\n"), "\(required.output)")
        #expect(required.output.contains("unset WORLD_DETERMINISM"), "\(required.output)")
        let plain = try runTests(
          library: "swift-testing", ["WORLD_TESTS_OMIT": "1", "WORLD_DETERMINISM": ""],
          ["--filter", "TestsOfAnotherRuntime"])
        #expect(plain.code == 0)
        #expect(plain.output.contains("World: Swift's runtime in this process isn't"), "\(plain.output)")
      }
    }
  #endif

  @Test func aValueOfTheVariableThatMeansNothingIsAProblem() {
    #expect(EnvironmentOptions(["WORLD_DETERMINISM": "required"]).requiresDeterminism)
    #expect(EnvironmentOptions(["WORLD_DETERMINISM": "required"]).problem == nil)
    #expect(!EnvironmentOptions(["WORLD_DETERMINISM": ""]).requiresDeterminism)
    #expect(
      EnvironmentOptions(["WORLD_DETERMINISM": "yes"]).problem
        == #"WORLD_DETERMINISM is "yes". It is "required", or unset."#)
    #expect(
      EnvironmentOptions(["WORLD_DETERMINISMS": "required"]).problem
        == #""WORLD_DETERMINISMS" is no variable of World. Rename it to WORLD_DETERMINISM, or unset it."#)
  }
}

/// Tests that run in a process of their own, in which World's definition of a function isn't used.
@Suite(.enabled(if: OmittingTrait.isEnabled), OmittingTrait())
private struct TestsOfAnotherRuntime {
  @Test(.world(.mock)) func plain() {}
  @Test(.exploring(2)) func explored() { _ = Current.date() }
  @Test(.world(.live)) func live() {}
  @Test func inside() async { _ = await World.Exploration(runs: 1).run {} }
}

private struct OmittingTrait: SuiteTrait, TestTrait, TestScoping {
  static let isEnabled = ProcessInfo.processInfo.environment["WORLD_TESTS_OMIT"] != nil

  /// Once, and before any of the tests has a scheduler.
  private static let omission: Void = world_testing_omit(world_testing_creation)

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    OmittingTrait.omission
    try await function()
  }
}
