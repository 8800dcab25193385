// SPDX-License-Identifier: MIT

import CWorldTesting
import Foundation
import Synchronization
import World
import WorldSimulation

/// The state of a scheduler's run.
struct ScheduleState: ~Copyable, Sendable {
  struct Ready: Sendable {
    var job: UnownedJob
    /// The task's number; where the job isn't a task, the number of the task that it works for.
    var task = 0
    var isTask = false
    /// Whether it is the main actor's, and whether the main actor waits until it is over.
    var isMain = false
    var holdsMain = false
    /// Its number in the order in which jobs became ready.
    var place = 0
    /// Whether the task yields.
    var isYield = false
    /// The runtime's number of the task; 0 if the job isn't a task.
    var id: UInt64 = 0
    /// The task, if the ledger retains it; set when the job is chosen.
    var kept: Ledger.Element?
    /// Its number in the log of actors.
    var number = 0
  }

  private struct Entering: Sendable {
    var actor: UInt
    var task: Int
  }

  /// Where a job is enqueued.
  enum Place: Sendable {
    case pool
    case main
    /// Before an actor that the task is about to enter.
    case gate
  }

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

  enum Next: Sendable {
    case run(Ready)
    case awaitsTurn
    /// The jobs that yielding tasks left at the end of the step. They make the tasks ready, and aren't a step.
    case resume([UnownedJob])
    /// Everything else has run as far as it can.
    case settled(UnsafeContinuation<Void, Never>)
    /// - Parameter isLate: Whether tasks are ready. These are late then, and the next sleep ends in time.
    case passTime(TimeMachine, isLate: Bool)
    case finished
    case tooLong(Int)
    /// No task is ready.
    case stuck
  }

  static let lateStepLimit = 2_000
  /// A task that sleeps more often than this after the test's end never goes on.
  static let lateSleepLimit = 16
  /// The number of steps without progress after which other tasks come first.
  static let turn = 256
  /// The number of steps in which tasks only yield after which time passes, if it passes by itself.
  static let yieldLimit = 10_000

