import Foundation
import Greeter
import Testing
import World
import WorldMocks
import WorldTesting

@Suite(.world(.mock))
struct GreetingTests {
  @Test func greetsTheMockVisitorInTheMockWorld() {
    let greeting = GreetingBuilder.build()
    #expect(greeting.text == "Good afternoon, Ada.")
    #expect(greeting.time == "Tuesday, 28 August 2018 at 13:27")
  }

  @Test(.world { $0.timezone = { TimeZone(identifier: "Asia/Tokyo")! } })
  func greetsByTheHourOfTheUsersZone() {
    #expect(GreetingBuilder.build().text == "Good evening, Ada.")
  }

  @Test(.world { $0.visitor.name = { nil } })
  func greetsAStranger() {
    #expect(GreetingBuilder.build().text == "Good afternoon, stranger.")
  }

  @Test(arguments: ["Grace", "Margaret", "Radia"])
  func tellsAnalyticsWhoWasGreeted(name: String) {
    let (analytics, log) = World.Analytics.recorder()
    withWorld {
      $0.analytics = analytics
      $0.visitor.name = { name }
    } operation: {
      let greeting = GreetingBuilder.build()
      greeting.greet()
      greeting.greet()
      #expect(greeting.count == 2)
    }
    #expect(log.events.map(\.name) == ["greeted", "greeted"])
    #expect(log.events.allSatisfy { $0.properties["name"] == .string(name) })
  }

  // A detached task doesn't inherit the scope, so it enters the captured world again.
  @Test func aCapturedWorldIsEnteredAgain() async {
    Current.visitor.name = { "Grace" }
    let world = Current
    let name = await Task.detached { withWorld(world) { Current.visitor.name() } }.value
    #expect(name == "Grace")
  }

  @Test func aViewModelNeedsNoWorld() {
    let greeting = GreetingViewModel(name: "Ada", hour: 6, time: "6 am", onGreet: { _ in })
    #expect(greeting.text == "Good morning, Ada.")
  }
}
