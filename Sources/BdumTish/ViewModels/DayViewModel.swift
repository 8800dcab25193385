// SPDX-License-Identifier: MIT

import Foundation

/// A programmer's day, ready to be shown.
///
/// It gets values and functions, and knows nothing of the world. So it is easy to test and to preview.
struct DayViewModel: Sendable {
  let programmer: String
  let coffee: String
  let now: Date
  let format: LocalizedFormat

  let title: String
  /// The place and the date.
  let subtitle: String
  let localDate: String
  let hours: Double
  let isProgrammersDay: Bool
  /// Remarks about special days.
  let remarks: [String]
  let events: [Event]
  let outcome: Outcome
  let punchline: String

  /// Tracks an event.
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
    // The beginning of a line sets its direction, and some terminals lose an invisible mark there. So the part in the
    // language's direction comes first.
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

  /// Whether lines run from right to left.
  var isRightToLeft: Bool { format.language.isRightToLeft }

  /// Returns whether every event has happened at a moment.
  func isOver(by moment: Date) -> Bool { events.allSatisfy { $0.moment <= moment } }

  /// Tracks that the day begins. Call it before the day is shown.
  func dayBegan() { track("day_began", ["programmer": programmer.lowercased(), "coffee": coffee]) }

  /// Tracks that the day ended. Call it after the whole day was shown.
  func dayEnded() {
    track("day_ended", ["programmer": programmer.lowercased(), "outcome": outcome.rawValue])
  }
}

/// An event of the day.
struct Event: Sendable, Equatable {
  var moment: Date
  /// The local time, formatted.
  var localTime: String
  var title: String
  var detail: String
}

/// A day in an edge case, and the reason why programs break there.
struct ExploredDay: Sendable {
  var reason: String
  var day: DayViewModel
}