  var phase = Phase.running
  var isBodyOver = false
  private(set) var ready = ReadyQueue()
  /// The jobs that yielding tasks left in the step, and whether these are running.
  private var yielding: [UnownedJob] = []
  private var isYielding = false
  /// The continuations that wait until everything else has run as far as it can.
  var settling: [UnsafeContinuation<Void, Never>] = []
  /// The tasks' waits for time machines, by the task's number.
  private(set) var waits: [Int: TimeWait] = [:]
  var chooser: Chooser
  var lateness: LatenessRow
  var faults: FaultRows
  /// The machine of the test's world, and whether its time passes by itself.
  var machine: TimeMachine?
  var autoAdvance = false
  /// The machine whose time passes by itself, and others that the test chose for its world since.
  var passing: TimeMachine?
  private(set) var chosen: [TimeMachine] = []
  var isTimeFrozen = false
  /// Where code that asks the system gets its values.
  var answers = WorldTrait.System.world
  /// The time that monotonic clocks show in steps. It never goes back.
  var monotonic = ScheduleState.start
  private static let start = Duration.seconds(86_400)
  /// The time that has passed in the test.
  var passedTime: Duration { monotonic - ScheduleState.start }
  /// The values of the system's clocks, random numbers and identifiers in steps.
  var system = SystemValues()
  /// Whether a task used `Task.sleep`, which throws at once in a cancelled task, without an end of the step.
  var usesTaskSleep = false
  /// A hash of what was done.
  private(set) var trace = Trace()
  /// The trace's hash before each choice.
  private(set) var prefixes: [UInt64] = []
  /// The steps of each task.
  private(set) var steps: [Int] = []
  private(set) var stepCount = 0
  private var lateStepCount = 0
  /// The maximum number of steps.
  var limit = Int.max
  /// Whether this is a run of an exploration, which looks at its steps afterwards. A plain test may have any number of steps.
  var isRecorded = true
  /// The first actor that a plain test entered and that another test had used before, in words.
  var sharedActor: String?
  /// The calls that created the tasks of a plain test that haven't begun, by the runtime's numbers.
  var creationCalls: [UInt64: (CodeAddress, CodeAddress)] = [:]
  /// Each task's number, by the runtime's number.
  private var numbers: [UInt64: Int] = [:]
  /// The number of a task that is being created, and that an actor's job works for.
  private var created: Int?
  /// The actor in whose queue a task is being created.
  var creatingOn: UInt?
  /// The task that runs, or ran last.
  private(set) var running = 0
  /// The runtime's number of the running task; 0 if the job isn't a task.
  private var runningID: UInt64 = 0
  /// Where the running task goes on, and its callers.
  private(set) var functions = CodeAddress.Few()
  /// How often a thread outside resumed a task of this run.
  private(set) var arrivals = 0
  /// Where the first task resumed from outside goes on, and its callers; none if that isn't known.
  private(set) var arrivalFunctions: [CodeAddress] = []
  /// The number of tasks that the running step made ready or cancelled, and that may run before its end.
  private var additions = 0
  /// Whether the running step created a task in an actor's queue, and whether others were ready when it began.
  private var hasCreated = false
  private var hasOthers = false
  /// Whether a task entered an actor although others might have gone on before, which isn't possible here.
  private(set) var omitsOrders = false
  /// Whether the running step is the main actor's.
  private(set) var isOnMain = false
  /// The last entry into an actor in the running step. If the actor is idle, its job is the next that becomes ready.
  private var entering: Entering?
  /// Whether the running step created a task that it runs itself.
  private var hasImmediate = false
  /// The steps since a task began, was resumed by another or from outside, or slept, or time passed.
  private(set) var yields = 0
  /// The tasks that another executor may have run, by the runtime's numbers: their waits prove nothing.
  var outside: Set<UInt64> = []
  /// How often time passed by itself, so far and when each task last ran.
  private var passages = 0
  /// The number of ready jobs when time last passed in spite of them, until the next choice.
  private var lateCount: Int?
  private var passagesAtStep: [Int] = []
  /// The runtime's tasks that end a sleep of zero duration, by the runtime's numbers.
  var timersOfNoSleep: Set<UInt64> = []
  /// In a plain test, which may have any number of tasks: the runtime's tasks that end a sleep, retained, by the runtime's numbers;
  /// and the numbers in the run of the tasks that are over, which the next ones take.
  private var timers: [UInt64: Ledger.Element] = [:]
  private var freeNumbers: [Int] = []
  /// For each number in the run, the number that its task has in an exploration, in which timers keep theirs.
  private var orderNumbers: [Int] = []
  private var taskCount = 0
  /// How often each task slept.
  private var sleeps: [Int] = []
  /// Whether a step used a queue of Dispatch or began a thread, which may cancel a task of the test or move its time.
  var hasWorkOutside = !world_testing_sees_work_outside()
  /// Whether time passed by itself while a task waited for something outside.
  private(set) var timePassedTooEarly = false
  /// How often each task slept after the test's end, by the runtime's number.
  private var lateSleeps: [UInt64: Int] = [:]
  var ledger = Ledger()
  /// Only for a run that a report describes.
  var stepLog: StepLog?
  /// Only for a run that is one of the `Orders`.
  var actorLog: ActorLog?
  /// Whether the test waits to enter an actor that another test uses. No step begins until it may.
  var awaitsTurn = false
  /// Whether a run of an exploration waited for its turn in a step of the main actor. The run is then made again.
  var hasAwaitedTurn = false
  /// The task of a plain test, and whether it was ended because it didn't go on.
  var body: Task<Void, any Error>?
  var isEnded = false
  /// What the run replays.
  var replay: Replay?
  /// Called when the test is over.
  var endings: [@Sendable () -> Void] = []

  init(
    chooser: Chooser, lateness: LatenessRow, faults: FaultRows, stepLog: StepLog? = nil,
    actorLog: ActorLog? = nil
  ) {
    self.chooser = chooser
    self.lateness = lateness
    self.faults = faults
    self.stepLog = stepLog
    self.actorLog = actorLog
    if stepLog?.followsTasks == true { ledger.removed = [] }
  }

  /// Whether tasks are still scheduled.
  var isOpen: Bool { phase != .over && phase != .abandoned }

