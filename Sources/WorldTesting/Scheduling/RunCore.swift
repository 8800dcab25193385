// SPDX-License-Identifier: MIT

import Synchronization
import World
import WorldSimulation

/// Decides what a run does next: a job, the passing of time, or its end.
///
/// It runs nothing, and reads no clock but the time machines. `add(_:)` adds a job that becomes ready, and other methods note what a
/// step does. `next()` returns the decision.
struct RunCore: ~Copyable, Sendable {
  enum Phase: Sendable {
    case running
    /// Ready tasks go on, but no time passes.
    case bodyOver
    /// Sleeps end at once.
    case windingDown
    case over
    /// Like `over`, but the body hasn't ended, and must never go on.
    case abandoned
  }

  static let stepsAfterEndLimit = 2_000
  /// A task that sleeps more often than this after the test's end never goes on.
  static let sleepsAfterEndLimit = 16
  /// The number of steps without progress after which other tasks come first.
  static let stepsBeforeOthers = 256
  /// The number of steps in which tasks only yield after which time passes, if it passes by itself.
  static let yieldLimit = 10_000

  /// An atomic keeps the core at its address. Otherwise, a debug build would load all of it at each access.
  private let address = Atomic(false)
  private(set) var phase = Phase.running
  private(set) var isBodyOver = false
  var ready = ReadyQueue()
  /// The jobs that yielding tasks left in the step, and whether these are running.
  var yielding: [UnownedJob] = []
  var isYielding = false
  /// The continuations that wait until everything else has run as far as it can.
  var settling: [UnsafeContinuation<Void, Never>] = []
  var watches = Watches()
  var step = Step()
  var tasks = TaskTable()
  var time = RunTime()
  var log: RunLog
  var chooser: Chooser
  var lateness: Lateness
  var faults: FaultRows
  var stepCount = 0
  var stepsAfterEnd = 0
  /// The maximum number of steps.
  var limit = Int.max
  /// Whether this is a run of an exploration, which looks at its steps afterwards. A plain test may have any number of steps.
  let isExplored: Bool
  /// Whether a step is known to have gone on to an actor that a task that it made ready could have entered first.
  private(set) var omitsOrders = false
  /// The steps since a task began, was resumed by another or from outside, or slept, or since everything else had run.
  var stepsWithoutProgress = 0
  /// The number of ready jobs when time last passed in spite of them, until the next choice.
  var lateCount: Int?
  /// Whether time passed by itself while a task waited for something outside.
  private(set) var timePassedTooEarly = false
  /// Whether the test waits to enter an actor that another test uses. No step begins until it may.
  var awaitsEntry = false

  init(
    chooser: Chooser, lateness: Lateness, faults: FaultRows, log: consuming RunLog = RunLog(),
    isExplored: Bool = true
  ) {
    (self.chooser, self.lateness, self.faults, self.isExplored) = (chooser, lateness, faults, isExplored)
    self.log = log
    self.log.keepsChoices = isExplored
    if self.log.steps?.followsTasks == true { tasks.removed = [] }
  }

  /// Whether tasks are still scheduled.
  var isOpen: Bool { phase != .over && phase != .abandoned }

  // MARK: What happens in a step, or outside

