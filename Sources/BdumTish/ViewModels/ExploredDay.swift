/// A day in an edge case, and why the case is one.
struct ExploredDay: Sendable {
  var reason: String
  var day: DayViewModel
}
