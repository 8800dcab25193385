/// How a day goes.
enum Outcome: String, Sendable {
  case shipped
  case blamedTools
}
