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

/// Playing a film on a terminal.
extension FilmScreen {
  /// The user pressed Control-C.
  struct Interruption: Error {}

  /// Plays the film and obeys keys. Restores the terminal when it returns or throws, but not if a signal ends the program.
  ///
  /// - Returns: The moment up to which the film was shown: its end, unless the user pressed `q`.
  func show(on console: Console) async throws -> Date {
    console.setRaw(true)
    defer { console.setRaw(false) }
    // The alternate screen, without a cursor. Lines begin at the left or the right ("select character path").
    // Terminals that can't do this ignore it.
    let path = film.days.allSatisfy(\.isRightToLeft) ? 2 : 1
    try console.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[\(path) k")
    // If the output is closed, there is no cursor to show.
    defer { try? console.write("\u{1B}[0m\u{1B}[0 k\u{1B}[?25h\u{1B}[?1049l") }
    return try await play(on: console)
  }

  private func play(on console: Console) async throws -> Date {
    var (screen, shown) = (self, [String]())
    while true {
      let date = min(film.time(), film.end)
      for key in console.keys() {
        switch key {
        case .quit: return date
        case .pause: screen.film.togglePause()
        case .faster: screen.film.speedUp()
        case .slower: screen.film.slowDown()
        case .interrupt: throw Interruption()
        }
      }
      let lines = screen.lines(at: date, on: console.size() ?? Console.Size(width: 80, height: 24))
      if lines != shown {
        try console.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
      }
      shown = lines
      if date == film.end { return date }
      try await film.wait()
    }
  }
}
