import Foundation

/// A programmer's day, ready to be shown.
///
/// It gets plain values and functions, and so can be shown, tested and previewed anywhere.
struct DayViewModel: Sendable {
  let programmer: String
  let coffee: String
  let now: Date
  let format: LocalizedFormat
  let workday: Workday

  private let track: @Sendable (_ event: String, _ properties: [String: String]) -> Void

  init(
    desk: Desk, now: Date, format: LocalizedFormat, dice: Dice,
    track: @escaping @Sendable (_ event: String, _ properties: [String: String]) -> Void
  ) {
    programmer = desk.computer.name
    coffee = desk.coffee.name
    self.now = now
    self.format = format
    self.track = track
    workday = Workday(at: desk, on: LocalDay(containing: now, in: format.timeZone), dice: dice)
  }

  var title: String { "The day of a \(programmer) programmer" }

  /// The zone's name comes first: a line takes its direction from how it begins, and some terminals lose an
  /// invisible mark that nothing precedes.
  var subtitle: String { "\(format.timeZoneName) · \(format.day(workday.day.start))" }

  /// What is special about the day.
  var remarks: [String] { [dayLengthRemark, celebration].compactMap { $0 } }

  var events: [Event] { Timeline(workday, programmer: programmer, coffee: coffee, format: format).events }

  var outcome: Outcome { workday.outcome }

  var punchline: String { workday.punchline }

  /// To be called when the day begins to be shown.
  func dayBegan() {
    track("day_began", ["programmer": programmer.lowercased(), "coffee": coffee])
  }

  /// To be called when all of it was shown.
  func dayEnded() {
    track("day_ended", ["programmer": programmer.lowercased(), "outcome": outcome.rawValue])
  }

  private var dayLengthRemark: String? {
    let day = workday.day
    guard day.hours != 24 else { return nil }
    let direction = day.hours < 24 ? "forward" : "back"
    return "This day has \(format.duration(day.length)): the clocks go \(direction)."
  }

  private var celebration: String? {
    guard workday.day.isProgrammersDay else { return nil }
    return "Happy Programmers' Day! It is day \(format.number(256)) of the year."
  }
}
