/// The days of edge cases as text for people: where, what is special, and how each ends.
enum ExplorationText {
  static func text(of days: [ExploredDay], ink: Ink) -> String {
    let unusual = days.filter { $0.day.hours != 24 }.count
    return days.map { paragraph($0, ink) }.joined()
      + "\(days.count) worlds, \(days.count) days played; \(unusual) of the days don't have 24 hours.\n"
  }

  private static func paragraph(_ explored: ExploredDay, _ ink: Ink) -> String {
    let day = explored.day
    let ending = day.events.suffix(1).map {
      "\(ink(.cyan, day.format.isolated($0.localTime)))  \($0.title)  \($0.detail)"
    }
    let lines = [day.subtitle] + day.remarks.map { ink(.yellow, $0) } + ending
    return ink(.bold, explored.reason) + "\n" + lines.map { "  \($0)\n" }.joined() + "\n"
  }
}