  mutating func add(_ job: UnownedJob, number: UInt64, at place: Place, isOutside: Bool) {
    if number == 0, !isOutside, world_testing_is_yield(unsafeBitCast(job, to: UnsafeRawPointer.self)) {
      return yielding.append(job)
    }
    let actor = number != 0 ? nil : world_testing_actor(unsafeBitCast(job, to: UnsafeRawPointer.self))
    let entry =
      isOutside || actor == nil || entering?.actor != UInt(bitPattern: actor) ? nil : entering.take()
    var task = entry?.task ?? running
    if number != 0 {
      if let known = number == runningID ? running : numbers[number] {
        task = known
      } else {
        if isOutside { outside.insert(number) }
        task = addTask(number, creator: isOutside || steps.isEmpty ? nil : running)
      }
    } else if !isOutside, world_testing_is_creating() {
      task = addTask(nil, creator: running)
      created = task
    }
    if isOutside {
      arrivals += 1
      if isRecorded, number != 0, arrivals == 1 { arrivalFunctions = CodeAddress.resume(of: job) }
      if number != 0, passagesAtStep[task] < passages { timePassedTooEarly = true }
    }
    let isOfNoSleep =
      !timersOfNoSleep.isEmpty
      && (timersOfNoSleep.contains(number) || timersOfNoSleep.remove(runningID) != nil)
    if isOfNoSleep {
      // Counts as a yield.
    } else if isOutside || entry == nil && task != running || steps.isEmpty || steps[task] == 0 {
      noteProgress()
    }
    stepLog?.enqueue(
      job, task: task, isTask: number != 0, on: StepLog.Executor(place, actor),
      from: isOutside ? nil : running)
    if place == .main || actor != nil { _ = notePoint(of: nil) }
    if place != .main || !isOnMain { additions += 1 } else if number != 0, steps[task] == 0 { noteCreation() }
    assert(isOpen, "a run that is over has no steps")
    var added = Ready(
      job: job, task: task, isTask: number != 0, isMain: place == .main, isYield: isYielding && !isOutside,
      id: number)
    if place == .gate, isOnMain, !isOutside {
      added.holdsMain = true
      isOnMain = false
    }
    added.number = actorLog?.add(added) ?? 0
    if place == .main || actor != nil && entry == nil { actorLog?.enter(actor, by: task) }
    if ready.append(added) { actorLog?.start(added.number) }
  }

  /// Notes that a task of the running step enters an actor, which isn't the main actor.
  ///
  /// - Parameter number: The runtime's number of the task.
  mutating func enter(_ actor: UnsafeRawPointer, by number: UInt64) {
    guard let task = numbers[number] else { return }
    actorLog?.enter(actor, by: task)
    entering = Entering(actor: UInt(bitPattern: actor), task: task)
  }

  /// Notes that the running step comes to an actor.
  ///
  /// - Parameter number: The runtime's number of the task that enters the actor, if it can wait for others; otherwise `nil`.
  /// - Returns: Whether the task must wait: the step made tasks ready, or cancelled some, that may enter the actor first.
  mutating func notePoint(of number: UInt64?) -> Bool {
    guard phase == .running, additions > 0 else { return false }
    // The creator of a `Task.immediate` goes on when that task waits.
    let canWait = number == runningID
    if !canWait { omitsOrders = true }
    return canWait
  }

  /// Notes that the running step cancels tasks, which may notice it before the step comes to an actor. Those that the step made
  /// ready may have gone on before.
  mutating func noteCancellation() {
    _ = notePoint(of: nil)
    additions += 1
    actorLog?.hasCancelledTasks = true
  }

  /// Notes that the running step creates a task in an actor's queue. Other tasks may come between two of these.
  private mutating func noteCreation() {
    if phase == .running, hasCreated, hasOthers { omitsOrders = true }
    hasCreated = true
  }

  /// Gives a `Task.immediate` the next number. It isn't enqueued before it waits.
  mutating func addImmediate(_ number: UInt64) -> Int {
    hasImmediate = true
    return addTask(number, creator: running)
  }

  /// Notes that a task of the runtime ends a sleep.
  mutating func addTimer(_ job: UnownedJob, of duration: Duration) {
    let number = taskNumber(job)
    usesTaskSleep = true
    noteSleep(of: running)
    if duration <= .zero { timersOfNoSleep.insert(number) }
    // Without the layout it isn't known when a timer is over.
    if !isRecorded, isOpen, number != 0, world_testing_knows_layout(), timers[number] == nil {
      timers[number] = Ledger.Element(retaining: job)
    }
  }

