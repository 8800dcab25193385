/// What happens at a moment of the day, as facts. A language puts it into words.
enum Scene: Sendable {
  case wakingUp(after: Duration)
  case coffee(cups: Int, of: String, caffeination: Int, needed: Int)
  case startup(of: String, impression: String, wait: Duration)
  case plan(tasks: [String])
  case coding(lines: Int, time: Duration)
  case blaming(tools: [String])
  case lunch(Duration)
  case moreCoffee(cupsToday: Int)
  case cake(first: Int, last: Int)
  case report(answer: String)
  case goingHome(from: String, after: Duration)
}

/// What is said about the day as a whole, as facts.
enum Remark: Sendable {
  case title(computer: String)
  case unusualLength(Duration, isShort: Bool)
  case programmersDay(ordinal: Int)
  case punchline(joke: String)
}
