#if os(Linux)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing
  import World
  import WorldMocks
  import WorldTesting

  /// A sweep explores all tests that have a world, in a process that was started with `WORLD_EXPLORE`.
  struct SweepTests {
    private static let isSwept = ProcessInfo.processInfo.environment["WORLD_SWEPT_TESTS"] != nil

    /// Runs the tests below in a process of their own, and returns what it wrote to standard error.
    private func sweep(_ value: String) throws -> ProcessResult {
      let process = Process()
      process.executableURL = Bundle.main.executableURL
      process.arguments = ["--testing-library", "swift-testing", "--filter", "SweptTests"]
      process.environment = ProcessInfo.processInfo.environment
        .merging(["WORLD_EXPLORE": value, "WORLD_SWEPT_TESTS": "1"]) { $1 }
      return try process.result()
    }

    /// The row of a test in a table.
    private func row(_ name: String, in text: String) -> String? {
      let row = text.split(separator: "\n").first {
        $0.hasPrefix("| ") && $0.contains(" \(name)() | ")
      }
      return row.map(String.init)
    }

    @Test func aTableAtTheEndSaysWhatWasFound() throws {
      let swept = try sweep("40")
      #expect(swept.code == 0, "\(swept.errors)")
      #expect(swept.errors.contains("Explored 5 tests"), "\(swept.errors)")
      let rows = [
        ("readsNothing", "reads nothing that differs"), ("readsTheDate", " date |"),
        ("startsAProcess", "| starts processes, so that it wasn't run more often | 0 of 2 |"),
        ("isEnglish", " locale: "), ("isEnglish", "w2:"), ("differsFromRunToRun", "can't be repeated"),
      ]
      for (name, text) in rows {
        let row = row(name, in: swept.errors)
        #expect(row?.contains(text) == true, "\(row ?? swept.errors)")
      }
      #expect(row("hasNoWorld", in: swept.errors) == nil)
    }

    @Test func aValueThatIsNoNumberFailsTheTests() throws {
      let swept = try sweep("many")
      #expect(swept.code != 0)
      #expect((swept.output + swept.errors).contains("WORLD_EXPLORE is \"many\". It is a number of runs"))
    }

    /// Tests that pass in the world that they have.
    @Suite(.world(.mock), .enabled(if: SweepTests.isSwept, "They are swept by SweepTests."))
    struct SweptTests {
      private static let runs = Atomic(0)

      @Test func readsNothing() {}

      @Test func readsTheDate() { #expect(Current.date() != .distantPast) }

      @Test func startsAProcess() throws {
        _ = Current.date()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["true"]
        #expect(try process.result().code == 0)
      }

      @Test func isEnglish() { #expect(Current.locale().language.languageCode == "en") }

      @Test func differsFromRunToRun() async {
        if Self.runs.add(1, ordering: .relaxed).newValue.isMultiple(of: 2) { await Task.yield() }
      }
    }

    @Suite(.enabled(if: SweepTests.isSwept, "It is swept by SweepTests."))
    struct OtherSweptTests {
      @Test func hasNoWorld() { #expect(Test.current != nil) }
    }
  }
#endif
