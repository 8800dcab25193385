import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@Suite(.world(.mock))
struct AnalyticsTests {
  typealias Event = World.Analytics.Event

  @Test func whatIsTakenFromTheLogIsNoLongerThere() {
    let (sink, log) = World.Analytics.recorder()
    sink.track("a")
    #expect(log.drain() == [Event(name: "a")])
    sink.track("b")
    #expect(log.drain() == [Event(name: "b")])
    #expect(log.events.isEmpty)
  }

  @Test func combinedSinksTrackInOrder() {
    let (first, firstLog) = World.Analytics.recorder()
    let (second, secondLog) = World.Analytics.recorder()
    let both = World.Analytics.combining(first, second)
    both.track(Event(name: "a"))
    both.track(Event(name: "b", properties: ["k": "v"]))
    #expect(firstLog.events == [Event(name: "a"), Event(name: "b", properties: ["k": "v"])])
    #expect(secondLog.events == firstLog.events)

    let (order, orderLog) = World.Analytics.recorder()
    let tagged = ["1", "2", "3"].map { tag in order.adding(["sink": tag]) }
    World.Analytics.combining(tagged).track(Event(name: "c"))
    #expect(orderLog.events.map { $0.properties["sink"] } == ["1", "2", "3"])
  }

  @Test func propertiesAreAddedButTheEventsOwnWin() {
    let (sink, log) = World.Analytics.recorder()
    sink.adding(["version": "1", "source": "app"]).track(Event(name: "e", properties: ["source": "push"]))
    #expect(log.events == [Event(name: "e", properties: ["version": "1", "source": "push"])])
  }

  @Test func addedPropertiesAreEvaluatedAtEachEvent() {
    let (sink, log) = World.Analytics.recorder()
    let counter = World.RandomSource.seeded(1)
    let counting = sink.adding(["draw": "\(counter.next())"])
    counting.track(Event(name: "a"))
    counting.track(Event(name: "b"))
    let draws = log.events.map { $0.properties["draw"] }
    #expect(draws.count == 2 && draws[0] != draws[1])
  }

  @Test func eventsAreFilteredAndTransformed() {
    let (sink, log) = World.Analytics.recorder()
    let chosen = sink.filter { $0.name.hasPrefix("buy") }
    chosen.track(Event(name: "look"))
    chosen.track(Event(name: "buy"))
    let renamed = sink.compactMap { $0.name == "drop" ? nil : Event(name: $0.name.uppercased()) }
    renamed.track(Event(name: "drop"))
    renamed.track(Event(name: "keep"))
    #expect(log.events.map(\.name) == ["buy", "KEEP"])
  }

  @Test func anEventIsTrackedByItsName() {
    let (sink, log) = World.Analytics.recorder()
    Current.analytics = sink
    Current.analytics.track("opened")
    Current.analytics.track("signed_in", ["method": "email"])
    #expect(
      log.events == [Event(name: "opened"), Event(name: "signed_in", properties: ["method": "email"])])
    // The closure is there as before.
    let track = sink.track
    track(Event(name: "closed"))
    #expect(log.events.last == Event(name: "closed"))
  }

  @Test func discardingReportsNothing() {
    withWorld(World(analytics: .discarding)) { Current.analytics.track("dropped") }
  }

  @Test func aLiveWorldWithoutASinkReportsEachEvent() {
    let event = Event(name: "lost", properties: ["token": "secret-4711"])
    let issues = reports { withWorld(.live) { Current.analytics.track(event) } }
    #expect(issues.isOne(saying: "The event \"lost\" was tracked, but no sink is configured"))
    #expect(!issues.contains { $0.description.contains("4711") })
  }

  @Test func theRecorderIsReadWhileEventsComeIn() async {
    let (sink, log) = World.Analytics.recorder()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask { sink.track(Event(name: "\(number)")) }
        group.addTask { #expect(log.events.count <= 100) }
      }
    }
    #expect(Set(log.events.map(\.name)) == Set((0..<100).map { "\($0)" }))
    #expect(log.drain().count == 100)
    #expect(log.events.isEmpty)
  }
}
