import World
import WorldSimulation

/// Which of the ready tasks goes on.
///
/// Tasks are numbered in the order in which they are created, in which a schedule that is the same gives them the same
/// numbers. What is ready is given in the order in which it came, but for the task that ran last, which is first if it
/// is ready: to choose the first each time is to run each task until it waits.
package enum Strategy: Sendable, Equatable {
  /// Each task runs until it waits.
  case inOrder
  /// Any of the ready tasks, with the same probability.
  case random
  /// Tasks have priorities in a random order, and before a few steps the running task's becomes one of the lowest: PCT
  /// (Burckhardt et al., ASPLOS 2010). A bug that needs `depth` steps to be in a certain order is found with a probability of at
  /// least 1/(k n^(depth - 1)), in n steps of k tasks.
  case priorities(depth: Int)
  /// Ready tasks with a probability in proportion to the steps that they have left, as far as earlier runs tell: every
  /// order of the steps about as often as any other.
  case walk
}

/// Makes the choices of one run.
struct Chooser: Sendable {
  private(set) var row: ChoiceRow
  /// How many tasks were ready at each choice. A choice of one isn't a choice.
  private(set) var limits: [Int] = []
  private let strategy: Strategy
  private var random: SplitMix
  /// Of `priorities`: each task's, and the choices, in any order, before which the running task's is lowered: at the first of
  /// them to -1, at the second to -2.
  private var priorities: [Int] = []
  private var changes: [Int] = []
  /// Of `walk`: the steps that each task has left.
  private var remaining: [Int]

  init(_ strategy: Strategy, planned: Choices = Choices(), seed: UInt64, estimate: Estimate = Estimate()) {
    self.strategy = strategy
    row = ChoiceRow(planned: planned)
    random = SplitMix(seed: seed)
    remaining = strategy == .walk ? estimate.steps : []
    if case .priorities(let depth) = strategy, depth > 1 {
      let total = max(estimate.choices, depth)
      // Before the first choice nothing runs. Those that were taken already move to the end (Floyd's sampling).
      for last in (total - depth + 1)..<total {
        let change = 1 + random.next(below: last)
        changes.append(changes.contains(change) ? last : change)
      }
      // So that a later one isn't always lower.
      for index in changes.indices { changes.swapAt(index, random.next(below: index + 1)) }
    }
  }

  /// How long earlier runs were.
  struct Estimate: Sendable {
    /// The choices of a run.
    var choices = 0
    /// The steps of each task.
    var steps: [Int] = []
  }

  /// Chooses one of several ready tasks.
  mutating func choose(of count: Int, task: (Int) -> Int) -> Int {
    let index = limits.count
    limits.append(count)
    let choice = row.next(of: count) ?? drawn(index: index, of: count, task: task)
    row.take(choice)
    return choice
  }

  private mutating func drawn(index: Int, of count: Int, task: (Int) -> Int) -> Int {
    switch strategy {
    case .inOrder: return 0
    case .random: return random.next(below: count)
    case .priorities:
      if let change = changes.firstIndex(of: index) {
        // The task that would go on.
        let running = highest(of: count, task: task)
        priorities[task(running)] = -1 - change
      }
      return highest(of: count, task: task)
    case .walk:
      var total = 0
      for ready in 0..<count { total += weight(task(ready)) }
      var point = random.next(below: total)
      for ready in 0..<count {
        point -= weight(task(ready))
        if point < 0 { return ready }
      }
      return 0
    }
  }

  private mutating func highest(of count: Int, task: (Int) -> Int) -> Int {
    var best = 0
    var bestPriority = Int.min
    for ready in 0..<count {
      let number = task(ready)
      while priorities.count <= number { priorities.append(random.next(below: 1 << 20)) }
      if priorities[number] > bestPriority { (best, bestPriority) = (ready, priorities[number]) }
    }
    return best
  }

  private func weight(_ task: Int) -> Int { task < remaining.count ? max(1, remaining[task]) : 1 }

  /// Notes that a task ran a step.
  mutating func ran(_ task: Int) {
    if task < remaining.count { remaining[task] -= 1 }
  }
}
