// SPDX-License-Identifier: MIT

import WorldSimulation

/// A choice that wasn't the first.
protocol PlacedChoice {
  /// The index of the choice in its row, from 0.
  var index: Int { get }
  /// The chosen value: never 0.
  var value: Int { get }

  init(index: Int, value: Int)
}

/// The choices of a row that weren't the first. All others of the row are 0.
///
/// An empty list is the simplest run, and shrinking removes entries.
struct Choices: Hashable, Sendable {
  struct Entry: PlacedChoice, Hashable, Sendable {
    var index: Int
    var value: Int

    /// The number of the choice in its row, in words.
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

  /// The entries, in ascending order of their indices.
  var entries: [Entry]

  init(_ entries: [Entry] = []) { self.entries = entries }

  var isEmpty: Bool { entries.isEmpty }
}

/// A row of choices while it is made: first the planned ones, then generated ones.
struct ChoiceRow: Sendable {
  private let planned: [Choices.Entry]
  private var cursor = 0
  /// The number of choices made.
  private(set) var count = 0
  /// The choices made.
  private(set) var taken = Choices()
  /// Whether a planned choice wasn't possible, so that this isn't the planned run.
  private(set) var missed = false

  init(planned: Choices = Choices()) { self.planned = planned.entries }

  /// Returns the planned choice below a limit; `nil` if none is planned.
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

  /// Makes a choice below a limit: the planned one, or a random one in `rate` of 256 cases, or the first.
  mutating func choose(of limit: Int, rate: Int, by random: inout SplitMix) -> Int {
    let choice =
      next(of: limit) ?? (rate > 0 && random.chance(rate) ? 1 + random.next(below: limit - 1) : 0)
    take(choice)
    return choice
  }

  /// Notes a choice, planned or not.
  mutating func take(_ value: Int) {
    if value != 0 { taken.entries.append(Choices.Entry(index: count, value: value)) }
    count += 1
  }

  /// Whether a planned choice wasn't made.
  var isCutShort: Bool { missed || cursor < planned.count }
}
