import Foundation

/// A day as text for people: a heading, a table of what happens, and the punchline.
///
/// Without a width, each event is one line. With one, lines wrap; where that leaves too little to what happens, it has lines of
/// its own.
struct DayText: Sendable {
  /// How an event is shown.
  enum Tense: Sendable {
    case past
    case present
    /// Only its time and title are shown.
    case future
  }

  private let day: DayViewModel
  private let events: [Event]
  private let ink: Ink
  private let width: Int?
  private let timeWidth: Int
  private let titleWidth: Int

  init(_ day: DayViewModel, ink: Ink, width: Int? = nil) {
    self.day = day
    self.ink = ink
    self.width = width
    events = day.events
    timeWidth = events.map(\.localTime.displayWidth).max() ?? 0
    titleWidth = events.map(\.title.displayWidth).max() ?? 0
  }

  /// All of it, as it is when the day is over.
  var text: String { lines.map { $0 + "\n" }.joined() }

  var lines: [String] {
    heading + [""] + events.indices.flatMap { eventLines($0, .past) } + [""] + punchline
  }

  /// Title, place and date, and what is special.
  var heading: [String] {
    wrap(day.title).map { ink(.bold, $0) } + wrap(day.subtitle) + remarks
  }

  var remarks: [String] { day.remarks.flatMap { wrap($0).map { ink(.yellow, $0) } } }

  var title: [String] { wrap(day.title).map { ink(.bold, $0) } }

  var punchline: [String] { wrap(day.punchline).map { ink(.boldMagenta, $0) } }

  func eventLines(_ index: Int, _ tense: Tense) -> [String] {
    let event = events[index]
    let head = "\(tense == .present ? "▸" : " ") \(time(event.localTime, tense))  "
    let headWidth = 4 + timeWidth
    let titleColor: Ink.Color? = tense == .present ? .bold : tense == .future ? .faint : nil
    let detailWidth = width.map { $0 - headWidth - titleWidth - 2 }
    if let width, let detailWidth, detailWidth < 28 {
      let indent = String(repeating: " ", count: headWidth)
      let titles = event.title.wrapped(toWidth: width - headWidth).map { titleColor(ink, $0) }
      let details = tense == .future ? [] : event.detail.wrapped(toWidth: width - headWidth)
      return zip([head] + Array(repeating: indent, count: titles.count), titles).map { $0 + $1 }
        + details.map { indent + $0 }
    }
    if tense == .future { return [head + titleColor(ink, event.title)] }
    let title =
      titleColor(ink, event.title)
      + String(repeating: " ", count: max(0, titleWidth - event.title.displayWidth))
    let details = detailWidth.map { event.detail.wrapped(toWidth: $0) } ?? [event.detail]
    let indent = String(repeating: " ", count: headWidth + titleWidth + 2)
    return zip(["\(head)\(title)  "] + Array(repeating: indent, count: details.count), details).map {
      $0 + $1
    }
  }

  /// Isolated after it was aligned, since the blanks belong to the line.
  private func time(_ text: String, _ tense: Tense) -> String {
    let margin = text.aligned(toWidth: timeWidth).prefix { $0 == " " }
    let isolated = day.format.isolated(text)
    return margin + (tense == .future ? ink(.faint, isolated) : ink(.cyan, isolated))
  }

  private func wrap(_ text: String) -> [String] { width.map { text.wrapped(toWidth: $0) } ?? [text] }
}

extension Ink.Color? {
  fileprivate func callAsFunction(_ ink: Ink, _ text: String) -> String { map { ink($0, text) } ?? text }
}
