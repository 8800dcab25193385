import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldTesting

@Suite(.world { $0.locale = { Locale(identifier: "fr_FR") } })
struct WorldTraitTests {
  @Test func anUpdateAloneStartsFromTheMockWorld() {
    #expect(Current.locale().identifier == "fr_FR")
    #expect(Current.date() == World.mock.date())
  }

  @Test(.world { $0.timezone = { TimeZone(identifier: "Asia/Tokyo")! } })
  func aTestsUpdateIsMadeToItsSuitesWorld() {
    #expect(Current.locale().identifier == "fr_FR")
    #expect(Current.calendar().timeZone.identifier == "Asia/Tokyo")
  }

  @Test(.world(.mock)) func aTestsWorldReplacesItsSuites() {
    #expect(Current.locale().identifier == "en_GB")
  }

  @Test(.world { $0.locale = { Locale(identifier: "de_DE") } }, .world { $0.timezone = { .gmt } })
  func traitsOfOneTestComposeInTheirOrder() {
    #expect(Current.locale().identifier == "de_DE")
    #expect(Current.timezone() == .gmt)
  }

  @Suite(.world { $0.timezone = { TimeZone(identifier: "Europe/Paris") ?? .gmt } })
  struct Nested {
    @Test func suitesComposeOutermostFirst() {
      #expect(Current.locale().identifier == "fr_FR")
      #expect(Current.timezone().identifier == "Europe/Paris")
    }

    @Suite(
      .world { $0.locale = { [outer = $0.locale] in Locale(identifier: outer().identifier + "_POSIX") } })
    struct Deeper {
      @Test func anInnerUpdateSeesTheOuterOne() {
        #expect(Current.locale().identifier == "fr_FR_POSIX")
        #expect(Current.timezone().identifier == "Europe/Paris")
      }
    }
  }

  @Test(arguments: 0..<20) func eachArgumentHasAScopeOfItsOwn(number: Int) async {
    #expect(Current.uuid().uuidString.hasSuffix("0001"))
    #expect(Current.settings.read("number") == nil)
    Current.settings.write("number", .int(number))
    Current.date = { Date(timeIntervalSince1970: Double(number)) }
    for _ in 0..<10 {
      await Task.yield()
      #expect(Current.settings.read("number") == .int(number))
      #expect(Current.date().timeIntervalSince1970 == Double(number))
    }
  }

  /// Both sides of a meeting are tests that must run at the same time to pass.
  enum Meeting {
    static let open = Mutex<(AsyncStream<Void>, AsyncStream<Void>.Continuation)>(AsyncStream.makeStream())
    static let second = Mutex<(AsyncStream<Void>, AsyncStream<Void>.Continuation)>(AsyncStream.makeStream())
  }

  @Test(.timeLimit(.minutes(10))) func testsRunInParallelOne() async {
    Meeting.open.withLock { $0.1 }.finish()
    for await _ in Meeting.second.withLock({ $0.0 }) {}
    #expect(Current.locale().identifier == "fr_FR")
  }

  @Test(.timeLimit(.minutes(10))) func testsRunInParallelTwo() async {
    Meeting.second.withLock { $0.1 }.finish()
    for await _ in Meeting.open.withLock({ $0.0 }) {}
    #expect(Current.locale().identifier == "fr_FR")
  }
}

@Suite(.world(.mock))
struct StatefulWorldTests {
  @Test(arguments: 0..<10) func casesDoNotShareWhatTheMockWorldCounts(number: Int) {
    #expect(Current.uuid().uuidString.hasSuffix("0001"))
    #expect(Current.random.next() == World.mock.random.next())
  }
}

/// A test's change is made to its suite's world.
@Suite(.world { $0.locale = { Locale(identifier: "fr_FR") } })
struct ChangedSuiteWorldTests {
  @Test(.world { $0.date = { .distantPast } }) func aTestKeepsWhatItsSuiteChanged() {
    #expect(Current.locale().identifier == "fr_FR")
    #expect(Current.date() == .distantPast)
  }
}
