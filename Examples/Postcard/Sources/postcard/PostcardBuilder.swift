import Foundation
import World

/// Builds a postcard in the current world.
enum PostcardBuilder {
  static func build(to name: String, times: Int) -> PostcardViewModel {
    var style = Date.FormatStyle(
      date: .complete, time: .shortened, locale: Current.locale(), calendar: Current.calendar())
    style.timeZone = Current.timezone()
    return PostcardViewModel(name: name, times: times, date: Current.date().formatted(style))
  }
}

/// A postcard, ready to be printed.
struct PostcardViewModel {
  var name: String
  var times: Int
  var date: String

  var lines: [String] { [date, "Dear \(name),"] + Array(repeating: "wish you were here.", count: times) }
}
