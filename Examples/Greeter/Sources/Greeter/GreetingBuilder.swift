import Foundation
import World

/// Builds the greeting from the current world. The code below it doesn't read `Current`.
public enum GreetingBuilder {
  /// The greeting at this moment.
  public static func build() -> GreetingViewModel {
    let style = Date.FormatStyle(
      date: .complete, time: .shortened, locale: Current.locale(), calendar: Current.calendar(),
      timeZone: Current.timezone())
    let analytics = Current.analytics
    return GreetingViewModel(
      name: Current.visitor.name(),
      hour: Current.calendar().component(.hour, from: Current.date()),
      time: Current.date().formatted(style),
      onGreet: { analytics.track("greeted", ["name": .string($0)]) })
  }
}
