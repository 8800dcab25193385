// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// A strategy for choosing which of the ready tasks goes on.
///
/// In an exploration, tasks are numbered in the order in which they become known, so the same schedule gives them the same numbers.
/// Ready tasks are in the order in which they became ready, except that the task that ran last comes first if it is ready, doesn't yield,
/// and no time has passed since. To choose the first each time is to run each task until it waits.
package enum Strategy: Sendable, Equatable {
  /// Each task runs until it waits.
  case inOrder
  /// Any of the ready tasks, with the same probability.
  case random
  /// Tasks have random priorities. Before a few random choices, the task that would go on gets one of the lowest: PCT
  /// (Burckhardt et al., ASPLOS 2010). A bug that needs `depth` steps to be in a certain order is found with a
  /// probability of at least 1/(k n^(depth - 1)), in n steps of k tasks.
  case priorities(depth: Int)
  /// Each ready task with a probability proportional to the steps that it has left, estimated from earlier runs: all
  /// orders of the steps are about equally likely.
  case walk
  /// Like `walk`, but some tasks hardly ever go on while one of the others can: for what happens after the end of another task.
  case layers
}

/// Makes the choices of one run.
struct Chooser: Sendable {
  private(set) var row: ScheduleRow
  private let strategy: Strategy
  private var random: SplitMix
  /// For `priorities`: each task's priority; and the choices before which the task that would go on gets a lower one, in their order, with
  /// that priority.
  private var priorities: [Int] = []
  private var priorityChanges: ArraySlice<(choice: Int, priority: Int)> = []
  /// For `walk` and `layers`: the steps that each task has left, at least one, times the weight of a step; and that weight.
  private var weights: [Int] = []
  private var units: [Int] = []
  private let estimate: Estimate
  private let seed: UInt64

  init(_ strategy: Strategy, planned: Schedule = Schedule(), seed: UInt64, estimate: Estimate = Estimate()) {
    self.strategy = strategy
    row = ScheduleRow(planned: planned)
    random = SplitMix(seed: seed)
    (self.estimate, self.seed) = (estimate, seed)
    if case .priorities(let depth) = strategy, depth > 1 {
      let total = max(estimate.choices, depth)
      var choices: [Int] = []
      // Before the first choice nothing runs. A change that was taken already is moved to the end (Floyd's sampling).
      for last in (total - depth + 1)..<total {
        let choice = 1 + random.next(below: last)
        choices.append(choices.contains(choice) ? last : choice)
      }
      // Shuffled, so that a later change isn't always to a lower priority.
      for index in choices.indices { choices.swapAt(index, random.next(below: index + 1)) }
      priorityChanges = choices.indices.map { (choices[$0], -1 - $0) }.sorted { $0.choice < $1.choice }[...]
    }
  }

  /// The length of earlier runs.
  struct Estimate: Sendable {
    /// The choices of a run.
    var choices = 0
    /// The steps of each task, by its lineage.
    var steps: [UInt64: Int] = [:]
  }

  /// Adds a task of the run.
  mutating func addTask(creator: Int?) {
    row.addTask(creator: creator)
    guard strategy != .inOrder, strategy != .random, let lineage = row.lineages.last else { return }
    let number = SplitMix.mix(seed ^ lineage)
    priorities.append(Int(number >> 44))
    units.append(strategy == .layers && number & 1 == 1 ? 1 << 16 : 1)
    weights.append(max(1, estimate.steps[lineage] ?? 1) * (units.last ?? 1))
  }

  /// Chooses one of several ready tasks.
  ///
  /// - Parameter steps: How many steps the first of them has run.
  mutating func choose(among ready: ReadyTasks, steps: Int) -> Int {
    let index = row.count
    let choice = row.next(among: ready, steps: steps) ?? chosen(index: index, among: ready)
    row.take(choice, among: ready, steps: steps)
    return choice
  }

  private mutating func chosen(index: Int, among ready: ReadyTasks) -> Int {
    switch strategy {
    case .inOrder: return 0
    case .random: return random.next(below: ready.count)
    case .priorities:
      // A planned choice may have taken its place.
      while let next = priorityChanges.first, next.choice <= index {
        priorityChanges.removeFirst()
        // The task that would go on.
        if next.choice == index { priorities[ready[highest(among: ready)]] = next.priority }
      }
      return highest(among: ready)
    case .walk, .layers:
      return weights.withUnsafeBufferPointer { weights in
        weights.baseAddress.map { ready.choice(at: random.next(below: ready.sum($0)), $0) } ?? 0
      }
    }
  }

  private func highest(among ready: ReadyTasks) -> Int {
    priorities.withUnsafeBufferPointer { $0.baseAddress.map { ready.highest($0) } ?? 0 }
  }

  /// Notes that a task is about to run a step.
  mutating func ran(_ task: Int) {
    if task < weights.count, weights[task] > units[task] { weights[task] -= units[task] }
  }
}
