import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

/// The report of a test that can't go on names each of its tasks and the line at which that waits.
@Suite(.timeLimit(.minutes(120)))
struct StandstillReportTests {
  private func load() async -> Int {
    try? await Current.sleep(.seconds(30))
    return 1
  }

  private func loadTwice() async -> Int {
    try? await Current.sleep(.seconds(40))
    try? await Current.sleep(.seconds(50))
    return 1
  }

  private func report(
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> String {
    let test = try #require(Test.current)
    let issues = try await reports {
      try await WorldTrait.world(.mock).provideScope(for: test, testCase: nil, performing: body)
    }
    let text = try #require(issues.first).description
    #expect(issues.count == 1, "\(issues)")
    #expect(!text.contains("__swiftmacro_"), "\(text)")
    return text
  }

  #if DEBUG && os(Linux)
    /// Expects that a report names a line of this file.
    private func expect(
      _ text: String, namesLine offset: Int, of source: String, from line: Int,
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
      #expect(
        text.contains("StandstillReportTests.swift:\(line + offset) `\(source)`"), "\(text)",
        sourceLocation: sourceLocation)
    }

    @Test func aCallInRequire() async throws {
      let line = #line
      let text = try await report {
        let expected = 1

        try #require(await load() == expected)
      }
      expect(text, namesLine: 4, of: "try #require(await load() == expected)", from: line)
      expect(text, namesLine: -35, of: "try? await Current.sleep(.seconds(30))", from: line)
      #expect(
        text.contains("task 1 sleeps 30 s more in `StandstillReportTests.load` at "))
      #expect(text.contains("advance(by: .seconds(30))"))
    }

    @Test func anUnwrappedCallInRequire() async throws {
      let line = #line
      let text = try await report {
        let some = 2

        _ = try #require(await load() as Int?) + some
      }
      expect(text, namesLine: 4, of: "_ = try #require(await load() as Int?) + some", from: line)
    }

    @Test func aCallInExpect() async throws {
      let line = #line
      let text = try await report {
        let expected = 1

        #expect(await load() == expected)
      }
      expect(text, namesLine: 4, of: "#expect(await load() == expected)", from: line)
    }

    @Test func aSleepInRequire() async throws {
      let line = #line
      let text = try await report {
        let log = EventLog()
        try #require(await (try? Current.sleep(.seconds(5))) == nil)
        log.note("")
      }
      expect(
        text, namesLine: 3, of: "try #require(await (try? Current.sleep(.seconds(5))) == nil)", from: line)
    }

    @Test func aTaskInExpect() async throws {
      let line = #line
      let text = try await report {
        let task = Task { await load() }
        let expected = 1
        #expect(await task.value == expected)
      }
      expect(text, namesLine: 4, of: "#expect(await task.value == expected)", from: line)
      expect(text, namesLine: 2, of: "let task = Task { await load() }", from: line)
    }

    @Test func aClosureOfExpect() async throws {
      let line = #line
      let text = try await report {
        let log = EventLog()
        await #expect(throws: CancellationError.self) {
          try await Current.sleep(.seconds(5))
        }
        log.note("")
      }
      expect(text, namesLine: 3, of: "await #expect(throws: CancellationError.self) {", from: line)
    }

    /// What comes after a wait isn't where that is.
    @Test func aCallBeforeExpect() async throws {
      let line = #line
      let text = try await report {
        let loaded = await load()
        #expect(loaded == 1)
      }
      expect(text, namesLine: 2, of: "let loaded = await load()", from: line)
      let other = try await report {
        try? await Current.sleep(.seconds(5))
        #expect(Bool(true))
      }
      expect(other, namesLine: 7, of: "try? await Current.sleep(.seconds(5))", from: line)
    }

    @Test func twoSleepsOfOneFunction() async throws {
      let line = #line
      let text = try await report {
        async let first = loadTwice()
        async let second: Void = Current.sleep(.seconds(60))
        await Current.time.advance(by: .seconds(45))
        async let third = loadTwice()
        _ = try await (first, second, third)
      }
      expect(text, namesLine: 3, of: "async let second: Void = Current.sleep(.seconds(60))", from: line)
      for (seconds, call, number) in [(40, "third", 5), (50, "first", 2)] {
        #expect(
          text.contains(
            "`try? await Current.sleep(.seconds(\(seconds)))`, called at StandstillReportTests.swift:\(line + number) `async let \(call)"
          ), "\(text)")
      }
      #expect(text.contains("advance(by: .seconds(15))"), "\(text)")
    }
  #endif
}
