/// A day as text for people.
struct DayText: Sendable {
  private let day: DayViewModel
  private let ink: Ink

  init(_ day: DayViewModel, ink: Ink) {
    self.day = day
    self.ink = ink
  }

  /// The text in parts: heading, events, punchline.
  var frames: [Film.Frame] {
    let events = zip(lines, day.events).map { Film.Frame(text: $0, moment: $1.moment) }
    return [Film.Frame(text: heading)] + events
      + [Film.Frame(text: "\n" + ink(.boldMagenta, day.punchline) + "\n")]
  }

  private var heading: String {
    let remarks = day.remarks.map { ink(.yellow, $0) }
    return ([ink(.bold, day.title), day.subtitle] + remarks + [""]).map { $0 + "\n" }.joined()
  }

  private var lines: [String] {
    let events = day.events
    let timeWidth = events.map(\.localTime.displayWidth).max() ?? 0
    let titleWidth = events.map(\.title.displayWidth).max() ?? 0
    return events.map { event in
      // Isolated after it was aligned, since the blanks belong to the line.
      let margin = event.localTime.aligned(toWidth: timeWidth).prefix { $0 == " " }
      let time = margin + day.format.isolated(event.localTime)
      let title = event.title.padded(toWidth: titleWidth)
      return "  \(ink(.cyan, String(time)))  \(title)  \(ink(.faint, event.detail))\n"
    }
  }
}
