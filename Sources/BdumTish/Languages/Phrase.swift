// SPDX-License-Identifier: MIT

/// A fact that each language has a phrase for.
enum Phrase: Sendable, Equatable {
  case coffee(Coffee.Kind)
  case impression(Computer.Impression)
  case chore(Chore)
  case tool(Tool)
  case answer(Boss.Answer)
  case joke(Joke)
}

/// What a programmer plans to do.
enum Chore: CaseIterable, Sendable {
  case smallFix, rewrite, twoTests, dateBug, docs, naming, mergeConflict
}

/// What a programmer blames.
enum Tool: CaseIterable, Sendable {
  case compiler, linker, keyboard, network, moon, coffee, lastProgrammer
}

/// What a drummer follows.
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