  /// Notes that a step is over.
  ///
  /// - Returns: Whether it created a task that it ran itself, and the timer to release if it was one's last.
  mutating func endStep(_ ready: Ready) -> (hasImmediate: Bool, timer: Ledger.Element?) {
    defer { hasImmediate = false }
    guard !timers.isEmpty, let timer = timers[ready.id], timer.isOver else { return (hasImmediate, nil) }
    timers[ready.id] = nil
    return (hasImmediate, timer)
  }

  /// Removes the timers when the run is over, to release them.
  mutating func removeTimers() -> [Ledger.Element] {
    defer { timers = [:] }
    return Array(timers.values)
  }

  /// Forgets a task that is over: a plain test may have any number of them.
  mutating func forget(_ number: UInt64) {
    creationCalls[number] = nil
    if !isRecorded, let task = numbers.removeValue(forKey: number) { freeNumbers.append(task) }
  }

  /// Gives a task that begins on an actor the next number. Its first step is one of the actor's.
  mutating func addIsolated(_ job: UnownedJob, number: UInt64) {
    let (known, actor) = (created.take(), creatingOn.take())
    if numbers[number] != nil { return }
    noteProgress()
    noteCreation()
    let task = known ?? addTask(nil, creator: running)
    // If the actor had no job yet, its new job has noted the entry.
    if known == nil, let actor { actorLog?.enter(UnsafeRawPointer(bitPattern: actor), by: task) }
    numbers[number] = task
    stepLog?.enqueue(job, task: task, isTask: true, on: actor.map { .actor($0) } ?? .pool, from: running)
  }

  /// Gives a task the next number.
  ///
  /// - Parameters:
  ///   - number: The runtime's number; `nil` if it isn't known yet.
  ///   - creator: The creating task; `nil` for the first task, and for tasks that no step creates.
  private mutating func addTask(_ number: UInt64?, creator: Int?) -> Int {
    // The task that ran last comes first, so none takes its number.
    if let index = freeNumbers.lastIndex(where: { $0 != running }) {
      let free = freeNumbers.remove(at: index)
      (steps[free], sleeps[free], passagesAtStep[free]) = (0, 0, passages)
      if let number { numbers[number] = free }
      noteOrder(of: free)
      ledger.setNumber(free, of: number.flatMap { outside.contains($0) ? nil : $0 })
      return free
    }
    defer {
      chooser.addTask(creator: creator)
      if let number { numbers[number] = steps.count }
      noteOrder(of: steps.count)
      steps.append(0)
      passagesAtStep.append(passages)
      sleeps.append(0)
      ledger.appendNext(number.flatMap { outside.contains($0) ? nil : $0 })
    }
    return steps.count
  }

  private mutating func noteOrder(of task: Int) {
    if isRecorded { return }
    if task < orderNumbers.count { orderNumbers[task] = taskCount } else { orderNumbers.append(taskCount) }
    taskCount += 1
  }

  /// Returns the number of a task in the order in which the tasks became known.
  func orderNumber(of task: Int) -> Int {
    isRecorded || task >= orderNumbers.count ? task : orderNumbers[task]
  }

  mutating func noteProgress() { yields = 0 }

  /// Shows the world's values to the steps of the calling thread, and its time unless that is real.
  mutating func showTime() {
    // Another thread may have moved the time machine, or let it tick.
    system.date = isTimeFrozen ? machine?.frozenDate : nil
    system.show(monotonic: isTimeFrozen ? monotonic : nil)
  }

  mutating func noteTimePassed(_ duration: Duration) {
    passages += 1
    stepLog?.timePasses(duration)
    actorLog?.passTime(duration)
  }

  /// The index of a task of this run, by the runtime's number.
  func index(ofTask number: UInt64) -> Int? { numbers[number] }

  /// Notes what a task waits for, until its next step.
  mutating func note(_ wait: TimeWait, of number: UInt64) {
    noteProgress()
    waits[numbers[number] ?? running] = wait
    if case .instant = wait.event { noteSleep(of: numbers[number] ?? running) }
    actorLog?.sleep(numbers[number] ?? running)
    if autoAdvance, wait.isOfWorld, wait.machine !== machine, !chosen.contains(where: { $0 === wait.machine })
    {
      chosen.append(wait.machine)
    }
  }

