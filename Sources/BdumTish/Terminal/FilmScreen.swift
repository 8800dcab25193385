// SPDX-License-Identifier: MIT

import Foundation

/// A picture of a film: a status line, the events so far, the events to come, and the keys.
struct FilmScreen: Sendable {
  var film: FilmViewModel
  var ink: Ink

  /// Returns the lines at a moment, at most as many as the screen has.
  func lines(at date: Date, on size: Console.Size) -> [String] {
    let width = max(1, Columns.width(of: film.days.count, on: size.width))
    let columns = film.days.map { day in
      let body = body(of: day, at: date, width: width, height: max(0, size.height - 3))
      let lines = [ink(.reverse, status(of: day, at: date, width: width)), ""] + body
      return (lines: lines, isRightToLeft: day.isRightToLeft)
    }
    let lines = Columns.joined(columns, width: width)
    let keys = film.keys.wrapped(toWidth: max(1, size.width)).prefix(1).map { ink(.faint, $0) }
    let all = lines + (lines.count < size.height - 1 ? [""] : []) + keys
    return Array(all.prefix(max(1, size.height)))
  }

  /// The clock, the place, the date and the language, as far as they fit, and the speed at the other end.
  private func status(of day: DayViewModel, at date: Date, width: Int) -> String {
    let format = day.format
    let pace = " \(film.pace(for: day)) "
    let clock = " " + format.time(date, showsSeconds: film.rate < 60)
    let rest = [format.name(format.timeZoneName), format.day(date), format.languageName]
    let status = rest.reduce(clock) { status, part in
      let longer = "\(status) · \(part)"
      return longer.displayWidth + pace.displayWidth <= width ? longer : status
    }
    return status.padded(toWidth: width - pace.displayWidth) + pace
  }

  /// The lines that fit. They contain the current event and a little of what comes next.
  private func body(of day: DayViewModel, at date: Date, width: Int, height: Int) -> [String] {
    let text = DayText(day, ink: ink, width: width)
    let now = day.events.lastIndex { $0.moment <= date }
    // The number of lines up to the current event.
    var (lines, shown) = (text.title + text.remarks + [""], 0)
    for index in day.events.indices {
      let tense: DayText.Tense = index == now ? .present : index < now ?? 0 ? .past : .future
      lines += text.eventLines(index, tense)
      if index == now { shown = lines.count }
    }
    if now == day.events.indices.last {
      lines += [""] + text.punchline
      shown = lines.count
    }
    let first = max(0, min(shown + 2, lines.count) - height)
    return Array(lines.dropFirst(first).prefix(height))
  }
}
