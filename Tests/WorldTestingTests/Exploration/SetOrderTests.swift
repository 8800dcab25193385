import Foundation
import TestSupport
import Testing
import World
import WorldMocks

@testable import WorldTesting

/// Tests whose tasks are begun in the order of a set.
struct SetOrderTests {
  #if os(Linux) || os(macOS)
    /// In processes of their own, each of which has another order without the variable that is printed.
    @Test func whatIsPrintedRepeatsTheRunOfATestThatIteratesASet() async {
      await #expect(processExitsWith: .success) {
        let found = try SetOrderTests.run(["SWIFT_DETERMINISTIC_HASHING": "1"])
        #expect(found.code == 1)
        let printed = try #require(
          found.output.firstMatch(of: /In one command:  (\w+)=(\w+) (\w+)=(\S+) swift test/)?.output,
          "\(found.output)")
        for _ in 0..<3 {
          let again = try SetOrderTests.run([
            String(printed.1): String(printed.2), String(printed.3): String(printed.4),
          ])
          #expect(again.code == 1)
          #expect(again.output.contains("The run of this token failed"), "\(again.output)")
          #expect(!again.output.contains("isn't the one that the token was made of"), "\(again.output)")
        }
      }
    }

    private static func run(_ environment: [String: String]) throws -> (code: Int32, output: String) {
      try runTests(
        library: "swift-testing", environment.merging(["WORLD_TESTS_SETS": "1"]) { $1 },
        ["--filter", "TestsThatIterateASet"])
    }
  #endif
}

@Suite(.enabled(if: ProcessInfo.processInfo.environment["WORLD_TESTS_SETS"] != nil))
private struct TestsThatIterateASet {
  /// Fails in a few of the orders of eight tasks.
  @Test(.exploring(2_000)) func aSet() async {
    let log = EventLog()
    await withTaskGroup(of: Void.self) { group in
      for name in Set((1...8).map { "task \($0)" }) {
        group.addTask {
          await Task.yield()
          log.note(name)
        }
      }
    }
    let order = log.drain()
    #expect(order.firstIndex(of: "task 3") != 4 || order.firstIndex(of: "task 5") != 0)
  }
}
