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

  var title: String { timeline.text(of: .title(computer: programmer)) }

  /// A line takes its direction from how it begins, and some terminals lose an invisible mark that nothing precedes. So
  /// what has the direction of the language comes first.
  var subtitle: String {
    let day = format.day(workday.day.start)
    return format.language.isRightToLeft
      ? "\(day) · \(Isolation.isolate(format.timeZoneName))" : "\(format.timeZoneName) · \(day)"
  }

  /// What is special about the day.
  var remarks: [String] { [dayLengthRemark, celebration].compactMap { $0 } }

  var events: [Event] { timeline.events }

  var outcome: Outcome { workday.outcome }

  var punchline: String { timeline.text(of: .punchline(joke: workday.joke)) }

  /// To be called when the day begins to be shown.
  func dayBegan() {
    track("day_began", ["programmer": programmer.lowercased(), "coffee": coffee])
  }

  /// To be called when all of it was shown.
  func dayEnded() {
    track("day_ended", ["programmer": programmer.lowercased(), "outcome": outcome.rawValue])
  }

  private var timeline: Timeline {
    Timeline(workday, programmer: programmer, coffee: coffee, format: format)
  }

  private var dayLengthRemark: String? {
    let day = workday.day
    guard day.hours != 24 else { return nil }
    return timeline.text(of: .unusualLength(day.length, isShort: day.hours < 24))
  }

  private var celebration: String? {
    workday.day.isProgrammersDay ? timeline.text(of: .programmersDay(ordinal: 256)) : nil
  }
}
