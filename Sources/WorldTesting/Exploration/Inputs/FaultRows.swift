// SPDX-License-Identifier: MIT

import World
import WorldSimulation

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
