import WorldSimulation

/// In which order tasks entered actors: a number that is the same for two runs in which each actor is entered by the same tasks in
/// the same order, whatever else they did.
private struct EntryHistory {
  private(set) var hash: UInt64 = 0
  /// The last entry of each task, and into each actor.
  private var tasks: [UInt64]
  private var actors = [UInt64](repeating: 0, count: UInt64.bitWidth)

  init(_ tasks: [UInt64]) { self.tasks = tasks }

  /// - Parameter entered: The actors, a bit each.
  /// - Returns: The number of the history afterwards.
  mutating func add(_ entered: UInt64, by task: Int) -> UInt64 {
    var (rest, sum) = (entered, 0 as UInt64)
    while rest != 0 {
      let actor = rest.trailingZeroBitCount
      rest &= rest - 1
      actors[actor] = SplitMix.mix(tasks[task] ^ SplitMix.mix(actors[actor]))
      sum &+= actors[actor]
    }
    if entered != 0 { tasks[task] = sum }
    hash &+= sum
    return hash
  }
}

/// Goes through a run's steps, and tells which entries into actors other choices would make.
struct EntryPath {
  private let log: ActorLog
  private var history: EntryHistory
  /// How many steps are in the history.
  private var step = 0
  /// What can be chosen before the next one, and how many could until then.
  private var ready: [Int] = []
  private var startCount = 0
  /// The numbers of the history after each step.
  private(set) var hashes: Set<UInt64> = [0]

  init(_ log: ActorLog) {
    self.log = log
    // Tasks have other numbers in other orders: they are known by who created them.
    var (tasks, children): ([UInt64], [UInt64]) = ([], [])
    for parent in log.parents {
      tasks.append(SplitMix.mix(parent.map { tasks[$0] &+ children[$0] } ?? 1))
      children.append(0)
      if let parent { children[parent] += 1 }
    }
    history = EntryHistory(tasks)
    var history = history
    for step in log.steps where step.actors != 0 {
      hashes.insert(history.add(step.actors, by: log.jobs[step.job].task))
    }
  }

  private mutating func addReady() {
    while startCount < log.starts.count, log.starts[startCount].step <= step {
      let job = log.starts[startCount].job
      // Only what waited for the main actor comes before others.
      ready.insert(job, at: (ready.lastIndex { $0 < job } ?? -1) + 1)
      startCount += 1
    }
  }

  /// The numbers of the history if another job than the one that ran did at a choice: of each of them, `nil` where it isn't known.
  ///
  /// - Parameter index: Not less than at the last call.
  mutating func others(at index: Int) -> [UInt64?] {
    addReady()
    while step < log.choices[index] {
      let job = log.steps[step].job
      _ = history.add(log.steps[step].actors, by: log.jobs[job].task)
      ready.removeAll { $0 == job }
      step += 1
      addReady()
    }
    return ready.filter { $0 != log.steps[step].job }.map { job in
      guard let later = log.jobs[job].step else { return nil }
      if log.steps[later].actors == 0 { return history.hash }
      var other = history
      return other.add(log.steps[later].actors, by: log.jobs[job].task)
    }
  }
}
