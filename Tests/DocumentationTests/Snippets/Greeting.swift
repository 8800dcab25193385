import Foundation
import World

struct GreetingViewModel {
  var text: String
}

enum GreetingBuilder {
  static func build() -> GreetingViewModel {
    let hour = Current.calendar().component(.hour, from: Current.date())
    return GreetingViewModel(text: hour < 12 ? "Good morning" : "Good afternoon")
  }
}
