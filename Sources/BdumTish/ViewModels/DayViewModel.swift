// SPDX-License-Identifier: MIT

import Foundation

/// A programmer's day, ready to be shown.
///
/// It gets plain values and functions, and so can be shown, tested and previewed anywhere.
struct DayViewModel: Sendable {
  let programmer: String
  let coffee: String
  let now: Date
  let format: LocalizedFormat

  let title: String
  /// Place and date.
  let subtitle: String
  let localDate: String
  let hours: Double
  let isProgrammersDay: Bool
  /// What is special about the day.
  let remarks: [String]
  let events: [Event]
  let outcome: Outcome
  let punchline: String

  /// Takes note of an event.
  typealias Track = @Sendable (_ event: String, _ properties: [String: String]) -> Void
  private let track: Track

  init(desk: Desk, now: Date, format: LocalizedFormat, dice: Dice, track: @escaping Track) {
    let language = format.language
    let day = LocalDay(containing: now, in: format.timeZone)
    let workday = Workday(at: desk, on: day, dice: dice)
    programmer = desk.computer
    coffee = desk.coffee.rawValue
    self.now = now
    self.format = format
    self.track = track
    title = language.title(format.name(programmer))
    localDate = format.day(day.start)
    // A line takes its direction from how it begins, and some terminals lose an invisible mark that nothing precedes. So what
    // has the direction of the language comes first.
    let place = format.name(format.timeZoneName)
    subtitle = language.isRightToLeft ? "\(localDate) · \(place)" : "\(place) · \(localDate)"
    (hours, isProgrammersDay) = (day.hours, day.isProgrammersDay)
    remarks =
      (hours == 24 ? [] : [language.unusualLength(format.duration(day.length), hours < 24)])
      + (isProgrammersDay ? [language.programmersDay(format.number(256))] : [])
    events = workday.scenes.map { moment, scene in
      let caption = format.caption(of: scene)
      return Event(
        moment: moment, localTime: format.time(moment), title: caption.title, detail: caption.detail)
    }
    outcome = workday.outcome
    punchline = language.punchline(format.phrase(.joke(workday.joke)))
  }

  /// Whether its lines run from right to left.
  var isRightToLeft: Bool { format.language.isRightToLeft }

  /// Whether all of it has happened at a moment.
  func isOver(by moment: Date) -> Bool { events.allSatisfy { $0.moment <= moment } }

  /// To be called when the day begins to be shown.
  func dayBegan() { track("day_began", ["programmer": programmer.lowercased(), "coffee": coffee]) }

  /// To be called when all of it was shown.
  func dayEnded() {
    track("day_ended", ["programmer": programmer.lowercased(), "outcome": outcome.rawValue])
  }
}

/// Something that happens at a time.
struct Event: Sendable, Equatable {
  var moment: Date
  /// The moment as the place's clocks show it.
  var localTime: String
  var title: String
  var detail: String
}

/// A day in an edge case, and why the case is one.
struct ExploredDay: Sendable {
  var reason: String
  var day: DayViewModel
}
