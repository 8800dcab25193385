import World

/// Receives progress reports.
struct Boss: Sendable {
  var name: String
  /// Hears how the day went, and answers.
  var hear: @Sendable (Outcome, Dice) -> String
}

extension Boss: World.LiveService {
  static var live: Boss {
    Boss(name: "never short of an answer") { outcome, dice in
      switch outcome {
      case .shipped:
        dice.pick([
          "Splendid. Could it be blue?", "Already? Then let's move the deadline.",
          "I knew my plan would work.",
        ])
      case .blamedTools:
        dice.pick([
          "Last week it was the chair.", "Then let's have a meeting about the tools.",
          "The intern has the same tools.",
        ])
      }
    }
  }

  static var mock: Boss { Boss(name: "mock") { outcome, _ in "I heard: \(outcome.rawValue)." } }
}

extension World {
  var boss: Boss {
    get { self[Boss.self] }
    set { self[Boss.self] = newValue }
  }
}
