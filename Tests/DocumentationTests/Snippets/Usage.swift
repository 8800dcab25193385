import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

@Suite(.world(.mock))
struct UsageTests {
  private let fixed = Date(timeIntervalSinceReferenceDate: 0)
  private let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt

  @Test func theWorldIsReadAndReplaced() {
    let fixed = fixed
    let now = Current.date()  // read
    Current.date = { fixed }  // replace one dependency
    Current = .mock  // replace the world
    #expect(Current.date() == now)
    Current.date = { fixed }
    #expect(Current.date() == fixed)
  }

  @Test func anEventIsTrackedByItsNameAndProperties() {
    let (analytics, log) = World.Analytics.recorder()
    Current.analytics = analytics
    Current.analytics.track("paid", ["cents": 1250])
    #expect(log.events == [World.Analytics.Event(name: "paid", properties: ["cents": 1250])])
  }

  @Test func dependenciesAreClosures() {
    let roll = Current.random { Int.random(in: 1...6, using: &$0) }
    #expect((1...6).contains(roll))
  }

  @MainActor @Test func anotherWorldIsCurrentInAScope() {
    let tokyo = tokyo
    let title = withWorld(.mock) { GreetingBuilder.build().text }
    #expect(title == "Good afternoon")

    withWorld {
      $0.timezone = { tokyo }
    } operation: {
      #expect(Current.calendar().timeZone == tokyo)
    }
  }

  @Test func theWorldOfTheProposal() {
    Current = World(
      date: { Date(timeIntervalSinceReferenceDate: 557_152_051) },
      calendar: Calendar(identifier: .gregorian),
      timezone: TimeZone(identifier: "Europe/London")!,
      locale: Locale(identifier: "en_GB"),
      analytics: .mock
    )
    #expect(Current.locale().identifier == "en_GB")
  }

  @Test func whereScopesEndTheWorldIsCarriedAcross() async {
    Current.date = { .distantPast }
    let queue = DispatchQueue(label: "refresh")
    let seen: Date = await withCheckedContinuation { continuation in
      @Sendable func refresh() { continuation.resume(returning: Current.date()) }
      let world = Current
      queue.async { withWorld(world) { refresh() } }
    }
    #expect(seen == .distantPast)
    let wrapped: Date = await withCheckedContinuation { continuation in
      @Sendable func refresh() { continuation.resume(returning: Current.date()) }
      queue.async(execute: Current.wrap { refresh() })
    }
    #expect(wrapped == .distantPast)
  }
}
