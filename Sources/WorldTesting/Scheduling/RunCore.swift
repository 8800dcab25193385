// SPDX-License-Identifier: MIT

import Synchronization
import World
import WorldSimulation

/// Decides what a run does next: a job, a continuation that it resumes, the passing of time, or its end.
///
/// It runs nothing, and reads no clock but the time machines. `add(_:)` adds a job that becomes ready, and other methods note what a
/// step does. `next()` returns the decision.
struct RunCore: ~Copyable, Sendable {
  enum Phase: Sendable {
    case running
    /// Sleeps end at once.
    case windingDown
    /// No task is scheduled. If the body isn't over, no task may go on.
    case over
  }

  /// The running step, or the last one.
  struct Step: Sendable {
    /// Its job; `nil` between steps, when its task may be gone.
    var job: UnownedJob?
    /// The task that runs, or that the job works for.
    var task = 0
    /// The runtime's number of the task; 0 if the job isn't a task.
    var id: UInt64 = 0
    /// Whether the main actor's other jobs wait for the end of the step: it runs the step, unless that is a look that passes them, or
    /// the step's task is about to leave it.
    var occupiesMain = false
    /// Whether it created a task that it runs itself.
    var hasImmediate = false
    /// The last entry into an actor. If the actor is idle, its job is the next that becomes ready.
    var entry: (actor: UInt, task: Int)?
    /// A task that is being created in an actor's queue. If the actor is idle, its job is the next that becomes ready.
    var creating: (actor: UInt, task: Int)?
  }

  static let stepsAfterEndLimit = 2_000
  /// A task that sleeps more often than this while sleeps end at once never goes on.
  static let sleepsEndedAtOnceLimit = 16
  /// The number of steps without progress after which other tasks come first.
  static let stepsBeforeOthers = 256
  /// The number of steps without progress after which time passes, if it passes by itself.
  static let stepsBeforeTimePasses = 10_000

  /// An atomic keeps the core at its address. Otherwise, a debug build would load all of it at each access.
  private let pin = Atomic(false)
  private(set) var phase = Phase.running
  private(set) var isBodyOver = false
  /// Whether the test was ended before its body was over.
  private(set) var isEndedEarly = false
  var ready = ReadyQueue()
  /// The jobs that yielding tasks left in the step, and whether one of these is running.
  var yielding: [UnownedJob] = []
  var isYielding = false
  /// The continuations that wait until everything else has run as far as it can.
  var settling: [UnsafeContinuation<Void, Never>] = []
  var watches = Watches()
  var step = Step()
  var coverage = OrderCoverage()
  var tasks = TaskTable()
  var time = RunTime()
  var log: RunLog
  var chooser: Chooser
  var lateness: Lateness
  var faults: FaultRows
  /// The steps that began while the run was under way.
  var stepCount = 0
  /// The steps that began since the body was over, or sleeps end at once.
  var stepsAfterEnd = 0
  /// The maximum number of steps.
  var limit = Int.max
  /// Whether this is a run of an exploration, which looks at its steps afterwards. A plain test may have any number of steps.
  let isExplored: Bool
  /// The steps since a task began, was resumed by another or from outside, or began to wait for a time machine, since everything else
  /// had run, or since time passed because there were so many.
  var stepsWithoutProgress = 0
  /// The number of ready jobs when time last passed in spite of them, until the next choice.
  var lateCount: Int?
  /// Whether time passed by itself while a task waited for something outside.
  private(set) var timePassedTooEarly = false
  /// Whether the test waits to enter an actor that another test uses. No step begins until it may.
  var awaitsEntry = false

  init(
    chooser: Chooser, lateness: Lateness, faults: FaultRows, log: RunLog.Detail = .steps,
    isExplored: Bool = true
  ) {
    (self.chooser, self.lateness, self.faults, self.isExplored) = (chooser, lateness, faults, isExplored)
    self.log = RunLog(log)
    if log == .changes { tasks.removed = [] }
  }

  /// Whether tasks are still scheduled.
  var isOpen: Bool { phase != .over }
  /// Whether the body isn't over and sleeps don't end at once, so that time may pass, and orders may make a difference.
  var isUnderWay: Bool { phase == .running && !isBodyOver }

  // MARK: What happens in a step, or outside

