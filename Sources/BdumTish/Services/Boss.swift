// SPDX-License-Identifier: MIT

import World

/// Receives progress reports.
struct Boss: Sendable {
  enum Answer: CaseIterable, Sendable {
    case couldItBeBlue, earlierDeadline, planWorked
    case lastWeekTheChair, meetingAboutTools, internHasTheSame
  }

  /// Answers to a report of how the day went.
  var hear: @Sendable (Outcome) -> Answer
}

extension Boss: World.LiveService {
  static var live: Boss {
    Boss { outcome in
      let answers: [Answer] =
        switch outcome {
        case .shipped: [.couldItBeBlue, .earlierDeadline, .planWorked]
        case .blamedTools: [.lastWeekTheChair, .meetingAboutTools, .internHasTheSame]
        }
      return answers[Current.random { Int.random(in: answers.indices, using: &$0) }]
    }
  }

  static var mock: Boss { Boss { outcome in outcome == .shipped ? .planWorked : .meetingAboutTools } }
}

extension World {
  var boss: Boss {
    get { self[Boss.self] }
    set { self[Boss.self] = newValue }
  }
}
