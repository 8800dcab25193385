import Testing
import World
import WorldMocks
import WorldStorage
import WorldTesting

@testable import Server

struct QuoteTests {
  /// A request that failed when the server had much to do.
  @Test(.replaying("quote")) func everyItemHasItsPrice() async throws {
    let items = try Current.input("items", keeping: .all) { () -> [String] in throw NotRecorded() }
    _ = try await QuoteBuilder.build(items).text()
  }

  /// Any order of the answers.
  @Test(.world(.mock), .exploring(200)) func everyItemHasItsPriceInAnyOrder() async throws {
    _ = try await QuoteBuilder.build(["bread", "milk", "tea"]).text()
  }

  private struct NotRecorded: Error {}
}
