/// What a drummer has at hand.
enum Repertoire {
  static let tasks = [
    "one small fix", "a rewrite", "two tests", "a date bug", "the docs", "naming things", "a merge conflict",
  ]

  static let tools = [
    "the compiler", "the linker", "the keyboard", "the network", "the moon", "the coffee",
    "the last programmer",
  ]

  static func jokes(about outcome: Outcome) -> [String] {
    switch outcome {
    case .shipped:
      [
        "It ships on time: the time zone wasn't specified.",
        "No bugs were found. Nobody looked.",
        "There are 10 kinds of days: those in binary and all the others.",
        "The release is called Christmas, since Dec 25 is Oct 31.",
      ]
    case .blamedTools:
      [
        "A bad programmer blames the tools. A good one wrote them.",
        "It works on one machine, and that one is switched off.",
        "The two hardest things are naming, caching and being off by one.",
        "Sleep is for those without decaf.",
      ]
    }
  }
}
