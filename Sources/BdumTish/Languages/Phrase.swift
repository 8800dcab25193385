// SPDX-License-Identifier: MIT

/// A fact. Each language has a phrase for it.
enum Phrase: Sendable, Equatable {
  case coffee(Coffee.Kind)
  case impression(Computer.Impression)
  case chore(Chore)
  case tool(Tool)
  case answer(Boss.Answer)
  case joke(Joke)
}

/// A task of the day's plan.
enum Chore: CaseIterable, Sendable {
  case smallFix, rewrite, twoTests, dateBug, docs, naming, mergeConflict
}

/// A tool to blame.
enum Tool: CaseIterable, Sendable {
  case compiler, linker, keyboard, network, moon, coffee, lastProgrammer
}

/// A punchline.
enum Joke: CaseIterable, Sendable {
  case shipsOnTime, noBugsFound, twoActors, optionalPresent
  case goodOnesWroteThem, worksOnOneMachine, twoHardestThings, sleep

  static func about(_ outcome: Outcome) -> [Joke] {
    switch outcome {
    case .shipped: [.shipsOnTime, .noBugsFound, .twoActors, .optionalPresent]
    case .blamedTools: [.goodOnesWroteThem, .worksOnOneMachine, .twoHardestThings, .sleep]
    }
  }
}
