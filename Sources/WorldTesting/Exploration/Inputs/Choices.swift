// SPDX-License-Identifier: MIT

import WorldSimulation

/// A choice that wasn't the first.
protocol PlacedChoice {
  /// Which choice of the row, from 0.
  var index: Int { get }
  /// What was chosen: never 0.
  var value: Int { get }

  init(index: Int, value: Int)
}

/// What was chosen in one row of choices, where it wasn't the first: the whole row is this and zeros.
///
/// So an empty list is the simplest run, and shrinking is the removal of entries.
struct Choices: Hashable, Sendable {
  struct Entry: PlacedChoice, Hashable, Sendable {
    var index: Int
    var value: Int

    /// Which choice of the row, in words.
    var ordinal: String {
      switch index {
      case 0: "first"
      case 1: "second"
      case 2: "third"
      default: "\(index + 1)" + suffix
      }
    }

    private var suffix: String {
      let number = index + 1
      if (11...13).contains(number % 100) { return "th" }
      return switch number % 10 {
      case 1: "st"
      case 2: "nd"
      case 3: "rd"
      default: "th"
      }
    }
  }

  /// In ascending order of their indices.
  var entries: [Entry]

  init(_ entries: [Entry] = []) { self.entries = entries }

  var isEmpty: Bool { entries.isEmpty }
}

/// A row of choices while it is made: first what is planned, then what a generator says.
struct ChoiceRow: Sendable {
  private let planned: [Choices.Entry]
  private var cursor = 0
  /// How many choices were made.
  private(set) var count = 0
  /// What was chosen.
  private(set) var taken = Choices()
  /// Whether something was planned that couldn't be chosen, so that this isn't the run that was planned.
  private(set) var missed = false

  init(planned: Choices = Choices()) { self.planned = planned.entries }

  /// The planned choice among so many; `nil` where nothing is planned.
  mutating func next(of limit: Int) -> Int? {
    guard cursor < planned.count, planned[cursor].index <= count else { return nil }
    let value = planned[cursor].value
    cursor += 1
    guard value < limit else {
      missed = true
      return nil
    }
    return value
  }

  /// Chooses among so many: what is planned, or else at random, but the first in all but so many cases of 256.
  mutating func choose(of limit: Int, rate: Int, by random: inout SplitMix) -> Int {
    let choice =
      next(of: limit) ?? (rate > 0 && random.chance(rate) ? 1 + random.next(below: limit - 1) : 0)
    take(choice)
    return choice
  }

  /// Notes what was chosen, planned or not.
  mutating func take(_ value: Int) {
    if value != 0 { taken.entries.append(Choices.Entry(index: count, value: value)) }
    count += 1
  }

  /// Whether more was planned than was asked for.
  var isCutShort: Bool { missed || cursor < planned.count }
}