  mutating func add(_ arrival: Arrival) {
    assert(isOpen, "a run that is over has no steps")
    if arrival.isYield { return yielding.append(arrival.job) }
    let (id, isOutside, actor) = (arrival.id, arrival.isOutside, arrival.actor)
    let isEntry = !isOutside && actor != nil && step.entry?.actor == UInt(bitPattern: actor)
    var task = isEntry ? step.entry.take()?.task ?? step.task : step.task
    if id != 0 {
      if let known = id == step.id ? step.task : tasks.number(of: id) {
        task = known
      } else {
        if isOutside { tasks.leave(id) }
        task = addTask(id, creator: isOutside || tasks.count == 0 ? nil : step.task)
      }
    } else if arrival.isCreating {
      task = addTask(nil, creator: step.task)
      step.created = task
    }
    if isOutside {
      log.noteArrival(arrival)
      if id != 0, tasks[task].passages < time.passages { timePassedTooEarly = true }
    }
    let hasBegun = tasks.count > 0 && tasks[task].steps > 0
    // The end of a sleep of no duration is like a yield.
    let isProgress = isOutside || !isEntry && task != step.task || !hasBegun
    if !tasks.takeSleepOfNoDuration(id, madeBy: step.id), isProgress, !watches.contains(task) {
      noteProgress()
    }
    if arrival.place == .main || actor != nil { passOrderPoint() }
    if arrival.place != .main || !step.occupiesMain {
      step.hasReadied = true
    } else if id != 0, !hasBegun {
      noteCreatedInQueue()
    }
    var added = ReadyJob(
      job: arrival.job, task: task, isMain: arrival.place == .main,
      isYield: isYielding && !isOutside, wasCancelled: arrival.isCancelled, id: id)
    if arrival.place == .gate, step.occupiesMain, !isOutside {
      added.holdsMain = true
      step.occupiesMain = false
    }
    log.add(
      &added, arrival, notesEntry: arrival.place == .main || actor != nil && !isEntry,
      from: isOutside ? nil : step.task)
    if ready.append(added, isLook: watches.isAboutToLook(task)) { log.actors?.start(added.logNumber) }
  }

  /// Notes that a task of the running step enters an actor, which isn't the main actor.
  ///
  /// - Parameter id: The runtime's number of the task.
  mutating func noteEntry(into actor: UnsafeRawPointer, by id: UInt64) {
    guard let task = tasks.number(of: id) else { return }
    log.actors?.enter(actor, by: task)
    step.entry = (UInt(bitPattern: actor), task)
  }

  /// Notes that the running step is about to create a task in the queue of an actor.
  mutating func willCreate(on actor: UInt) { step.creatingOn = actor }

  /// Decides whether a task of the running step waits before an actor: the step made tasks ready, or cancelled some, that may be there
  /// first.
  ///
  /// - Parameter id: The runtime's number of the task, if it can wait for others; otherwise `nil`.
  mutating func waitsBeforeActor(_ id: UInt64?) -> Bool {
    // The creator of a `Task.immediate` goes on when that task waits.
    if id == step.id { return phase == .running && step.hasReadied }
    passOrderPoint()
    return false
  }

  /// Notes that the running step goes on past a place at which an order may differ.
  private mutating func passOrderPoint() {
    if phase == .running, step.hasReadied { omitsOrders = true }
  }

  /// Notes that the running step cancels tasks, which may notice it before the step comes to an actor. Those that the step made
  /// ready may have gone on before.
  mutating func noteCancellation() {
    passOrderPoint()
    step.hasReadied = true
    log.noteCancellation()
  }

  /// Notes whether the running step cancelled tasks that it made ready, as the end of a scope with `async let` does without a call.
  /// They may have gone on before.
  ///
  /// - Parameter isCancelled: Returns whether a task is cancelled.
  mutating func noteCancelled(_ isCancelled: (UnownedJob) -> Bool) {
    if phase == .running, !omitsOrders,
      ready.hasArrived(
        after: step.arrivalsBefore, where: { $0.isTask && !$0.wasCancelled && isCancelled($0.job) })
    {
      omitsOrders = true
    }
  }

  /// Notes that the running step creates a task in an actor's queue. Other tasks may come between two of these.
  private mutating func noteCreatedInQueue() {
    if phase == .running, step.hasCreated, step.hasOthers { omitsOrders = true }
    step.hasCreated = true
  }

