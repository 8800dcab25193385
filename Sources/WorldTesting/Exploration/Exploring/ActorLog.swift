import CWorldTesting

/// Which actors the steps of a run entered, and when its jobs became ready: what `Orders` needs to tell which other orders may
/// have another outcome.
///
/// What it reads of the runtime is the actor of a job that isn't a task. Where that isn't known, no step enters an actor, but for
/// the main actor's.
struct ActorLog: Sendable {
  struct Job: Sendable {
    var task: Int
    /// The step in which it became ready; -1 before the first.
    var origin: Int
    /// In which it ran; `nil` if it didn't.
    var step: Int?
    /// The actor on which it runs, as a bit; 0 if it is a task on none.
    var actor: UInt64
  }

  struct Step: Sendable {
    var job: Int
    /// The actors that its task entered, a bit each: an actor's calls come in the order in which it is entered.
    var actors: UInt64 = 0
  }

  // Only compared. Without a reference the memory of an actor that is gone might become another's, and what is told of a run would
  // not be the same each time.
  private struct Actor: Sendable {
    nonisolated(unsafe) unowned let actor: AnyObject
  }

  private(set) var jobs: [Job] = []
  private(set) var steps: [Step] = []
  private var actors: [Actor] = []
  private var numbers: [UInt: Int] = [:]
  private var lastSteps: [Int: Int] = [:]

  /// Notes that a job became ready.
  ///
  /// - Returns: Its number.
  mutating func add(_ job: UnownedJob, task: Int, isTask: Bool, isMain: Bool) -> Int {
    let actor = isTask ? nil : world_testing_actor(unsafeBitCast(job, to: UnsafeRawPointer.self))
    let bit = isMain || actor != nil ? bit(actor) : 0
    let origin = steps.count - 1
    if origin >= 0 {
      steps[origin].actors |= bit
      // A task that comes from an actor entered it in its last step, maybe behind others that did.
      let from = jobs[steps[origin].job].actor
      if isTask, from != 0, let last = lastSteps[task], steps[last].actors == 0 { steps[last].actors = from }
    }
    jobs.append(Job(task: task, origin: origin, actor: bit))
    return jobs.count - 1
  }

  /// Notes that a job's step begins.
  ///
  /// - Parameter isMain: Whether it is a task's on the main actor.
  mutating func run(_ job: Int, isMain: Bool) {
    jobs[job].step = steps.count
    if jobs[job].actor == 0 || isMain { lastSteps[jobs[job].task] = steps.count }
    steps.append(Step(job: job))
  }

  /// - Parameter actor: `nil` for the main actor.
  private mutating func bit(_ actor: UnsafeRawPointer?) -> UInt64 {
    let address = UInt(bitPattern: actor)
    let number = numbers[address] ?? numbers.count
    if number == numbers.count {
      numbers[address] = number
      if let actor {
        actors.append(Actor(actor: Unmanaged<AnyObject>.fromOpaque(actor).takeUnretainedValue()))
      }
    }
    return 1 << UInt64(number & 63)
  }
}
