// SPDX-License-Identifier: MIT

import Foundation

/// What a terminal shows of days while they pass: a status line, what was, what is, what comes, and the keys.
struct FilmScreen: Sendable {
  var film: FilmViewModel
  var ink: Ink

  /// The lines at a moment, as many as the screen has at most.
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

  /// The world's clock, place, date and language, as many of them as there is room for; on the other side the rate.
  private func status(of day: DayViewModel, at date: Date, width: Int) -> String {
    let format = day.format
    let pace = " \(film.pace(for: day)) "
    let clock = " " + format.clock(date, showsSeconds: film.rate < 60)
    let rest = [format.name(format.timeZoneName), format.day(date), format.languageName]
    let status = rest.reduce(clock) { status, part in
      let longer = "\(status) · \(part)"
      return longer.displayWidth + pace.displayWidth <= width ? longer : status
    }
    return status.padded(toWidth: width - pace.displayWidth) + pace
  }

  /// As many lines as there is room for: what is now is among them, with a little of what comes.
  private func body(of day: DayViewModel, at date: Date, width: Int, height: Int) -> [String] {
    let text = DayText(day, ink: ink, width: width)
    let now = day.events.lastIndex { $0.moment <= date }
    // The number of lines up to what is now.
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
