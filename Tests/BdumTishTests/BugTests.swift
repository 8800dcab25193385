import TestSupport
import Testing

@testable import BdumTishBug

struct BugTests {
  @Test func theBugIsFoundRepeatedAndFixed() async throws {
    let shown = Locked("")
    await Bug.play { line in shown.withLock { $0 += line + "\n" } }
    let text = shown.withLock { $0 }
    #expect(
      text.contains(
        "threw MoreCupsThanCoffee()\nThe smallest difference that makes it fail: step 3 starts task 3"))
    let token = try #require(text.firstMatch(of: #/exploring\(only: "(w2:[^"]+)"/#)).1
    #expect(text.contains("\n  \(token): threw MoreCupsThanCoffee()\n"))
    #expect(text.contains("after it was poured:\n\nPassed in "))
  }
}
