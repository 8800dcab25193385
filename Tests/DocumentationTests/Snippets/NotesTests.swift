import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

struct Saving {
  var sleep: @Sendable (Duration) async throws -> Void
  var save: @Sendable (_ text: String) throws -> Void

  func run(_ text: String) async throws {
    for seconds in [1, 2, 4] {
      do { return try save(text) } catch { try await sleep(.seconds(seconds)) }
    }
    try save(text)
  }
}

@Test(.world(.mock, autoAdvance: true) { $0.notes.save = { _ in throw CocoaError(.fileWriteOutOfSpace) } })
func triesAgainForSevenSeconds() async {
  let (saving, start) = (Saving(sleep: Current.sleep, save: Current.notes.save), Current.date())
  await #expect(throws: CocoaError.self) { try await saving.run("Buy milk") }
  #expect(Current.date().timeIntervalSince(start) == 7)
}
