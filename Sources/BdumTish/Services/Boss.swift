// SPDX-License-Identifier: MIT

import World

/// Receives progress reports.
struct Boss: Sendable {
  enum Answer: CaseIterable, Sendable {
    case couldItBeBlue, earlierDeadline, planWorked
    case lastWeekTheChair, meetingAboutTools, internHasTheSame
  }

  /// Hears how the day went, and answers.
  var hear: @Sendable (Outcome, Dice) -> Answer
}

extension Boss: World.LiveService {
  static var live: Boss {
    Boss { outcome, dice in
      switch outcome {
      case .shipped: dice.pick([.couldItBeBlue, .earlierDeadline, .planWorked])
      case .blamedTools: dice.pick([.lastWeekTheChair, .meetingAboutTools, .internHasTheSame])
      }
    }
  }

  static var mock: Boss { Boss { outcome, _ in outcome == .shipped ? .planWorked : .meetingAboutTools } }
}

extension World {
  var boss: Boss {
    get { self[Boss.self] }
    set { self[Boss.self] = newValue }
  }
}