  private mutating func noteSleep(of task: Int) { if task < sleeps.count { sleeps[task] += 1 } }

  /// What is known of each task without a look at it, by the task's number.
  var knownActivities: [TaskActivity] {
    var activities = steps.indices.map { number in
      TaskActivity(
        number: number, state: waits[number].map { .time($0) } ?? .unknown, functions: [],
        sleeps: sleeps[number],
        steps: steps[number])
    }
    for ready in ready.all where ready.isTask && ready.task < activities.count {
      activities[ready.task].state = steps[ready.task] == 0 ? .new : .ready
    }
    // The task that ran last becomes ready after what its step left.
    if !yielding.isEmpty, running < activities.count { activities[running].state = .ready }
    return activities
  }

  /// Ends the steps after the test's end.
  mutating func endLateSteps() { lateStepCount = ScheduleState.lateStepLimit }

  /// Returns what to do next.
  mutating func next() -> Next {
    if awaitsTurn { return .awaitsTurn }
    if isOnMain {
      isOnMain = false
      if let next = ready.leaveMain() { actorLog?.start(next.number) }
    }
    isYielding = !yielding.isEmpty
    if isYielding {
      defer { yielding = [] }
      return .resume(yielding)
    }
    if ready.isEmpty {
      lateness.noteIdle()
      if !settling.isEmpty {
        noteProgress()
        return .settled(settling.removeFirst())
      }
      guard phase == .running else { return .finished }
      return passing.map { .passTime($0, isLate: false) } ?? .stuck
    }
    if phase == .running {
      if lateness.mayBeLate, let passing, let time = passing.timeUntilNextSleepEnds {
        let choice = lateness.steps.count
        if lateness.isLate(by: time) {
          stepLog?.noteLate(ready.task(at: 0), by: time, choice: choice)
          lateCount = ready.count
          return .passTime(passing, isLate: true)
        }
      }
      if yields >= ScheduleState.yieldLimit, let passing {
        yields = 0
        return .passTime(passing, isLate: false)
      }
      if stepCount >= limit { return .tooLong(stepCount) }
      stepCount += 1
    } else {
      if lateStepCount >= ScheduleState.lateStepLimit { return .finished }
      lateStepCount += 1
    }
    yields += 1
    return .run(choose())
  }

  private mutating func choose() -> Ready {
    (additions, hasCreated) = (0, false)
    entering = nil
    let count = ready.count
    hasOthers = count > 1
    var index = 0
    if count > 1 {
      // The task that ran last comes first, unless it yields or time has passed since; the others in the order in which
      // they became ready. If these are late, the task that the time woke comes first.
      let isTimeLater = running < steps.count && passagesAtStep[running] < passages
      let late = lateCount.take().map { min($0, count - 1) }
      let first = late ?? (yields > ScheduleState.turn || isTimeLater ? 0 : ready.firstPlace(of: running))
      if isRecorded { prefixes.append(trace.hash) }
      actorLog?.choose()
      index = ready.choose(by: &chooser, first: first, steps: steps[ready.task(at: first)])
      stepLog?.choose(ready.task(at: index), insteadOf: index == first ? nil : ready.task(at: first))
    }
    var chosen = ready.remove(at: index)
    if chosen.isTask { chosen.kept = ledger[chosen.task] }
    assert(yielding.isEmpty && !isYielding, "tasks that yield become ready before one is chosen")
    (running, runningID) = (chosen.task, chosen.id)
    functions = chosen.isTask ? CodeAddress.Few(resume: chosen.job) : CodeAddress.Few()
    if chosen.task < steps.count {
      if steps[chosen.task] == 0, !timersOfNoSleep.contains(chosen.id) { noteProgress() }
      if !creationCalls.isEmpty, steps[chosen.task] == 0 { creationCalls[taskNumber(chosen.job)] = nil }
      steps[chosen.task] += 1
      passagesAtStep[chosen.task] = passages
    }
    if chosen.isTask, !waits.isEmpty { waits[chosen.task] = nil }
    chooser.ran(chosen.task)
    trace.add(orderNumber(of: chosen.task), of: count)
    stepLog?.run(chosen.task, isTask: chosen.isTask)
    actorLog?.run(chosen.number)
    if chosen.isTask, actorLog != nil,
      world_testing_is_cancelled(unsafeBitCast(chosen.job, to: UnsafeRawPointer.self))
    {
      actorLog?.hasCancelledTasks = true
    }
    isOnMain = chosen.isMain || chosen.holdsMain
    // The main queue's thread does this itself.
    if !chosen.isMain { showTime() }
    return chosen
  }

