import Greeter
import Testing
import World
import WorldMocks
import WorldTesting

/// Remembers what it said.
actor Speaker {
  private(set) var words: [String] = []
  func say(_ word: String) { words.append(word) }
}

@Suite(.world(.mock))
struct GuestBookTests {
  @Test func aGuestIsGreetedOnce() async {
    let speaker = Speaker()
    let book = GuestBook(greet: { name in await speaker.say(name) })
    async let first: Void = book.enter("Ada")
    async let second: Void = book.enter("Ada")
    _ = await (first, second)
    #expect(await speaker.words == ["Ada"])
  }
}
