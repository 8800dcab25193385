import Foundation
import Testing
import World

#if os(Linux) || os(macOS)
  struct IssueReporterTests {
    @Test func aLineIsPrintedOnceAndAThousandAreEnough() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        for number in [1, 1] + Array(1...1_100) {
          IssueReporter.report("Issue \(number)", at: World.SourceLocation(), fixes: [])
        }
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      let lines = output.split(separator: "\n").filter { $0.hasPrefix("World: ") }
      #expect(lines.count == 1_001)
      #expect(lines.first?.hasSuffix("Issue 1.") == true)
      #expect(lines.dropLast().last?.hasSuffix("Issue 1000.") == true)
      #expect(lines.last == "World: 1000 issues were printed; no more are")
    }
  }
#endif
