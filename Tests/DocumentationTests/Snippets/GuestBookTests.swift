import Testing
import World
import WorldMocks
import WorldTesting

/// The test of *Getting started*, whose guest book has a bug. `ReportTests` runs it in a process of its own.
@Suite(.enabled(if: ReportTests.isOwnProcess), .world(.mock))
struct GuestBookTests {
  actor Speaker {
    private(set) var words: [String] = []
    func say(_ word: String) { words.append(word) }
  }

  @Test(.exploring(200)) func aGuestIsGreetedOnce() async {
    let speaker = Speaker()
    let book = GuestBook(greet: { name in await speaker.say(name) })
    async let first: Void = book.enter("Ada")
    async let second: Void = book.enter("Ada")
    _ = await (first, second)
    #expect(await speaker.words == ["Ada"])
  }
}
