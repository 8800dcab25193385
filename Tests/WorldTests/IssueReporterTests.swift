import Foundation
import TestSupport
import Testing
import World

#if os(Linux) || os(macOS)
  struct IssueReporterTests {
    private func printedLines(_ result: ExitTest.Result?) throws -> [String] {
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      return output.split(separator: "\n").map(String.init).filter { $0.hasPrefix("World: ") }
    }

    /// A line of a program.
    private static func place(_ line: UInt = 7) -> World.SourceLocation {
      World.SourceLocation(fileID: "Shop/Cart.swift", line: line)
    }

    @Test func aTextIsPrintedOnceAndThenWithItsCount() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        for _ in 1...1_001 { IssueReporter.report("The disk is full", at: Self.place(), fixes: []) }
      }
      let text = "Shop/Cart.swift:7: The disk is full."
      #expect(
        try printedLines(result) == ["World: " + text]
          + [10, 100, 1_000].map { "World: \($0) issues like this one so far: " + text })
    }

    @Test func nineTextsOfAPlaceArePrintedAndThenTheirCount() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        for number in 1...101 { IssueReporter.report("Issue \(number)", at: Self.place(), fixes: []) }
      }
      #expect(
        try printedLines(result) == (1...9).map { "World: Shop/Cart.swift:7: Issue \($0)." }
          + [10, 100].map { "World: \($0) issues like this one so far: Shop/Cart.swift:7: Issue \($0)." })
    }

    @Test func aNewTextIsPrintedAfterManyOfAnother() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        for number in 1...13 {
          let text = number < 13 ? "No cart" : "No bank"
          IssueReporter.report(text, fixes: [])
        }
      }
      #expect(
        try printedLines(result) == [
          "World: No cart.", "World: 10 issues like this one so far: No cart.", "World: No bank.",
        ])
    }

    @Test func theTenthHasItsCountAlsoWithANewText() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        for number in 1...10 {
          let text = number < 10 ? "No cart" : "No bank"
          IssueReporter.report(text, fixes: [])
        }
      }
      #expect(
        try printedLines(result) == [
          "World: No cart.", "World: 10 issues like this one so far: No bank.",
        ])
    }

    // Of the library's lines. In the body of a macro, all lines are one.
    private static func report(_ number: Int, line: UInt) {
      IssueReporter.report("Issue \(number)", at: place(line), fixes: [])
    }
    private static func reportAnotherKind() {
      IssueReporter.report("Another kind", at: place(), fixes: [])
    }

    /// Of a server whose texts are many, a second bootstrap is still reported.
    @Test func anotherKindAndAnotherPlaceAreAlwaysPrinted() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        for number in 1...1_100 { Self.report(number, line: 7) }
        Self.reportAnotherKind()
        Self.report(2_000, line: 8)
      }
      let lines = try printedLines(result)
      #expect(
        lines.suffix(2) == [
          "World: Shop/Cart.swift:7: Another kind.", "World: Shop/Cart.swift:8: Issue 2000.",
        ])
    }
  }
#endif
