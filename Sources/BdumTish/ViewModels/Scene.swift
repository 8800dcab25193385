// SPDX-License-Identifier: MIT

/// A fact of the day. A language puts it into words.
enum Scene: Sendable, Equatable {
  case wakingUp(after: Duration)
  case coffee(cups: Int, of: Phrase, caffeination: Int, needed: Int)
  case startup(of: String, Phrase, wait: Duration)
  case plan([Phrase])
  case coding(lines: Int, time: Duration)
  case blaming([Phrase])
  case lunch(Duration)
  case moreCoffee(cupsToday: Int)
  case cake(first: Int, last: Int)
  case report(Phrase)
  case goingHome(from: String, after: Duration)
}
