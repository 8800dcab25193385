// SPDX-License-Identifier: MIT

extension Language {
  static let english = Language(
    code: "en",
    phrase: { phrase in
      switch phrase {
      case .coffee(.caffeinated): "coffee"
      case .coffee(.decaf): "decaf"
      case .impression(.chimesAndWorks): "chimes and just works"
      case .impression(.grindsAndAsks): "grinds and asks where you want to go today"
      case .chore(.smallFix): "one small fix"
      case .chore(.rewrite): "a rewrite"
      case .chore(.twoTests): "two tests"
      case .chore(.dateBug): "a date bug"
      case .chore(.docs): "the docs"
      case .chore(.naming): "naming things"
      case .chore(.mergeConflict): "a merge conflict"
      case .tool(.compiler): "the compiler"
      case .tool(.linker): "the linker"
      case .tool(.keyboard): "the keyboard"
      case .tool(.network): "the network"
      case .tool(.moon): "the moon"
      case .tool(.coffee): "the coffee"
      case .tool(.lastProgrammer): "the last programmer"
      case .answer(.couldItBeBlue): "Splendid. Could it be blue?"
      case .answer(.earlierDeadline): "Already? Then let's move the deadline up."
      case .answer(.planWorked): "I knew my plan would work."
      case .answer(.lastWeekTheChair): "Last week it was the chair."
      case .answer(.meetingAboutTools): "Then let's have a meeting about the tools."
      case .answer(.internHasTheSame): "The intern has the same tools."
      case .joke(.shipsOnTime): "It ships on time: nobody said in which time zone."
      case .joke(.noBugsFound): "No bugs were found. Nobody looked."
      case .joke(.twoActors): "Two actors met at a door. Both are still awaiting."
      case .joke(.optionalPresent): "The present was optional. It was unwrapped by force."
      case .joke(.goodOnesWroteThem): "A bad programmer blames the tools. A good one wrote them."
      case .joke(.worksOnOneMachine): "It works on one machine, and that one is switched off."
      case .joke(.twoHardestThings): "The two hardest things are naming, caching and being off by one."
      case .joke(.sleep): "Decaf is good for sleep, mostly at the desk."
      }
    },
    scene: { scene, format in
      switch scene {
      case .wakingUp(let age): ("Wakes up", "The day is \(format.duration(age)) old.")
      case .coffee(let cups, let coffee, let level, let needed):
        (
          "Drinks coffee",
          "\(format.count(cups, "cup", "cups")) of \(format.phrase(coffee)), caffeine level \(format.number(level)). "
            + "The day takes more than \(format.number(needed))."
        )
      case .startup(let computer, let impression, let wait):
        ("Turns the \(computer) on", "After \(format.duration(wait)), it \(format.phrase(impression)).")
      case .plan(let chores): ("Makes a plan", "To do: \(format.list(chores)).")
      case .coding(let lines, let time):
        ("Codes like the wind", "\(format.count(lines, "line", "lines")) in \(format.duration(time)).")
      case .blaming(let tools): ("Blames the tools", "It must be \(format.list(tools)).")
      case .lunch(let time): ("Has lunch", "For \(format.duration(time)), nothing can break.")
      case .moreCoffee(let cups): ("Drinks more coffee", "Cups today: \(format.number(cups)).")
      case .cake(let first, let last):
        ("Eats cake", "The slices are numbered from \(format.number(first)) to \(format.number(last)).")
      case .report(let answer): ("Tells the boss", "“\(format.phrase(answer))”")
      case .goingHome(let computer, let time):
        ("Goes home", "\(format.duration(time)) after turning the \(computer) on.")
      }
    },
    title: { "The day of a \($0) programmer" },
    unusualLength: { "This day has \($0): the clocks go \($1 ? "forward" : "back")." },
    programmersDay: { "Happy Programmers' Day! It is day \($0) of the year." },
    punchline: { "\($0) Ba dum tish!" },
    paused: "paused", keys: "space: pause · ← →: speed · q: quit")
}
