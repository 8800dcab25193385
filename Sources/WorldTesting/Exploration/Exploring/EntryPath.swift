// SPDX-License-Identifier: MIT

import WorldSimulation

/// The order in which tasks entered actors.
struct EntryHistory {
  /// The last entry of each task, and into each actor.
  private var tasks: [UInt64]
  private var actors: [UInt64] = []

  init(_ tasks: [UInt64]) { self.tasks = tasks }

  func last(of task: Int) -> UInt64 { tasks[task] }
  func last(into actor: Int) -> UInt64 { actor < actors.count ? actors[actor] : 0 }

  /// Returns an entry's number: the same in two runs if the same entries came before it, in its task, in its actor, and before
  /// those.
  static func number(after task: UInt64, _ actor: UInt64) -> UInt64 {
    SplitMix.mix(task ^ SplitMix.mix(actor))
  }

  /// - Returns: The entry's number.
  mutating func add(_ entry: RunLog.Entry) -> UInt64 {
    while actors.count <= entry.actor { actors.append(0) }
    let number = EntryHistory.number(after: tasks[entry.task], actors[entry.actor])
    (tasks[entry.task], actors[entry.actor]) = (number, number)
    return number
  }
}

/// Walks through a run's steps, and predicts the entries into actors that other choices would make.
///
/// A class, because a debug build would copy a structure at each choice.
final class EntryPath {
  /// The expected effect of another job than the one that ran at a choice.
  struct Other: Sendable {
    /// The number of the first entry by which its task comes before another task; 0 for none, `nil` if it isn't known.
    var entry: UInt64?
    /// A number for the task and the steps that it has run.
    var step: UInt64
  }

  private let log: RunSteps
  private var history: EntryHistory
  /// The number of steps in the history.
  private var step = 0
  /// The jobs that can be chosen before the next step, and the number of starts that were read for them.
  private var ready: [Int] = []
  private var startCount = 0
  /// The lineage of each task, and how many steps it has run.
  private let tasks: [UInt64]
  private var counts: [UInt64]
  /// For each step: the step in which its task goes on, unless it waits in between; and the first step from there on
  /// that enters an actor, which may be the step itself.
  private var nexts: [Int?]
  private var firsts: [Int?]
  /// For each entry of a step: the last step before it in which another task entered the actor; -1 for none.
  private var rivals: [[Int]] = []
  /// The numbers of the run's entries.
  private(set) var entries: Set<UInt64> = [0]

  /// - Parameter tasks: The lineages of the run's tasks.
  init(_ log: RunSteps, _ tasks: [UInt64]) {
    (self.log, self.tasks) = (log, tasks)
    counts = tasks.map { _ in 0 }
    history = EntryHistory(tasks)
    nexts = log.steps.map { _ in nil }
    firsts = nexts
    var starts = log.jobs.map { _ in -1 }
    for start in log.starts { starts[start.job] = start.step }
    var lastSteps: [Int: Int] = [:]
    var last: [Int: (task: Int, step: Int, rival: Int)] = [:]
    var whole = history
    for (index, step) in log.steps.enumerated() {
      if let last = lastSteps.updateValue(index, forKey: log.jobs[step.job].task),
        starts[step.job] == last + 1
      {
        nexts[last] = index
      }
      rivals.append(
        step.entries.map { entry in
          entries.insert(whole.add(entry))
          let before = last[entry.actor] ?? (entry.task, -1, -1)
          let rival = before.task == entry.task ? before.rival : before.step
          last[entry.actor] = (entry.task, index, rival)
          return rival
        })
    }
    for index in log.steps.indices.reversed() {
      firsts[index] = log.steps[index].entries.isEmpty ? nexts[index].flatMap { firsts[$0] } : index
    }
  }

  private func addReady() {
    while startCount < log.starts.count, log.starts[startCount].step <= step {
      let job = log.starts[startCount].job
      // Only a job that waited for the main actor comes before others.
      ready.insert(job, at: (ready.lastIndex { $0 < job } ?? -1) + 1)
      startCount += 1
    }
  }

  /// - Parameter index: The index of a choice, not less than in the last call.
  func others(at index: Int) -> [Other] {
    addReady()
    while step < log.choices[index] {
      let job = log.steps[step].job
      for entry in log.steps[step].entries { _ = history.add(entry) }
      counts[log.jobs[job].task] += 1
      if let place = ready.firstIndex(of: job) { ready.remove(at: place) }
      step += 1
      addReady()
    }
    let running = log.steps[step].job
    var others: [Other] = []
    for job in ready where job != running {
      let task = log.jobs[job].task
      others.append(Other(entry: entry(of: job, task), step: SplitMix.mix(tasks[task] &+ counts[task])))
    }
    return others
  }

  private func entry(of job: Int, _ task: Int) -> UInt64? {
    guard let step = log.jobs[job].step else { return nil }
    guard var later = firsts[step] else { return 0 }
    var number = history.last(of: task)
    // The actors that the task entered on its way.
    var actors: [(actor: Int, last: UInt64)] = []
    while true {
      for (place, entry) in log.steps[later].entries.enumerated() where entry.task == task {
        let last = actors.last { $0.actor == entry.actor }?.last ?? history.last(into: entry.actor)
        number = EntryHistory.number(after: number, last)
        if rivals[later][place] >= self.step { return number }
        actors.append((entry.actor, number))
      }
      guard let next = nexts[later].flatMap({ firsts[$0] }) else { return 0 }
      later = next
    }
  }
}
