import Foundation

/// What a terminal shows of days while they pass: a status line, what was, what is, what comes, and the keys.
struct FilmScreen: Sendable {
  struct Size: Sendable, Equatable {
    var width, height: Int
  }

  var days: [DayViewModel]
  var ink: Ink

  /// The lines at a moment, as many as the screen has at most.
  func lines(at date: Date, rate: Double, isPaused: Bool, on size: Size) -> [String] {
    let width = max(1, Columns.width(of: days.count, on: size.width))
    let columns = days.map { day in
      let body = window(of: body(of: day, at: date, width: width), height: max(0, size.height - 3))
      let status = status(of: day, at: date, rate: rate, isPaused: isPaused, width: width)
      return (lines: [ink(.reverse, status), ""] + body, isRightToLeft: day.format.language.isRightToLeft)
    }
    let lines = Columns.joined(columns, width: width)
    let all = lines + (lines.count < size.height - 1 ? [""] : []) + keys(width: max(1, size.width))
    return Array(all.prefix(max(1, size.height)))
  }

  private func keys(width: Int) -> [String] {
    days.first?.format.language.film.keys.wrapped(toWidth: width).prefix(1).map { ink(.faint, $0) } ?? []
  }

  /// The world's clock, place, date and language, as many of them as there is room for; on the other side the rate.
  private func status(of day: DayViewModel, at date: Date, rate: Double, isPaused: Bool, width: Int) -> String
  {
    let format = day.format
    let labels = format.language.film
    let pace = " \(isPaused ? labels.paused : "\(Int(exactly: rate).map { "\($0)" } ?? "\(rate)")x") "
    let clock = " " + format.clock(date, showsSeconds: rate < 60)
    let rest = [
      Isolation.isolateIfNeeded(format.timeZoneName, in: format.language), format.day(date),
      format.languageName,
    ]
    let status = rest.reduce(clock) { status, part in
      let longer = "\(status) · \(part)"
      return longer.displayWidth + pace.displayWidth <= width ? longer : status
    }
    return status.padded(toWidth: width - pace.displayWidth) + pace
  }

  private typealias Body = (lines: [String], now: Int)

  /// All lines, and which of them is the last about what is now.
  private func body(of day: DayViewModel, at date: Date, width: Int) -> Body {
    let text = DayText(day, ink: ink, width: width)
    let events = day.events
    let now = events.lastIndex { $0.moment <= date }
    var body: Body = (text.title + text.remarks + [""], 0)
    for index in events.indices {
      let tense: DayText.Tense = index == now ? .present : index < now ?? 0 ? .past : .future
      body.lines += text.eventLines(index, tense)
      if index == now { body.now = body.lines.count }
    }
    if now == events.indices.last {
      body.lines += [""] + text.punchline
      body.now = body.lines.count
    }
    return body
  }

  /// As many lines as there is room for, and what is now among them, with a little of what comes.
  private func window(of body: Body, height: Int) -> [String] {
    let first = max(0, min(body.now + 2, body.lines.count) - height)
    return Array(body.lines.dropFirst(first).prefix(height))
  }
}
