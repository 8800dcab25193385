import Foundation
import Observation
import World

@MainActor @Observable
final class GreetingViewModel {
  private(set) var text = ""
  private let hour: () -> Int

  init(hour: @escaping () -> Int) {
    self.hour = hour
    refresh()
  }

  func refresh() { text = hour() < 12 ? "Good morning" : "Good afternoon" }
}

@MainActor enum GreetingBuilder {
  static func build() -> GreetingViewModel {
    let (calendar, date) = (Current.calendar(), Current.date)
    return GreetingViewModel(hour: { calendar.component(.hour, from: date()) })
  }
}
