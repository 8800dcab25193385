import Foundation
import Testing
import World
import WorldLive
import WorldMocks
import WorldTesting

@Suite(.world(.mock))
struct WritingTests {
  @Test func writersOfDifferentDependenciesBothWin() async {
    for round in 0..<50 {
      await withWorld(.mock) {
        async let one: Void = { Current.date = { Date(timeIntervalSince1970: Double(round)) } }()
        async let two: Void = { Current.timezone = { .gmt } }()
        async let three: Void = { Current.locale = { Locale(identifier: "fr_FR") } }()
        _ = await (one, two, three)
        #expect(Current.date().timeIntervalSince1970 == Double(round))
        #expect(Current.timezone() == .gmt)
        #expect(Current.locale().identifier == "fr_FR")
      }
    }
  }

  @Test func inPlaceMutationLosesNothing() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          func add(to settings: inout Settings) {
            let read = settings.read
            settings.read = { $0 == "key\(number)" ? .int(number) : read($0) }
          }
          add(to: &Current.settings)
        }
      }
    }
    for number in 0..<100 { #expect(Current.settings.read("key\(number)") == .int(number)) }
  }

  @Test func aWriteInsideAWriteIsReportedAndLostButDoesNotHang() {
    func change(_ world: inout World, _ body: () -> Void) {
      body()
      world.timezone = { .gmt }
    }
    withKnownIssue {
      change(&Current) { Current.locale = { Locale(identifier: "fr_FR") } }
    } matching: {
      $0.comments.contains { "\($0)".contains("from inside another write") }
    }
    #expect(Current.timezone() == .gmt)
    #expect(Current.locale().identifier == "en_GB")
    Current.locale = { Locale(identifier: "de_DE") }
    #expect(Current.locale().identifier == "de_DE")
  }

  @Test func aWriteInsideAWriteThatAnAwaitMovedToAnotherThreadIsReportedToo() async {
    func change(_ world: inout World, _ body: () async -> Void) async {
      await body()
      world.timezone = { .gmt }
    }
    await withKnownIssue {
      await change(&Current) {
        for _ in 0..<20 { await Task.yield() }
        Current.locale = { Locale(identifier: "fr_FR") }
      }
    } matching: {
      $0.comments.contains { "\($0)".contains("from inside another write") }
    }
    #expect(Current.timezone() == .gmt)
    #expect(Current.locale().identifier == "en_GB")
  }

  @MainActor @Test func aWriteThatMeetsASuspendedOneOnItsThreadIsReportedAndDoesNotHang() async {
    func change(_ world: inout World, _ body: () async -> Void) async {
      await body()
      world.timezone = { .gmt }
    }
    await withKnownIssue {
      await change(&Current) {
        await Task { @MainActor in Current.locale = { Locale(identifier: "fr_FR") } }.value
      }
    } matching: {
      $0.comments.contains { "\($0)".contains("another write to it doesn't end") }
    }
    #expect(Current.timezone() == .gmt)
  }

  @Test func readersInsideAWriteSeeTheWorldBefore() {
    func change(_ world: inout World) {
      world.timezone = { .gmt }
      #expect(Current.timezone().identifier == "Europe/London")
    }
    change(&Current)
    #expect(Current.timezone() == .gmt)
  }

  @Test func aWriteThatThrowsKeepsWhatItWrote() {
    struct Oops: Error {}
    func change(_ world: inout World) throws {
      world.timezone = { .gmt }
      throw Oops()
    }
    #expect(throws: Oops.self) { try change(&Current) }
    #expect(Current.timezone() == .gmt)
    Current.timezone = { TimeZone(identifier: "Asia/Tokyo")! }
    #expect(Current.timezone().identifier == "Asia/Tokyo")
  }

  /// Something that uses the world while it goes away.
  final class Farewell: Sendable {
    deinit {
      _ = Current.date()
      Current.uuid = { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
    }
  }

  @Test func whatAReplacedWorldHeldMayUseTheWorldInItsDeinit() {
    withWorld(.mock) {
      for _ in 0..<100 {
        let farewell = Farewell()
        Current.date = { withExtendedLifetime(farewell) { .distantPast } }
      }
      Current = .mock
      #expect(Current.date().timeIntervalSinceReferenceDate == 557_152_051)
    }
    // What the scope still held went with it, in this test's own world.
    #expect(Current.uuid().uuidString == "01020304-0506-0708-090A-0B0C0D0E0F10")
  }

  @Test func aScopeThatEndsLetsGoOfWhatItHeld() {
    weak var held: Farewell?
    withWorld(.mock) {
      let farewell = Farewell()
      held = farewell
      Current.date = { withExtendedLifetime(farewell) { .distantPast } }
    }
    #expect(held == nil)
  }
}
