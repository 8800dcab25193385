// SPDX-License-Identifier: MIT

/// What a run did. Plans, reports, pictures and tokens are made of it afterwards.
///
/// Each run has its trace. A run of an exploration also keeps what was known at each choice; one that a report describes has a
/// `StepLog`, and one of the `Orders` an `ActorLog`.
struct RunLog: ~Copyable, Sendable {
  private(set) var trace = Trace()
  /// The trace's hash before each choice, and how many jobs were ready.
  private(set) var prefixes: [UInt64] = []
  private(set) var readyCounts: [Int] = []
  var steps: StepLog?
  var actors: ActorLog?
  /// Whether each choice is kept: not in a plain test, which may have any number of choices.
  var keepsChoices = true
  /// How often a thread outside resumed a task of this run.
  private(set) var outsideArrivals = 0
  /// Where the first task resumed from outside goes on, and its callers; none if that isn't known.
  private(set) var arrivalFunctions: [CodeAddress] = []

  init(steps: StepLog? = nil, actors: ActorLog? = nil) { (self.steps, self.actors) = (steps, actors) }

  /// Notes that a job became ready.
  ///
  /// - Parameters:
  ///   - notesEntry: Whether the job is an entry into an actor that wasn't noted yet.
  ///   - running: The task whose step made it ready; `nil` if another thread did.
  mutating func add(_ ready: inout ReadyJob, _ arrival: Arrival, notesEntry: Bool, from running: Int?) {
    steps?.enqueue(
      ready.job, task: ready.task, isTask: ready.isTask,
      on: StepLog.Executor(arrival.place, arrival.actor), from: running)
    guard actors != nil else { return }
    ready.logNumber = actors?.add(ready) ?? 0
    if notesEntry { actors?.enter(arrival.actor, by: ready.task) }
  }

  /// Notes that another thread made a job ready.
  mutating func noteArrival(_ arrival: Arrival) {
    outsideArrivals += 1
    if keepsChoices, outsideArrivals == 1, arrival.id != 0 {
      arrivalFunctions = CodeAddress.resume(of: arrival.job)
    }
  }

  /// Notes that one of several jobs is about to be chosen.
  ///
  /// - Parameter count: The number of ready jobs.
  mutating func beginChoice(of count: Int) {
    if keepsChoices {
      prefixes.append(trace.hash)
      readyCounts.append(count)
    }
    actors?.choose()
  }

  /// Notes which job runs next.
  ///
  /// - Parameters:
  ///   - order: The task's number in the order in which tasks became known.
  ///   - count: The number of jobs that were ready.
  mutating func run(_ chosen: ReadyJob, order: Int, of count: Int) {
    trace.add(order, of: count)
    steps?.run(chosen.task, isTask: chosen.isTask)
    actors?.run(chosen.logNumber)
  }

  mutating func passTime(_ duration: Duration) {
    steps?.timePasses(duration)
    actors?.passTime(duration)
  }

  /// Notes that tasks were cancelled, or that one that runs is.
  mutating func noteCancellation() { actors?.hasCancelledTasks = true }
}

/// A hash of what was done, which tells whether two runs did the same.
struct Trace: Hashable, Sendable {
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ task: Int, of ready: Int) {
    hash = (hash ^ UInt64(truncatingIfNeeded: task << 16 ^ ready)) &* 0x100_0000_01B3
  }
}
