extension Language {
  static let english = Language(
    code: "en", phrases: [:],
    scene: { scene, words in
      switch scene {
      case .wakingUp(let age):
        ("Wakes up", "The day is \(words.duration(age)) old.")
      case .coffee(let cups, let coffee, let level, let needed):
        (
          "Drinks coffee",
          "\(words.number(cups)) \(cups == 1 ? "cup" : "cups") of \(coffee), caffeination \(words.number(level)). "
            + "It takes more than \(words.number(needed))."
        )
      case .startup(let computer, let impression, let wait):
        ("Turns the \(computer) on", "It \(impression), after \(words.duration(wait)).")
      case .plan(let tasks):
        ("Makes a plan", "To do: \(try words.list(tasks)).")
      case .coding(let lines, let time):
        (
          "Codes like the wind",
          "\(words.number(lines)) \(lines == 1 ? "line" : "lines") in \(words.duration(time))."
        )
      case .blaming(let tools):
        ("Blames the tools", "It must be \(try words.list(tools)).")
      case .lunch(let time):
        ("Has lunch", "For \(words.duration(time)), nothing can break.")
      case .moreCoffee(let cups):
        ("Drinks more coffee", "Cups today: \(words.number(cups)).")
      case .cake(let first, let last):
        ("Eats cake", "The slices are numbered from \(words.number(first)) to \(words.number(last)).")
      case .report(let answer):
        ("Tells the boss", "“\(answer)”")
      case .goingHome(let computer, let time):
        ("Goes home", "\(words.duration(time)) after turning the \(computer) on.")
      }
    },
    remark: { remark, words in
      switch remark {
      case .title(let computer): "The day of a \(computer) programmer"
      case .unusualLength(let length, let isShort):
        "This day has \(words.duration(length)): the clocks go \(isShort ? "forward" : "back")."
      case .programmersDay(let ordinal):
        "Happy Programmers' Day! It is day \(words.number(ordinal)) of the year."
      case .punchline(let joke): "\(joke) Ba dum tish!"
      }
    },
    film: FilmLabels(paused: "paused", keys: "space: pause · ← →: speed · q: quit"))
}
