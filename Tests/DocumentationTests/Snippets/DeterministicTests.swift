import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldTesting

/// Fails now and then: `FLAKY=1 swift test --filter FlakyTests`
@Suite(.enabled(if: ProcessInfo.processInfo.environment["FLAKY"] != nil))
struct FlakyTests {
  @Test(.world(.live)) func searchesForWhatWasTypedLast() async throws {
    let searches = Mutex<[String]>([])
    let field = SearchField(pause: .milliseconds(30)) { text in searches.withLock { $0.append(text) } }
    for text in ["s", "sw", "swift"] {
      field.type(text)
      try await Current.sleep(.milliseconds(20))
    }
    try await Current.sleep(.milliseconds(20))
    #expect(searches.withLock { $0 } == ["swift"])
  }

  @Test(.world(.mock)) func thePageIsShown() async throws {
    let downloading = Task { try await download() }
    #expect(try await downloading.value == "page")
  }
}

private func download() async throws -> String {
  try await Current.sleep(.seconds(30))
  return "page"
}

struct SteadyTests {
  @Test(.world(.mock, autoAdvance: true)) func searchesForWhatWasTypedLast() async throws {
    let searches = Mutex<[String]>([])
    let field = SearchField(pause: .milliseconds(30)) { text in searches.withLock { $0.append(text) } }
    for text in ["s", "sw", "swift"] {
      field.type(text)
      try await Current.sleep(.milliseconds(20))
    }
    try await Current.sleep(.milliseconds(20))
    #expect(searches.withLock { $0 } == ["swift"])
  }

  @Test(.world(.mock)) func searchesAfterThirtyMilliseconds() async {
    let searches = Mutex<[String]>([])
    let field = SearchField(pause: .milliseconds(30)) { text in searches.withLock { $0.append(text) } }
    field.type("swift")
    await Current.time.advance(by: .milliseconds(29))
    #expect(searches.withLock { $0 } == [])
    await Current.time.advance(by: .milliseconds(1))
    #expect(searches.withLock { $0 } == ["swift"])
  }
}
