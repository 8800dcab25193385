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

  let title: String
  /// Place and date.
  let subtitle: String
  /// What is special about the day.
  let remarks: [String]
  let events: [Event]
  let punchline: String

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
    let timeline = Timeline(workday, programmer: programmer, coffee: coffee, format: format)
    title = timeline.title
    subtitle = timeline.subtitle
    remarks = timeline.remarks
    events = timeline.events
    punchline = timeline.punchline
  }

  var outcome: Outcome { workday.outcome }

  /// To be called when the day begins to be shown.
  func dayBegan() {
    track("day_began", ["programmer": programmer.lowercased(), "coffee": coffee])
  }

  /// To be called when all of it was shown.
  func dayEnded() {
    track("day_ended", ["programmer": programmer.lowercased(), "outcome": outcome.rawValue])
  }
}
