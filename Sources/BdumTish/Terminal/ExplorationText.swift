/// The days of edge cases as text for people: where, what is special, and how each ends.
struct ExplorationText: Sendable {
  let text: String

  init(_ days: [ExploredDay], ink: Ink) {
    let unusual = days.filter { $0.day.workday.day.hours != 24 }.count
    text =
      days.map { ExplorationText.paragraph($0, ink) }.joined()
      + "\(days.count) worlds, \(days.count) days played; \(unusual) of the days don't have 24 hours.\n"
  }

  private static func paragraph(_ explored: ExploredDay, _ ink: Ink) -> String {
    let day = explored.day
    let lines = [day.subtitle] + day.remarks.map { ink(.yellow, $0) } + day.events.suffix(1).map(ending)
    return ink(.bold, explored.reason) + "\n" + lines.map { "  \($0)\n" }.joined() + "\n"

    func ending(_ event: Event) -> String {
      "\(ink(.cyan, day.format.isolated(event.localTime)))  \(event.title)  \(event.detail)"
    }
  }
}
