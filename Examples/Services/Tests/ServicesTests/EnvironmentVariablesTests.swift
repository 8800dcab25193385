import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

@testable import Services

struct EnvironmentVariablesTests {
  @Test(.world(.mock)) func aMockWorldHasNone() {
    #expect(Current.environment.all() == [:])
    #expect(Current.environment["HOME"] == nil)
  }

  @Test(.world { $0.environment = EnvironmentVariables.fixed(["HOME": "/home/ada"]) })
  func aTestGivesItsOwn() {
    #expect(Current.environment["HOME"] == "/home/ada")
  }

  @Test func theLiveOnesAreThoseOfTheProcess() {
    let live = EnvironmentVariables.live
    #expect(live.all() == ProcessInfo.processInfo.environment)
    #expect(live["PATH"]?.isEmpty == false)
  }
}
