// SPDX-License-Identifier: MIT

import CWorldTesting

/// The entries of tasks into actors in a run, and the jobs that might have run instead. From these, `Orders` tells
/// which other orders may have another outcome.
struct ActorLog: Sendable {
  /// A job that became ready. Jobs that can be chosen are in the order of their numbers.
  struct Job: Sendable {
    var task: Int
    var isTask = true
    var isMain = false
    /// The number of steps when it became ready, and whether the last of them made it ready.
    var made = 0
    var isMade = true
    /// The step in which it ran; `nil` if it didn't.
    var step: Int?
  }

  /// A task's entry into an actor, which orders the actor's calls. A task that waits for the actor has entered it.
  struct Entry: Sendable {
    var task: Int
    var actor: Int
  }

  struct Step: Sendable {
    var job: Int
    var entries: [Entry] = []
    /// The tasks that began to sleep.
    var sleepers: [Int] = []
  }

  // Only compared. Without a reference, another actor might get the memory of one that is gone, and the report of a run
  // would not be the same each time.
  private struct Actor: Sendable {
    nonisolated(unsafe) unowned let actor: AnyObject
  }

  private(set) var jobs: [Job] = []
  private(set) var steps: [Step] = []
  /// The steps before which one of several jobs was chosen.
  private(set) var choices: [Int] = []
  /// The step from which on each job could be chosen.
  private(set) var starts: [(job: Int, step: Int)] = []
  /// The steps before which time passed by itself.
  private(set) var passages: [(step: Int, duration: Duration)] = []
  /// Whether time passes at the moment, or has passed since the last step.
  var isTimePassing = false
  /// Whether a task was cancelled, which shows that tasks share something besides actors.
  var hasCancelledTasks = false
  /// Whether an actor called another one. Orders of such calls may be missing where a run is left out.
  var hasNestedCalls = false
  private var actors: [Actor] = []
  private var numbers: [UInt: Int] = [:]

  /// Notes that a job of a task became ready.
  ///
  /// - Returns: The job's number.
  mutating func add(_ ready: ReadyJob) -> Int {
    jobs.append(
      Job(
        task: ready.task, isTask: ready.isTask, isMain: ready.isMain, made: steps.count,
        isMade: !isTimePassing))
    return jobs.count - 1
  }

  /// Notes that a task sleeps from the running step on.
  mutating func sleep(_ task: Int) {
    if !steps.isEmpty { steps[steps.count - 1].sleepers.append(task) }
  }

  /// Notes that time passed by itself.
  mutating func passTime(_ duration: Duration) { passages.append((steps.count, duration)) }

  /// The number of actors that were entered.
  var actorCount: Int { numbers.count }

  /// Notes that a task enters an actor in the running step.
  ///
  /// - Parameter actor: `nil` for the main actor.
  mutating func enter(_ actor: UnsafeRawPointer?, by task: Int) {
    let number = number(actor)
    if !steps.isEmpty { steps[steps.count - 1].entries.append(Entry(task: task, actor: number)) }
  }

  /// Notes that a job can be chosen.
  mutating func start(_ job: Int) { starts.append((job, steps.count)) }

  /// Notes that one of several jobs runs next.
  mutating func choose() { choices.append(steps.count) }

  /// Notes that a job's step begins.
  mutating func run(_ job: Int) {
    isTimePassing = false
    jobs[job].step = steps.count
    steps.append(Step(job: job))
  }

  private mutating func number(_ actor: UnsafeRawPointer?) -> Int {
    let address = UInt(bitPattern: actor)
    if let number = numbers[address] { return number }
    numbers[address] = numbers.count
    if let actor { actors.append(Actor(actor: Unmanaged<AnyObject>.fromOpaque(actor).takeUnretainedValue())) }
    return numbers.count - 1
  }
}