  mutating func add(_ arrival: Arrival) {
    assert(isOpen, "a run that is over has no steps")
    if arrival.isYield { return yielding.append(arrival.job) }
    let owner = takeOwner(of: arrival)
    let hasBegun = tasks.count > 0 && tasks[owner.task].steps > 0
    if arrival.isOutside { noteOutside(arrival, of: owner.task) }
    noteProgress(of: arrival, owner, hasBegun: hasBegun)
    let isMain = if case .main = arrival.place { true } else { false }
    if isMain || arrival.actor != nil { coverage.passPlace() }
    if !isMain || !step.occupiesMain {
      coverage.noteReady()
    } else if arrival.id != 0, !hasBegun {
      coverage.noteCreatedInQueue()
    }
    var added = ReadyJob(
      job: arrival.job, task: owner.task, isMain: isMain, isYield: isYielding && !arrival.isOutside,
      wasCancelled: arrival.isCancelled, id: arrival.id)
    if arrival.place == .gate, step.occupiesMain, !arrival.isOutside {
      added.holdsMain = true
      step.occupiesMain = false
    }
    ready.append(added, isLook: watches.areUsed && watches.isAboutToLook(owner.task))
    if log.hasEntries {
      let job = logged(added, at: arrival.place, isOutside: arrival.isOutside)
      log.note(.ready(job))
    }
    if isMain || arrival.actor != nil && !owner.hasNotedEntry {
      log.noteEntry(of: owner.task, into: arrival.actor)
    }
  }

  /// The task that a job is, or works for, and whether its entry into the job's actor is noted.
  private struct Owner {
    var task: Int
    var hasNotedEntry = false
  }

  /// Returns whose a job is. An actor's job works for the task that enters it or that is created in its queue, otherwise for the running
  /// one.
  private mutating func takeOwner(of arrival: Arrival) -> Owner {
    if arrival.id != 0 { return Owner(task: number(of: arrival.id, isOutside: arrival.isOutside)) }
    if arrival.isOutside { return Owner(task: step.task) }
    var owner = Owner(task: step.task)
    if let entry = step.entry, entry.actor == arrival.actor {
      owner = Owner(task: entry.task, hasNotedEntry: true)
      step.entry = nil
    }
    if let creating = step.creating { owner = Owner(task: creating.task, hasNotedEntry: true) }
    return owner
  }

  /// Notes that another thread makes a job ready.
  private mutating func noteOutside(_ arrival: Arrival, of task: Int) {
    log.noteArrival(of: arrival.job, isTask: arrival.id != 0)
    if arrival.id != 0, tasks[task].passages < time.passages { timePassedTooEarly = true }
  }

  /// Notes whether the run makes progress.
  private mutating func noteProgress(of arrival: Arrival, _ owner: Owner, hasBegun: Bool) {
    let isProgress = arrival.isOutside || !owner.hasNotedEntry && owner.task != step.task || !hasBegun
    // The end of a sleep of no duration is like a yield.
    if !tasks.takeSleepOfNoDuration(arrival.id, madeBy: step.id), isProgress,
      !watches.areUsed || !watches.contains(owner.task)
    {
      noteProgress()
    }
  }

  /// Returns the number of a task that becomes ready, and gives it one if it has none. One that comes from outside isn't the run's own.
  private mutating func number(of id: UInt64, isOutside: Bool) -> Int {
    if id == step.id { return step.task }
    if let known = tasks.number(of: id) { return known }
    if isOutside { tasks.leave(id) }
    return addTask(id, creator: isOutside || tasks.count == 0 ? nil : step.task)
  }

  func logged(_ ready: ReadyJob, at place: Place, isOutside: Bool = false) -> RunLog.Job {
    // A job that isn't a task may work for the running one, which calls an actor.
    let task =
      ready.isTask ? ready.job : ready.task == step.task && step.id != 0 && !isOutside ? step.job : nil
    return RunLog.Job(
      task: ready.task, isTask: ready.isTask, place: place,
      running: isOutside ? nil : step.task,
      functions: log.hasFunctions ? task.map { CodeAddress.resume(of: $0) } ?? [] : [])
  }