  /// Notes a task that the running step created.
  ///
  /// - Parameters:
  ///   - isIsolated: Whether it begins on an actor.
  ///   - isNew: Whether it wasn't enqueued. Then it is a `Task.immediate`, unless it begins on an actor.
  ///   - calls: The call that created it, and that one's caller.
  /// - Returns: Tasks that are over.
  mutating func noteCreated(
    _ task: UnsafeRawPointer, isIsolated: Bool, isNew: Bool, by calls: (CodeAddress, CodeAddress)
  ) -> [RetainedTask] {
    let job = unsafeBitCast(task, to: UnownedJob.self)
    let id = taskID(job)
    if isIsolated { addIsolated(job, id: id) }
    var number = tasks.numberOfOwn(id)
    if number == nil, isNew { number = addImmediate(id) }
    if let number, !isExplored { tasks[number].creation = calls }
    return tasks.retain(task, id: id, number: number)
  }

  /// Gives a `Task.immediate` the next number. It isn't enqueued before it waits.
  private mutating func addImmediate(_ id: UInt64) -> Int {
    step.hasImmediate = true
    return addTask(id, creator: step.task)
  }

  /// Gives a task that begins on an actor the next number. Its first step is one of the actor's.
  private mutating func addIsolated(_ job: UnownedJob, id: UInt64) {
    let (known, actor) = (step.created.take(), step.creatingOn.take())
    if tasks.number(of: id) != nil { return }
    noteProgress()
    noteCreatedInQueue()
    let task = known ?? addTask(nil, creator: step.task)
    // If the actor had no job yet, its new job has noted the entry.
    if known == nil, let actor { log.actors?.enter(UnsafeRawPointer(bitPattern: actor), by: task) }
    tasks.setID(id, of: task)
    log.steps?.enqueue(job, task: task, isTask: true, on: actor.map { .actor($0) } ?? .pool, from: step.task)
  }

  /// - Parameter creator: The creating task; `nil` for the first task, and for tasks that no step creates.
  private mutating func addTask(_ id: UInt64?, creator: Int?) -> Int {
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
    log.actors?.sleep(task)
    time.note(wait)
  }

  private mutating func noteSleep(of task: Int) { if task < tasks.count { tasks[task].sleeps += 1 } }

  /// Counts a sleep after the test's end, when sleeps end at once.
  ///
  /// - Returns: Whether the task slept too often, like a loop that ignores errors.
  mutating func countSleepAfterEnd(of id: UInt64) -> Bool {
    let task = tasks.number(of: id) ?? step.task
    guard task < tasks.count else { return false }
    tasks[task].sleepsAfterEnd += 1
    return tasks[task].sleepsAfterEnd > RunCore.sleepsAfterEndLimit
  }

  mutating func noteProgress() { stepsWithoutProgress = 0 }

  mutating func noteTimePassed(_ duration: Duration) {
    time.passages += 1
    log.passTime(duration)
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
    omitsOrders = true
    watches.add(number, of: task, isIdle: isIdle, continuation)
  }

  /// Notes that a step is over.
  ///
  /// - Returns: The tasks that are over with it.
  mutating func endStep(_ job: ReadyJob) -> [RetainedTask] {
    defer { step.hasImmediate = false }
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
      log = RunLog()
      tasks = TaskTable()
      (time, chooser) = (RunTime(), Chooser(.inOrder, seed: 0))
    }
    return (time, tasks.waits.map(\.wait))
  }

  mutating func endBody() {
    isBodyOver = true
    if phase == .running { phase = .bodyOver }
  }

  /// - Returns: `false` if this was begun before.
  mutating func beginWindingDown() -> Bool {
    guard phase == .running || phase == .bodyOver else { return false }
    phase = .windingDown
    return true
  }

  /// Lets no step begin after the test's end.
  mutating func endStepsAfterEnd() { stepsAfterEnd = RunCore.stepsAfterEndLimit }

  /// - Returns: The jobs that are left.
  mutating func finish() -> [ReadyJob] {
    phase = isBodyOver ? .over : .abandoned
    defer {
      ready = ReadyQueue()
      yielding = []
    }
    return ready.all + yielding.map { ReadyJob(job: $0) }
  }
}
