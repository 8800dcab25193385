// SPDX-License-Identifier: MIT

/// The days of edge cases as text: the place, remarks, and the ending if no earlier day had the same.
enum ExplorationText {
  static func text(of days: [ExploredDay], ink: Ink) -> String {
    let unusual = days.filter { $0.day.hours != 24 }.count
    var endings: Set<String> = []
    let paragraphs = days.map { explored in
      let last = explored.day.events.last.map { "\(ink(.cyan, $0.localTime))  \($0.title)  \($0.detail)" }
      let isNew = last.map { endings.insert($0).inserted } ?? false
      return paragraph(explored, isNew ? last : nil, ink)
    }
    return ink(.bold, "The day in \(days.count) worlds in which programs break:") + "\n\n"
      + paragraphs.joined()
      + "\(days.count) worlds, \(days.count) days played; \(unusual) of the days don't have 24 hours.\n"
  }

  private static func paragraph(_ explored: ExploredDay, _ ending: String?, _ ink: Ink) -> String {
    let day = explored.day
    let lines = [day.subtitle] + day.remarks.map { ink(.yellow, $0) } + (ending.map { [$0] } ?? [])
    return ink(.bold, explored.reason) + "\n" + lines.map { "  \($0)\n" }.joined() + "\n"
  }
}