  /// Returns whether a task sleeps again and again after the test's end, when sleeps end at once, like a loop that
  /// ignores errors. Called at each such sleep.
  mutating func isSleepless(_ number: UInt64) -> Bool {
    lateSleeps[number, default: 0] += 1
    return lateSleeps[number, default: 0] > ScheduleState.lateSleepLimit
  }

  /// Removes and returns the jobs that are left when the run is over.
  mutating func drain() -> [Ready] {
    defer {
      ready = ReadyQueue()
      yielding = []
    }
    return ready.all + yielding.map { Ready(job: $0) }
  }
}

/// A run's state, used by one thread at a time: the one that runs the steps, or one that reports that a step blocks it.
///
/// Each step locks it several times, and a generic lock costs several times as much in a debug build.
struct StateLock: ~Copyable, Sendable {
  // Used only by the thread that has set the flag.
  nonisolated(unsafe) private let state: UnsafeMutablePointer<ScheduleState>
  private let isTaken = Atomic(false)

  init(_ state: consuming ScheduleState) {
    self.state = .allocate(capacity: 1)
    self.state.initialize(to: state)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Calls a closure with the state. No caller's code may run in it.
  func withLock<Result>(_ body: (inout ScheduleState) throws -> Result) rethrows -> Result {
    while isTaken.exchange(true, ordering: .acquiring) { sched_yield() }
    defer { isTaken.store(false, ordering: .releasing) }
    return try body(&state.pointee)
  }
}

/// How late sleeps and steps are where time passes by itself. A sleep lasts at least as long as asked for, and may last
/// any time longer. While tasks are ready, others' sleeps may end.
struct LatenessRow: Sendable {
  /// The delays of a sleep, by its duration. The first is none.
  static let all: [@Sendable (Duration) -> Duration] = [
    { _ in .zero }, { _ in .milliseconds(1) }, { $0 }, { min($0, LatenessRow.longest) * 10 },
  ]

  /// Some 30,000 years: such durations times ten don't overflow.
  static let longest = Duration.seconds(1_000_000_000_000)

  private(set) var row: ChoiceRow
  /// The steps before which time passes until the next sleep ends.
  private(set) var steps: ChoiceRow
  private var random: SplitMix
  /// How many of 256 sleeps are late. Half as many steps are.
  private let rate: Int
  /// Whether any step may be late, and how late the steps are that became ready since none was.
  let mayBeLate: Bool
  private var late = Duration.zero
  /// Real machines are late by some milliseconds. A test that waits a minute for a second's work must not fail.
  static let longestDelay = Duration.milliseconds(100)

  init(planned: Choices = Choices(), steps: Choices = Choices(), rate: Int = 0, seed: UInt64 = 0) {
    row = ChoiceRow(planned: planned)
    self.steps = ChoiceRow(planned: steps)
    self.rate = rate
    mayBeLate = rate > 0 || !steps.isEmpty
    random = SplitMix(seed: seed)
  }

  /// Chooses whether time passes before the next step.
  mutating func isLate(by time: Duration) -> Bool {
    guard late + time <= LatenessRow.longestDelay, steps.choose(of: 2, rate: rate / 2, by: &random) > 0 else {
      return false
    }
    late += time
    return true
  }

  /// Notes that no task is ready.
  mutating func noteIdle() { late = .zero }

  mutating func next(_ duration: Duration) -> Duration {
    LatenessRow.all[row.choose(of: LatenessRow.all.count, rate: rate, by: &random)](duration)
  }
}

/// A hash of what was done, which tells whether two runs did the same.
struct Trace: Hashable, Sendable {
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ task: Int, of ready: Int) {
    hash = (hash ^ UInt64(truncatingIfNeeded: task << 16 ^ ready)) &* 0x100_0000_01B3
  }
}
