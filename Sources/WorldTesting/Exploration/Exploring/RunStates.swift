// SPDX-License-Identifier: MIT

import WorldSimulation

/// The states of a run's tasks and actors, as numbers. Two runs in the same state go on alike, if tasks share only actors.
///
/// A state is its history: the steps of each task, and the calls of each actor in their order, with what came before
/// them. The order of independent steps makes no difference (Mazurkiewicz, 1977).
struct RunStates {
  /// The state before each choice.
  private(set) var keys: [UInt64] = []
  /// Whether the step at each choice does the same later: it enters no actor, and its tasks go on without resuming,
  /// creating or ending one.
  private(set) var isIndependent: [Bool] = []
  /// The order of the actors' calls in the run, and the number of actors.
  private(set) var calls: UInt64 = 0
  var actorCount: Int { actors.count }

  // The histories of the last step of each task, the last call of each actor, and the last end of a child of each task.
  private var tasks: [UInt64]
  private var actors: [Int: UInt64] = [:]
  private var ends: [Int: UInt64] = [:]
  private var sleeps: UInt64 = 0
  /// Whether each task has a number yet that counts.
  private var hasRun: [Bool]
  /// The actor that each task has entered and not left, and the tasks of each actor, in their order.
  private var places: [Int?]
  private var queues: [Int: [Int]] = [:]
  /// The sum of all these numbers, and of those of the ready jobs.
  private var sum: UInt64 = 0
  /// How much time has passed.
  private var time: UInt64 = 0
  /// How many jobs have become ready.
  private var readyCount = 0
  /// The order of the entries before the last one of each task, and into each actor.
  private var entriesOfTasks: [UInt64]
  private var entriesOfActors: [Int: UInt64] = [:]

  private let log: RunSteps
  private let lineages: [UInt64]
  /// The task that created each task.
  private let creators: [Int?]
  /// The last step of each task, or the last in which it entered an actor.
  private let lastSteps: [Int: Int]

  /// - Parameter outcome: The outcome of a run whose log has entries.
  init(_ outcome: RunOutcome) {
    let log = RunSteps(outcome.log)
    (self.log, lineages) = (log, outcome.lineages)
    creators = outcome.input.schedule.tasks.map(\.creator)
    tasks = lineages
    hasRun = tasks.map { _ in false }
    places = tasks.map { _ in nil }
    entriesOfTasks = lineages
    var lastSteps: [Int: Int] = [:]
    for (index, step) in log.steps.enumerated() {
      for task in [log.jobs[step.job].task] + step.entries.map(\.task) { lastSteps[task] = index }
    }
    self.lastSteps = lastSteps
    var (passages, choices) = (log.passages[...], log.choices[...])
    for index in log.steps.indices {
      while readyCount < log.jobs.count, log.jobs[readyCount].made <= index {
        sum &+= number(log.jobs[readyCount])
        readyCount += 1
      }
      while let passage = passages.first, passage.step <= index {
        passages.removeFirst()
        passTime(passage.duration)
      }
      let isChoice = choices.first == index
      if isChoice {
        choices.removeFirst()
        keys.append(SplitMix.mix(sum ^ time))
      }
      let isIndependent = run(index)
      if isChoice { self.isIndependent.append(isIndependent) }
    }
  }

  private mutating func passTime(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    time = SplitMix.mix(
      time &+ UInt64(bitPattern: seconds) ^ SplitMix.mix(UInt64(bitPattern: attoseconds)))
  }

  /// - Returns: Whether the step is independent.
  private mutating func run(_ index: Int) -> Bool {
    let step = log.steps[index]
    let job = log.jobs[step.job]
    sum &-= number(job)
    // An actor's job runs all tasks that have entered the actor.
    let actor = job.isTask ? nil : places[job.task]
    let running = job.isTask ? [job.task] : actor.flatMap { queues[$0] } ?? []
    if job.isTask { set(job.task, SplitMix.mix(tasks[job.task] &+ 1)) }
    for entry in step.entries { enter(entry) }
    for task in step.waiters {
      sleeps = SplitMix.mix(tasks[task] ^ SplitMix.mix(sleeps))
      set(task, sleeps)
    }
    let made = log.jobs[readyCount...].prefix { $0.made == index + 1 }.filter { $0.isTask && $0.isMade }
    let left = made.filter { noteReady($0, after: job, on: actor) }.map(\.task)
    let ended = running.filter { !left.contains($0) }
    for task in ended where lastSteps[task, default: index] <= index { end(task) }
    return step.entries.isEmpty && step.waiters.isEmpty && !running.isEmpty && ended.isEmpty
      && left.count == made.count
  }

  private mutating func enter(_ entry: RunLog.Entry) {
    let history = SplitMix.mix(
      entriesOfTasks[entry.task] ^ SplitMix.mix(entriesOfActors[entry.actor, default: 0]))
    (entriesOfTasks[entry.task], entriesOfActors[entry.actor]) = (history, history)
    calls &+= SplitMix.mix(history)
    let before = actors[entry.actor]
    let number = SplitMix.mix(tasks[entry.task] ^ SplitMix.mix(before ?? 0))
    if let before { sum &-= SplitMix.mix(~before) }
    actors[entry.actor] = number
    sum &+= SplitMix.mix(~number)
    set(entry.task, number)
    place(entry.task, in: entry.actor)
  }

  /// Notes that a step made a task ready.
  ///
  /// - Returns: Whether the task goes on by itself. Otherwise the step resumed or created it.
  private mutating func noteReady(_ made: RunSteps.Job, after job: RunSteps.Job, on actor: Int?) -> Bool {
    defer { if !made.isMain { place(made.task, in: nil) } }
    if made.task == job.task, job.isTask { return true }
    if let actor, places[made.task] == actor {
      set(made.task, SplitMix.mix(tasks[made.task] &+ 2))
      return true
    }
    let resumer = tasks[job.task] ^ (actor.flatMap { actors[$0] } ?? 0)
    set(made.task, SplitMix.mix(tasks[made.task] ^ SplitMix.mix(resumer &+ 3)))
    return false
  }

  /// Notes the end of a task. A group has its children's results in the order of their ends.
  private mutating func end(_ task: Int) {
    let creator = creators[task] ?? -1
    let number = SplitMix.mix(tasks[task] ^ SplitMix.mix(ends[creator] ?? 0))
    ends[creator] = number
    set(task, number)
    place(task, in: nil)
  }

  private func number(_ job: RunSteps.Job) -> UInt64 {
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
