import Testing
import World
import WorldMocks
import WorldStorage
import WorldTesting

@testable import Server

struct QuoteTests {
  /// A request that failed when the server had much to do.
  @Test(.replaying("quote")) func everyItemHasItsPrice() async throws {
    // What was asked is in the recording.
    _ = try await QuoteBuilder.build([]).text()
  }

  /// Any order of the answers.
  @Test(.world(.mock), .exploring(200)) func everyItemHasItsPriceInAnyOrder() async throws {
    _ = try await QuoteBuilder.build(["bread", "milk", "tea"]).text()
  }
}