  /// - Parameter creator: The creating task; `nil` for the first task, and for tasks that no step creates.
  mutating func addTask(_ id: UInt64?, creator: Int?) -> Int {
    let (number, isNew) = tasks.add(
      id, running: step.task, passages: time.passages, sharesNumbers: !isExplored)
    if isNew { chooser.addTask(creator: creator) }
    return number
  }

  /// Notes that a task of the runtime ends a sleep.
  mutating func addTimer(_ job: UnownedJob, id: UInt64, of duration: Duration) {
    time.hasTaskSleep = true
    // Otherwise the wait for the machine counts.
    if time.machine == nil { noteSleep(of: step.task) }
    tasks.addTimer(job, id: id, of: duration, isRetained: !isExplored && isOpen)
  }

  /// Notes what a task waits for, until its next step.
  mutating func note(_ wait: TimeWait, of id: UInt64) {
    noteProgress()
    let task = tasks.number(of: id) ?? step.task
    guard task < tasks.count else { return }
    tasks.setWait(wait, of: task)
    if case .instant = wait.event { noteSleep(of: task) }
    log.note(.timeWait(task))
    time.note(wait)
  }

  private mutating func noteSleep(of task: Int) { if task < tasks.count { tasks[task].sleeps += 1 } }

  /// Counts a sleep that ends at once.
  ///
  /// - Returns: Whether the task slept too often, like a loop that ignores errors.
  mutating func countSleepEndedAtOnce(of id: UInt64) -> Bool {
    let task = tasks.number(of: id) ?? step.task
    guard task < tasks.count else { return false }
    tasks[task].sleepsEndedAtOnce += 1
    return tasks[task].sleepsEndedAtOnce > RunCore.sleepsEndedAtOnceLimit
  }

  mutating func noteProgress() { stepsWithoutProgress = 0 }

  mutating func noteTimePassed(_ duration: Duration) {
    time.passages += 1
    log.note(.timePassed(duration))
  }

  /// - Returns: `false` if the run is over.
  mutating func settle(_ continuation: UnsafeContinuation<Void, Never>) -> Bool {
    if isOpen { settling.append(continuation) }
    return isOpen
  }

  /// Lets a task look at a condition after the next step of another.
  ///
  /// - Parameter isIdle: Whether it knows that no other task can go on, so that time may pass.
  mutating func watch(
    _ number: Int, of task: Int, isIdle: Bool, _ continuation: Watches.Continuation
  ) {
    // Others could go on further before it looks.
    coverage.omit()
    watches.add(number, of: task, isIdle: isIdle, continuation)
  }

  /// Notes that a step is over.
  ///
  /// - Returns: The tasks that are over with it.
  mutating func endStep(_ job: ReadyJob) -> [RetainedTask] {
    step.job = nil
    var over: [RetainedTask] = []
    if let timer = tasks.removeTimerIfOver(job.id) { over.append(timer) }
    if !job.isTask || step.hasImmediate { return over + tasks.removeOver() }
    if let task = tasks.removeIfOver(job.task) { over.append(task) }
    return over
  }

  /// Forgets a task that is over: a plain test may have any number of them.
  mutating func forget(_ id: UInt64) { if !isExplored { tasks.forget(id) } }

  // MARK: The end

  /// Removes what a run of an exploration noted. A task that never ends keeps its scheduler.
  ///
  /// - Returns: What refers to objects, to be released after the access.
  mutating func removeNotes() -> (RunTime, [TimeWait]) {
    defer {
      log = RunLog(.none)
      tasks = TaskTable()
      (time, chooser) = (RunTime(), Chooser(.inOrder, seed: 0))
    }
    return (time, tasks.waits)
  }

  mutating func endBody() {
    isBodyOver = true
    coverage.end()
  }

  /// - Returns: `false` if this was begun before.
  mutating func beginWindingDown() -> Bool {
    guard phase == .running else { return false }
    (phase, isEndedEarly) = (.windingDown, !isBodyOver)
    coverage.end()
    return true
  }

  /// Lets no step begin after the test's end.
  mutating func endStepsAfterEnd() { stepsAfterEnd = RunCore.stepsAfterEndLimit }

  /// - Returns: The jobs that are left.
  mutating func finish() -> [ReadyJob] {
    phase = .over
    defer {
      ready = ReadyQueue()
      yielding = []
    }
    return ready.all + yielding.map { ReadyJob(job: $0) }
  }
}
