// SPDX-License-Identifier: MIT

import WorldSimulation

/// The order in which tasks entered actors.
struct EntryHistory {
  /// The last entry of each task, and into each actor.
  private var tasks: [UInt64]
  private var actors: [UInt64] = []

  init(_ tasks: [UInt64]) { self.tasks = tasks }

  /// - Returns: The entry's number: the same in two runs if the same entries came before it, in its task, in its actor,
  ///   and before those.
  mutating func add(_ entry: ActorLog.Entry) -> UInt64 {
    while actors.count <= entry.actor { actors.append(0) }
    let number = SplitMix.mix(tasks[entry.task] ^ SplitMix.mix(actors[entry.actor]))
    (tasks[entry.task], actors[entry.actor]) = (number, number)
    return number
  }
}

/// Walks through a run's steps, and predicts the entries into actors that other choices would make.
struct EntryPath {
  /// The expected effect of another job than the one that ran at a choice.
  struct Other: Sendable {
    /// The number of the first entry by which its task comes before another task; 0 for none, `nil` if it isn't known.
    var entry: UInt64?
    /// A number for the task and the steps that it has run.
    var step: UInt64
  }

  private let log: ActorLog
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
  init(_ log: ActorLog, _ tasks: [UInt64]) {
    (self.log, self.tasks) = (log, tasks)
    counts = tasks.map { _ in 0 }
    history = EntryHistory(tasks)
    nexts = log.steps.map { _ in nil }
    firsts = nexts
    var starts = log.jobs.map { _ in -1 }
    for start in log.starts { starts[start.job] = start.step }
    var lastSteps: [Int: Int] = [:]
    var last: [Int: (task: Int, step: Int, rival: Int)] = [:]
    var history = history
    for (index, step) in log.steps.enumerated() {
      if let last = lastSteps.updateValue(index, forKey: log.jobs[step.job].task),
        starts[step.job] == last + 1
      {
        nexts[last] = index
      }
      rivals.append(
        step.entries.map { entry in
          entries.insert(history.add(entry))
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

  private mutating func addReady() {
    while startCount < log.starts.count, log.starts[startCount].step <= step {
      let job = log.starts[startCount].job
      // Only a job that waited for the main actor comes before others.
      ready.insert(job, at: (ready.lastIndex { $0 < job } ?? -1) + 1)
      startCount += 1
    }
  }

  /// - Parameter index: The index of a choice, not less than in the last call.
  mutating func others(at index: Int) -> [Other] {
    addReady()
    while step < log.choices[index] {
      let job = log.steps[step].job
      for entry in log.steps[step].entries { _ = history.add(entry) }
      counts[log.jobs[job].task] += 1
      ready.removeAll { $0 == job }
      step += 1
      addReady()
    }
    return ready.filter { $0 != log.steps[step].job }.map { job in
      let task = log.jobs[job].task
      return Other(entry: entry(of: job, task), step: SplitMix.mix(tasks[task] &+ counts[task]))
    }
  }

  private func entry(of job: Int, _ task: Int) -> UInt64? {
    guard let step = log.jobs[job].step else { return nil }
    guard var later = firsts[step] else { return 0 }
    var history = history
    while true {
      for (entry, rival) in zip(log.steps[later].entries, rivals[later]) where entry.task == task {
        let number = history.add(entry)
        if rival >= self.step { return number }
      }
      guard let next = nexts[later].flatMap({ firsts[$0] }) else { return 0 }
      later = next
    }
  }
}
