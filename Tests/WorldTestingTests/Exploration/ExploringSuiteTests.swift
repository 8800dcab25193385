import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

/// Traits of a suite, and of a test in it.
@Suite(.exploring(1, startingFrom: { .mock.with { $0.locale = { Locale(identifier: "fr_FR") } } }))
struct ExploringSuiteTests {
  @Test func aTestHasTheTraitOfItsSuite() {
    #expect(Current.locale().identifier == "fr_FR")
  }

  /// Such as `.exploring(only: "w2:…")`, which repeats a run.
  @Test(.exploring(1, startingFrom: { .mock.with { $0.locale = { Locale(identifier: "ja_JP") } } }))
  func aTestsOwnTraitReplacesTheOneOfItsSuite() {
    #expect(Current.locale().identifier == "ja_JP")
  }

  @Suite(.exploring(1, startingFrom: { .mock.with { $0.locale = { Locale(identifier: "ar_EG") } } }))
  struct InnerSuiteTests {
    @Test(arguments: 1...2) func soDoesTheTraitOfAnInnerSuite(number: Int) {
      #expect(Current.locale().identifier == "ar_EG")
    }
  }
}
