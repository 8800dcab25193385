// SPDX-License-Identifier: MIT

/// What a run did, in its order. Plans, reports, pictures and tokens are made of it afterwards.
struct RunLog: Sendable {
  /// What is noted. Each level includes those before it.
  enum Detail: Comparable, Sendable {
    /// Nothing: a plain test may have any number of steps.
    case none
    case steps
    /// Which jobs become ready, and which actors tasks enter: these tell which orders only repeat others.
    case entries
    /// Where tasks go on, for a report.
    case functions
    /// What tasks did in the steps of others, too.
    case changes
  }

  enum Event: Sendable {
    case ready(Job)
    /// A task begins in an actor's queue. A job of the actor runs it.
    case created(Job)
    case step(Step)
    /// A task enters an actor, or begins to wait for it.
    case entry(Entry)
    /// A task begins to wait for a time machine.
    case timeWait(Int)
    /// Time is about to pass by itself. No step makes ready what becomes ready until the next one.
    case timePasses
    case timePassed(Duration)
    /// The requested duration of a sleep that ends.
    case slept(Duration)
    /// A task is ready while time passes.
    case late(task: Int, by: Duration, choice: Int)
    /// A step cancels tasks, or the task that runs is cancelled.
    case cancellation
    /// A task goes from one actor to another.
    case nestedCall
    /// The step is over.
    case end(TaskChanges)
    /// The run fails in the step.
    case failure(SourceLine?)
  }

  /// A job that becomes ready. Jobs have numbers in this order.
  struct Job: Sendable {
    var task: Int
    /// Whether it is the task itself, or a job that works for it.
    var isTask: Bool
    var place: Place
    /// The task whose step made it ready; `nil` if another thread did.
    var running: Int?
    /// Where its task goes on, and its callers; none if that isn't noted.
    var functions: [CodeAddress] = []
  }

  struct Step: Sendable {
    /// The number of its job.
    var job: Int
    var task: Int
    var isTask: Bool
    /// The task's number in the order in which tasks became known.
    var order: Int
    /// How many jobs were ready, and whether this one was chosen among them.
    var count: Int
    var isChoice: Bool
    /// The task that would have run in the simplest order, if it is another one.
    var other: Int?
  }

  /// A task's entry into an actor, which orders the actor's calls. A task that waits for the actor has entered it.
  struct Entry: Sendable {
    var task: Int
    /// The actor's number in the run.
    var actor: Int
  }

  // Never read: it keeps the actor's memory. Without it, another actor might get the memory, and so the number, of one that is gone,
  // and the report of a run wouldn't be the same each time.
  private struct Actor: Sendable {
    nonisolated(unsafe) unowned let actor: AnyObject
  }

  let detail: Detail
  /// Whether the events of a level are noted. A debug build takes long to compare levels.
  private let hasSteps: Bool
  let hasEntries: Bool
  let hasFunctions: Bool
  private(set) var events: [Event] = []
  private var actors: [Actor] = []
  private var actorNumbers: [UInt?: Int] = [:]
  /// How often a thread outside made a job of this run ready.
  private(set) var outsideArrivals = 0
  /// Where the first job from outside goes on, and its callers; none if it isn't a task, or nothing is noted.
  private(set) var arrivalFunctions: [CodeAddress] = []

  var hasCancellation: Bool { events.contains { if case .cancellation = $0 { true } else { false } } }

  init(_ detail: Detail) {
    self.detail = detail
    (hasSteps, hasEntries, hasFunctions) = (detail >= .steps, detail >= .entries, detail >= .functions)
  }

  mutating func note(_ event: Event) { if hasSteps { events.append(event) } }

  /// Notes that a task enters an actor.
  ///
  /// - Parameter actor: `nil` for the main actor.
  mutating func noteEntry(of task: Int, into actor: UInt?) {
    if !hasEntries { return }
    let number = actorNumbers[actor] ?? actorNumbers.count
    if actorNumbers.updateValue(number, forKey: actor) == nil,
      let actor = UnsafeRawPointer(bitPattern: actor ?? 0)
    {
      actors.append(Actor(actor: Unmanaged<AnyObject>.fromOpaque(actor).takeUnretainedValue()))
    }
    events.append(.entry(Entry(task: task, actor: number)))
  }

  /// Notes that another thread makes a job ready.
  mutating func noteArrival(of job: UnownedJob, isTask: Bool) {
    outsideArrivals += 1
    if hasSteps, outsideArrivals == 1, isTask { arrivalFunctions = CodeAddress.resume(of: job) }
  }
}

/// A hash of what was done, which tells whether two runs did the same.
struct Trace: Hashable, Sendable {
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// - Parameter ready: The number of jobs that were ready.
  mutating func add(_ task: Int, of ready: Int) {
    hash = (hash ^ UInt64(truncatingIfNeeded: task << 16 ^ ready)) &* 0x100_0000_01B3
  }
}
