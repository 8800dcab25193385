import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

@Suite(.world(.mock, timeout: .seconds(600)))
struct CurrentTests {
  @Test func theCallOfTheProposalCompilesAndControlsTheWorld() {
    Current = World(
      date: { Date(timeIntervalSinceReferenceDate: 557_152_051) },
      calendar: Calendar(identifier: .gregorian),
      timezone: TimeZone(identifier: "Europe/London")!,
      locale: Locale(identifier: "en_GB"),
      analytics: .mock
    )
    Current.analytics.track(World.Analytics.Event(name: "opened", properties: ["from": "test"]))
    #expect(Current.date() == Date(timeIntervalSinceReferenceDate: 557_152_051))
    #expect(Current.calendar().identifier == .gregorian)
    #expect(Current.timezone().identifier == "Europe/London")
    #expect(Current.locale().identifier == "en_GB")

    let fixed = Date(timeIntervalSince1970: 0)
    Current.date = { fixed }
    #expect(Current.date() == fixed)
  }

  @Test func everyDependencyCanBeReplaced() async throws {
    let (analytics, log) = World.Analytics.recorder()
    let uuid = UUID()
    Current.date = { .distantPast }
    Current.timezone = { .gmt }
    Current.calendar = { Calendar(identifier: .hebrew) }
    Current.locale = { Locale(identifier: "he_IL") }
    Current.uuid = { uuid }
    Current.random = World.RandomSource { 7 }
    Current.sleep = { _ in throw CancellationError() }
    Current.analytics = analytics
    Current.settings = .inMemory(["n": .int(5)])

    Current.analytics.track(World.Analytics.Event(name: "e"))
    #expect(Current.date() == .distantPast)
    #expect(Current.calendar().identifier == .hebrew)
    #expect(Current.timezone() == .gmt)
    #expect(Current.locale().identifier == "he_IL")
    #expect(Current.uuid() == uuid)
    #expect(Current.random.next() == 7)
    await #expect(throws: CancellationError.self) { try await Current.sleep(.seconds(1)) }
    #expect(log.events == [World.Analytics.Event(name: "e")])
    #expect(Current.settings.read("n") == .int(5))
  }

  @Test func partsOfADependencyAreReplacedInPlace() {
    let track = Current.settings.read
    Current.settings.read = { name in name == "x" ? .bool(true) : track(name) }
    #expect(Current.settings.read("x") == .bool(true))
    #expect(Current.settings.read("y") == nil)
  }

  @Test func aCopyIsIndependent() {
    var copy = Current
    copy.date = { .distantFuture }
    #expect(Current.date() != .distantFuture)
    let before = Current
    Current.date = { .distantPast }
    #expect(before.date() != .distantPast)
  }

  /// A scope and a write copy it.
  @Test func aWorldHasAtMost240Bytes() { #expect(MemoryLayout<World>.size <= 240) }

  /// In a mock world's test its `Task.sleep` would be virtual.
  @Test(.world(.live)) func theLiveWorldIsLive() async throws {
    try await withWorld(.live) {
      let before = Date()
      let now = Current.date()
      #expect(before <= now && now <= Date())
      #expect(Current.uuid() != Current.uuid())
      #expect(Set((0..<8).map { _ in Current.random.next() }).count > 1)
      let start = ContinuousClock.now
      try await Current.sleep(.milliseconds(10))
      #expect(ContinuousClock.now - start >= .milliseconds(10))
      let sleeper = Task { try await Current.sleep(.seconds(1_000_000)) }
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
  }

  #if os(Linux)
    @Test func theLiveWorldIsTheUsersEnvironment() async {
      // The environment is read at first use, so in a process of its own.
      await #expect(processExitsWith: .success) {
        setenv("LC_ALL", "fr_FR.UTF-8", 1)
        setenv("TZ", ":Asia/Kathmandu", 1)
        withWorld(.live) {
          #expect(Current.locale().identifier == "fr_FR")
          #expect(World.live.timezone().identifier == "Asia/Kathmandu")
          #expect(Current.calendar().timeZone.identifier == "Asia/Kathmandu")
        }
      }
    }
  #endif
}
