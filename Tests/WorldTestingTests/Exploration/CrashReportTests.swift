import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

/// Tests that end the process. They run in processes of their own.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["WORLD_TESTS_CRASH"] != nil), .world(.mock))
struct Crashes {
  @Test(.exploring(500)) func inOneOrder() async {
    let count = Locked(0)
    await withTaskGroup { group in
      for _ in 0..<2 { group.addTask { await countUp(count) } }
    }
    if count.value != 2 { fatalError("lost") }
  }

  @Test(.exploring(500)) @MainActor func onTheMainActor() async {
    let count = Locked(0)
    await withTaskGroup { group in
      for _ in 0..<2 { group.addTask { await countUpOnTheMainActor(count) } }
    }
    if count.value != 2 { abort() }
  }

  @MainActor private func countUpOnTheMainActor(_ count: Locked<Int>) async {
    let before = count.value
    await Task.yield()
    count.withLock { $0 = before + 1 }
  }

  @Test(.exploring(500)) func byAnExit() async {
    let count = Locked(0)
    await withTaskGroup { group in
      for _ in 0..<2 { group.addTask { await countUp(count) } }
    }
    if count.value != 2 { exit(3) }
  }

  @Test(.exploring(500)) @MainActor func mainActorExits() async {
    let count = Locked(0)
    await withTaskGroup { group in
      for _ in 0..<2 { group.addTask { await countUpOnTheMainActor(count) } }
    }
    if count.value != 2 { exit(3) }
  }

  @Test(.exploring(500)) func byAFault() {
    World.Fault.point("the disk is full") { fatalError("full") }
  }

  /// The signal that a program sends itself doesn't come again.
  @Test(.exploring(500)) func byASignal() { raise(SIGTRAP) }

  private func countUp(_ count: Locked<Int>) async {
    let before = count.value
    await Task.yield()
    count.withLock { $0 = before + 1 }
  }
}

#if os(Linux)
  struct CrashReportTests {
    @Test(arguments: ["inOneOrder", "onTheMainActor", "byAFault", "byAnExit", "mainActorExits", "byASignal"])
    func theRunThatEndsTheProcessIsRunAgain(test: String) throws {
      let first = try run(test)
      let token = try #require(
        first.output.firstMatch(of: /WORLD_EXPLORE=(w2:[A-Za-z0-9_-]+)/)?.1, "\(first.output)")
      #expect(first.output.contains("World: The process ends in this run"), "\(first.output)")
      #expect(first.output.contains(" of the test \(test)() (WorldTestingTests/CrashReportTests.swift:"))

      let again = try run(test, ["WORLD_EXPLORE": String(token)])
      #expect(again.output.contains("WORLD_EXPLORE=\(token)"), "\(again.output)")
      #expect(again.code != 0)
    }

    @Test func anExplorationIsNotedAfterAnotherInsideOfItToo() async {
      let line = Locked<String?>(nil)
      _ = await World.Exploration(runs: 1).run {
        _ = await World.Exploration(runs: 1).run {}
        line.withLock { $0 = CrashReport.ofProcess.line(currentThread()) }
      }
      #expect(line.value?.contains("ends in this run of ") == true)
    }

    /// A plain test may crash while an exploration is under way.
    @Test func anotherThreadsCrashIsNoExplorations() async {
      let thread = await Task.detached { currentThread() }.value
      let line = Locked<String?>("not run")
      _ = await World.Exploration(runs: 1).run {
        #expect(thread != currentThread())
        line.withLock { $0 = CrashReport.ofProcess.line(thread) }
      }
      #expect(line.value == nil)
    }

    @Test func aProcessWithoutAnExplorationEndsAsEver() throws {
      let (code, output) = try run("inOneOrder", ["WORLD_EXPLORE": "w2:nothing"])
      #expect(code == 1)
      #expect(!output.contains("The process ends"), "\(output)")
    }

    private func run(
      _ test: String, _ environment: [String: String] = [:]
    ) throws -> (code: Int32, output: String) {
      let environment = environment.merging(["WORLD_TESTS_CRASH": "1", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
      return try runTests(library: "swift-testing", environment, ["--filter", "Crashes.\(test)"])
    }
  }
#endif
