import Foundation
import Testing
import World
import WorldTesting

@Test(.world { $0.timezone = { TimeZone(identifier: "America/New_York")! } })
@MainActor func greetsInTheUsersTimeZone() {
  #expect(GreetingBuilder.build().text == "Good morning")  // 08:27 in New York
}
