// SPDX-License-Identifier: MIT

import Foundation

/// A day as text: a heading, a table of events, and the punchline.
///
/// Without a width, each event is one line. With a width, lines wrap. In narrow text, the details have lines of their own.
struct DayText: Sendable {
  /// How an event is shown. A future event has only its time and title.
  enum Tense: Sendable { case past, present, future }

  private let day: DayViewModel
  private let ink: Ink
  private let width: Int?
  private let end: Date
  private let timeWidth: Int
  private let titleWidth: Int

  /// - Parameter end: The moment after which nothing is shown.
  init(_ day: DayViewModel, ink: Ink, width: Int? = nil, until end: Date = .distantFuture) {
    self.day = day
    self.ink = ink
    self.width = width
    self.end = end
    timeWidth = day.events.map(\.localTime.displayWidth).max() ?? 0
    titleWidth = day.events.map(\.title.displayWidth).max() ?? 0
  }

  var lines: [String] {
    let told = day.events.indices.prefix { day.events[$0].moment <= end }
    return title + wrap(day.subtitle, width) + remarks + (told.isEmpty ? [] : [""])
      + told.flatMap { eventLines($0, .past) } + (day.isOver(by: end) ? [""] + punchline : [])
  }

  var title: [String] { wrap(day.title, width).map { ink(.bold, $0) } }

  var remarks: [String] { day.remarks.flatMap { wrap($0, width) }.map { ink(.yellow, $0) } }

  var punchline: [String] { wrap(day.punchline, width).map { ink(.boldMagenta, $0) } }

  func eventLines(_ index: Int, _ tense: Tense) -> [String] {
    let event = day.events[index]
    let head =
      "\(tense == .present ? "▸" : " ") \(ink(tense == .future ? .faint : .cyan, event.localTime.aligned(toWidth: timeWidth)))  "
    let headWidth = 4 + timeWidth
    let detailWidth = width.map { $0 - headWidth - titleWidth - 2 }
    if let width, let detailWidth, detailWidth < 28 {
      // In a narrow column, the words are below the time.
      let isBelow = width < headWidth + 16
      let indent = isBelow ? 2 : headWidth
      let titles = event.title.wrapped(toWidth: width - indent).map { title($0, tense) }
      let details = tense == .future ? [] : event.detail.wrapped(toWidth: width - indent)
      return indented((isBelow ? [""] : []) + titles + details, by: indent, after: head)
    }
    if tense == .future { return [head + title(event.title, tense)] }
    let blanks = String(repeating: " ", count: titleWidth - event.title.displayWidth + 2)
    return indented(
      wrap(event.detail, detailWidth), by: headWidth + titleWidth + 2,
      after: head + title(event.title, tense) + blanks)
  }

  private func title(_ text: String, _ tense: Tense) -> String {
    switch tense {
    case .past: text
    case .present: ink(.bold, text)
    case .future: ink(.faint, text)
    }
  }

  /// Returns days beside each other. Without a screen, the lines of a single day don't wrap.
  static func text(of days: [DayViewModel], ink: Ink, until end: Date, screen: Int?) -> String {
    let column = screen.map { Columns.width(of: days.count, on: max(40, $0)) } ?? Columns.width
    let width = days.count > 1 || screen != nil ? column : nil
    let columns = days.map { (DayText($0, ink: ink, width: width, until: end).lines, $0.isRightToLeft) }
    return Columns.joined(columns, width: column).map { $0 + "\n" }.joined()
  }

  private func wrap(_ text: String, _ width: Int?) -> [String] {
    width.map { text.wrapped(toWidth: $0) } ?? [text]
  }

  private func indented(_ lines: [String], by indent: Int, after head: String) -> [String] {
    lines.enumerated().map { ($0 == 0 ? head : String(repeating: " ", count: indent)) + $1 }
  }
}
