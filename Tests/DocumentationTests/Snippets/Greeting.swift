import Foundation
import Testing
import World
import WorldTesting

struct GreetingViewModel {
  var text: String
}

enum GreetingBuilder {
  static func build() -> GreetingViewModel {
    let hour = Current.calendar().component(.hour, from: Current.date())
    return GreetingViewModel(text: hour < 12 ? "Good morning" : "Good afternoon")
  }
}

@Test(.world { $0.timezone = { TimeZone(identifier: "America/New_York")! } })
func greetsInTheUsersTimeZone() {
  #expect(GreetingBuilder.build().text == "Good morning")  // 08:27 in New York, 13:27 in London
}
