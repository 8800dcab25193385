import CWorldTesting

/// What a scheduler knows of its run.
struct ScheduleState: Sendable {
  struct Ready: Sendable {
    var job: UnownedJob
    /// The task's number; where the job isn't a task, that of the task that it works for.
    var task: Int
    var isTask: Bool
  }

  enum Phase: Sendable {
    case running
    /// What is ready goes on, but no time passes.
    case bodyOver
    /// Sleeps end at once.
    case windingDown
    case over
    /// As over, but the body isn't: it must never go on.
    case abandoned
  }

  enum Next: Sendable {
    case run(UnownedJob, isTask: Bool)
    case wake(Sleepers.Sleeper)
    case finished
    case tooLong(Int)
    /// No task is ready, and none sleeps.
    case stuck
  }

  static let stepLimit = 100_000
  static let lateStepLimit = 2_000

  var phase = Phase.running
  var isBodyOver = false
  var ready: [Ready] = []
  var chooser: Chooser
  var sleepers: Sleepers
  var faults: FaultRows
  /// What was done, in a number.
  private(set) var trace = Trace()
  /// The steps of each task.
  private(set) var steps: [Int] = []
  private(set) var stepCount = 0
  private var lateStepCount = 0
  /// The runtime's numbers of the tasks.
  private var numbers: [UInt64] = []
  /// The task that runs, or ran last.
  private(set) var running = 0
  /// How often a thread outside resumed a task of this run.
  private(set) var arrivals = 0
  /// Only of a run that a report describes.
  var stepLog: StepLog?

  init(chooser: Chooser, sleepers: Sleepers, faults: FaultRows, stepLog: StepLog? = nil) {
    self.chooser = chooser
    self.sleepers = sleepers
    self.faults = faults
    self.stepLog = stepLog
  }

  mutating func add(_ job: UnownedJob, number: UInt64, isOutside: Bool) {
    var task = running
    if number != 0 {
      // The task that ran last is the one that is most often enqueued.
      task = running < numbers.count && numbers[running] == number ? running : taskIndex(number)
    }
    if isOutside { arrivals += 1 }
    stepLog?.enqueue(job, task: task, isTask: number != 0, from: isOutside ? nil : running)
    ready.append(Ready(job: job, task: task, isTask: number != 0))
  }

  private mutating func taskIndex(_ number: UInt64) -> Int {
    if let index = numbers.lastIndex(of: number) { return index }
    numbers.append(number)
    steps.append(0)
    return numbers.count - 1
  }

  /// The index of a task of this run, by the runtime's number.
  func index(ofTask number: UInt64) -> Int? { numbers.lastIndex(of: number) }

  /// What to do next.
  mutating func next() -> Next {
    if let sleeper = sleepers.next(
      maySkipTime: ready.isEmpty && phase == .running, isEnding: phase == .windingDown)
    {
      return .wake(sleeper)
    }
    if ready.isEmpty { return phase == .running ? .stuck : .finished }
    if phase == .running {
      if stepCount >= ScheduleState.stepLimit { return .tooLong(stepCount) }
      stepCount += 1
    } else {
      if lateStepCount >= ScheduleState.lateStepLimit { return .finished }
      lateStepCount += 1
    }
    let chosen = choose()
    return .run(chosen.job, isTask: chosen.isTask)
  }

  private mutating func choose() -> Ready {
    var index = 0
    let count = ready.count
    if count > 1 {
      // The task that ran last comes first, the others in the order in which they became ready.
      let first = ready.firstIndex { $0.task == running } ?? 0
      func position(_ choice: Int) -> Int { choice == 0 ? first : choice <= first ? choice - 1 : choice }
      let ready = ready
      let choice = chooser.choose(of: count) { ready[position($0)].task }
      index = position(choice)
      stepLog?.choose(ready[index].task, insteadOf: choice == 0 ? nil : ready[first].task, step: stepCount)
    }
    let chosen = ready.remove(at: index)
    running = chosen.task
    if chosen.task < steps.count { steps[chosen.task] += 1 }
    chooser.ran(chosen.task)
    trace.add(chosen.task, of: count)
    stepLog?.run(chosen.task)
    return chosen
  }
}

/// The steps of a run in a number, for telling whether two runs did the same.
struct Trace: Hashable, Sendable {
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ task: Int, of ready: Int) {
    hash = (hash ^ UInt64(truncatingIfNeeded: task << 16 ^ ready)) &* 0x100_0000_01B3
  }
}
