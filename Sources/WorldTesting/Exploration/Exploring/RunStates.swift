import WorldSimulation

/// The states of a run's tasks and actors, as numbers. Two runs in the same state go on alike, if tasks share only actors.
///
/// A state is what came before it: the steps of each task, and of each actor the calls in their order, with what came before these.
/// In which order independent steps ran makes no difference (Mazurkiewicz, 1977).
struct RunStates {
  /// The state before each choice.
  private(set) var keys: [UInt64] = []
  /// Whether what ran at each choice does the same later: it enters no actor, and its tasks go on without resuming, creating or
  /// ending one.
  private(set) var isIndependent: [Bool] = []
  /// In which order the actors' calls came in the run.
  private(set) var calls: UInt64 = 0

  // What came before the last step of a task, the last call of an actor, and the last end of one of a task's children.
  private var tasks: [UInt64]
  private var actors: [Int: UInt64] = [:]
  private var ends: [Int: UInt64] = [:]
  private var sleeps: UInt64 = 0
  /// Whether a task has a number yet that counts.
  private var hasRun: [Bool]
  /// The actor that each task has entered and not left, and those of each actor in their order.
  private var places: [Int?]
  private var queues: [Int: [Int]] = [:]
  /// Of all these numbers, and of what is ready.
  private var sum: UInt64 = 0
  /// How much time has passed.
  private var time: UInt64 = 0

  init(_ log: ActorLog, _ outcome: RunOutcome) {
    tasks = outcome.lineages
    hasRun = tasks.map { _ in false }
    places = tasks.map { _ in nil }
    var lastSteps: [Int: Int] = [:]
    for (index, step) in log.steps.enumerated() {
      lastSteps[log.jobs[step.job].task] = index
      for entry in step.entries { lastSteps[entry.task] = index }
    }
    var history = EntryHistory(outcome.lineages)
    var (made, passages, choices) = (0, log.passages[...], log.choices[...])
    for (index, step) in log.steps.enumerated() {
      while made < log.jobs.count, log.jobs[made].made <= index {
        sum &+= RunStates.number(log.jobs[made], outcome.lineages)
        made += 1
      }
      while let passage = passages.first, passage.step <= index {
        passages.removeFirst()
        let (seconds, attoseconds) = passage.duration.components
        time = SplitMix.mix(
          time &+ UInt64(bitPattern: seconds) ^ SplitMix.mix(UInt64(bitPattern: attoseconds)))
      }
      let isChoice = choices.first == index
      if isChoice {
        choices.removeFirst()
        keys.append(SplitMix.mix(sum ^ time))
      }
      let job = log.jobs[step.job]
      sum &-= RunStates.number(job, outcome.lineages)
      // An actor's job runs all that have entered it.
      let actor = job.isTask ? nil : places[job.task]
      let inActor = actor.flatMap { queues[$0] } ?? []
      if job.isTask { set(job.task, SplitMix.mix(tasks[job.task] &+ 1)) }
      for entry in step.entries {
        calls &+= SplitMix.mix(history.add(entry))
        let before = actors[entry.actor]
        let number = SplitMix.mix(tasks[entry.task] ^ SplitMix.mix(before ?? 0))
        if let before { sum &-= SplitMix.mix(~before) }
        actors[entry.actor] = number
        sum &+= SplitMix.mix(~number)
        set(entry.task, number)
        place(entry.task, in: entry.actor)
      }
      for task in step.sleepers {
        sleeps = SplitMix.mix(tasks[task] ^ SplitMix.mix(sleeps))
        set(task, sleeps)
      }
      var isIndependent = step.entries.isEmpty && step.sleepers.isEmpty
      var left: Set<Int> = []
      var next = made
      while next < log.jobs.count, log.jobs[next].made == index + 1 {
        let other = log.jobs[next]
        next += 1
        guard other.isTask, other.isMade else { continue }
        if other.task == job.task, job.isTask {
          left.insert(other.task)
        } else if let actor, places[other.task] == actor {
          set(other.task, SplitMix.mix(tasks[other.task] &+ 2))
          left.insert(other.task)
        } else {
          isIndependent = false
          let resumer = tasks[job.task] ^ (actor.flatMap { actors[$0] } ?? 0)
          set(other.task, SplitMix.mix(tasks[other.task] ^ SplitMix.mix(resumer &+ 3)))
        }
        if !other.isMain { place(other.task, in: nil) }
      }
      for task in job.isTask ? [job.task] : inActor where !left.contains(task) {
        isIndependent = false
        guard lastSteps[task, default: index] <= index else { continue }
        // A group has its children's results in the order of their ends.
        let creator = outcome.input.schedule.tasks[task].creator ?? -1
        let end = SplitMix.mix(tasks[task] ^ SplitMix.mix(ends[creator] ?? 0))
        ends[creator] = end
        set(task, end)
        place(task, in: nil)
      }
      if isChoice { self.isIndependent.append(isIndependent && (job.isTask || !inActor.isEmpty)) }
    }
  }

  private static func number(_ job: ActorLog.Job, _ lineages: [UInt64]) -> UInt64 {
    SplitMix.mix(lineages[job.task] ^ (job.isTask ? 5 : 7))
  }

  private mutating func place(_ task: Int, in actor: Int?) {
    if let before = places[task] { queues[before]?.removeAll { $0 == task } }
    places[task] = actor
    if let actor { queues[actor, default: []].append(task) }
  }

  private mutating func set(_ task: Int, _ number: UInt64) {
    if hasRun[task] { sum &-= SplitMix.mix(tasks[task]) }
    (tasks[task], hasRun[task]) = (number, true)
    sum &+= SplitMix.mix(number)
  }
}
