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

/// What the fault points of a run do: a row of choices for each name, so that one more fault at one point changes no others.
struct FaultRows: Sendable {
  private(set) var rows: [String: ChoiceRow] = [:]
  /// Fault points that were declared, whether or not they were reached.
  private(set) var declared: Set<String> = []
  /// The files with fault points that were reached.
  private(set) var files: [StaticString] = []
  /// The kinds of the faults that happened, by name and by their place in the row.
  private(set) var words: [String: [Int: String]] = [:]
  /// The states of `World.mustReach`, and whether the run reached each.
  private(set) var states: [String: Bool] = [:]
  private let planned: [String: Choices]
  private var random: SplitMix
  /// How many of 256 times a fault point does something.
  private let rate: Int

  init(planned: [String: Choices], rate: Int, seed: UInt64) {
    self.planned = planned
    self.rate = rate
    random = SplitMix(seed: seed)
  }

  mutating func declare(_ name: String) { declared.insert(name) }

  mutating func note(state: String, isReached: Bool) {
    if isReached || states[state] == nil { states[state] = isReached }
  }

  mutating func note(file: StaticString) {
    // Most programs have one such file, and a literal has one address.
    if !files.contains(where: { $0.utf8Start == file.utf8Start }) { files.append(file) }
  }

  /// Chooses what a fault point does this time: 0 for nothing, or the number of a fault.
  mutating func choose(_ name: String, among faults: [String]) -> Int {
    let count = max(faults.count, 1)
    var row = rows[name] ?? ChoiceRow(planned: planned[name] ?? Choices())
    let time = row.count
    let choice = row.choose(of: count + 1, rate: rate, by: &random)
    if choice > 0, !faults.isEmpty { words[name, default: [:]][time] = faults[choice - 1] }
    rows[name] = row
    return choice
  }

  /// The choices made, by name.
  var taken: [String: Choices] { rows.mapValues(\.taken).filter { !$0.value.isEmpty } }
}
