import CWorldTesting

/// Which actors the steps of a run entered, and what else might have run: what `Orders` needs to tell which other orders may
/// have another outcome.
///
/// What it reads of the runtime is the actor of a job that isn't a task. Where that isn't known, no step enters an actor, except for
/// the main actor's.
struct ActorLog: Sendable {
  /// Those that can be chosen are in the order of their numbers.
  struct Job: Sendable {
    var task: Int
    /// The step in which it ran; `nil` if it didn't.
    var step: Int?
    /// The actor on which it runs, as a bit; 0 if it is a task on none.
    var actor: UInt64
  }

  struct Step: Sendable {
    var job: Int
    /// The actors that its task entered, a bit each: an actor's calls come in the order in which it is entered.
    var actors: UInt64 = 0
  }

  // Only compared. Without a reference the memory of an actor that is gone might become another's, and the report of a run would
  // not be the same each time.
  private struct Actor: Sendable {
    nonisolated(unsafe) unowned let actor: AnyObject
  }

  private(set) var jobs: [Job] = []
  private(set) var steps: [Step] = []
  /// Those before which one of several jobs was chosen.
  private(set) var choices: [Int] = []
  /// Since which step each job could be chosen.
  private(set) var starts: [(job: Int, step: Int)] = []
  /// Who created each task; `nil` for one that wasn't created in a step.
  private(set) var parents: [Int?] = []
  private var actors: [Actor] = []
  private var numbers: [UInt: Int] = [:]
  private var lastSteps: [Int: Int] = [:]

  /// Notes a task, the next one.
  mutating func addTask() { parents.append(steps.last.map { jobs[$0.job].task }) }

  /// Notes that a job became ready.
  ///
  /// - Parameter actor: The actor of a job that isn't a task.
  /// - Returns: Its number.
  mutating func add(_ ready: ScheduleState.Ready, actor: UnsafeRawPointer?) -> Int {
    let bit = ready.isMain || actor != nil ? bit(actor) : 0
    if !steps.isEmpty {
      let step = steps.count - 1
      steps[step].actors |= bit
      // A task that comes from an actor entered it in its last step, maybe behind others that did.
      let from = jobs[steps[step].job].actor
      if ready.isTask, from != 0, let last = lastSteps[ready.task], steps[last].actors == 0 {
        steps[last].actors = from
      }
    }
    jobs.append(Job(task: ready.task, actor: bit))
    return jobs.count - 1
  }

  /// Notes that a job can be chosen.
  mutating func start(_ job: Int) { starts.append((job, steps.count)) }

  /// Notes that one of several jobs runs next.
  mutating func choose() { choices.append(steps.count) }

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
