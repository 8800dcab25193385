// SPDX-License-Identifier: MIT

import CWorldTesting
import Foundation
import Synchronization
import World
import WorldSimulation

/// What a scheduler knows of its run.
struct ScheduleState: ~Copyable, Sendable {
  struct Ready: Sendable {
    var job: UnownedJob
    /// The task's number; where the job isn't a task, the number of the task that it works for.
    var task = 0
    var isTask = false
    /// Whether it is the main actor's, and whether the main actor waits until it is over.
    var isMain = false
    var holdsMain = false
    /// When it became ready, among all.
    var place = 0
    /// Whether the task lets others go on first.
    var isYield = false
    /// The runtime's number of the task; 0 where the job isn't one.
    var id: UInt64 = 0
    /// When it is chosen: the task, if the ledger retains it.
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
    /// What is ready goes on, but no time passes.
    case bodyOver
    /// Sleeps end at once.
    case windingDown
    case over
    /// As over, but the body isn't: it must never go on.
    case abandoned
  }

  enum Next: Sendable {
    case run(Ready)
    case awaitsTurn
    /// What tasks that yield left at the end of the step makes them ready, and is no step.
    case resume([UnownedJob])
    /// Everything else has run as far as it can.
    case settled(UnsafeContinuation<Void, Never>)
    /// - Parameter isLate: Whether tasks are ready, so that the next sleep ends in time.
    case passTime(TimeMachine, isLate: Bool)
    case finished
    case tooLong(Int)
    /// No task is ready.
    case stuck
  }

  static let lateStepLimit = 2_000
  /// A task that sleeps more often than that when the test is over never goes on.
  static let lateSleepLimit = 16
  /// After so many such steps other tasks come first.
  static let turn = 256
  /// After so many steps in which tasks did nothing but yield, time passes, if it passes by itself.
  static let yieldLimit = 10_000

  var phase = Phase.running
  var isBodyOver = false
  private(set) var ready = ReadyQueue()
  /// What tasks that yield left in the step, and whether that is run.
  private var yielding: [UnownedJob] = []
  private var isYielding = false
  /// What waits until everything else has run as far as it can.
  var settling: [UnsafeContinuation<Void, Never>] = []
  /// What tasks wait for in a time machine, by the task's number.
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
  /// What code gets that asks the system.
  var answers = WorldTrait.System.world
  /// What monotonic clocks show in steps: it counts what passed, and never goes back.
  var monotonic = Duration.seconds(86_400)
  /// What the system's clocks, random numbers and identifiers are in steps.
  var system = SystemValues()
  /// Whether a task used `Task.sleep`. Where it is cancelled it throws at once, without an end of the step.
  var usesTaskSleep = false
  /// What was done, in a number.
  private(set) var trace = Trace()
  /// What that was before each choice.
  private(set) var prefixes: [UInt64] = []
  /// The steps of each task.
  private(set) var steps: [Int] = []
  private(set) var stepCount = 0
  private var lateStepCount = 0
  /// How many steps there may be.
  var limit = Int.max
  /// Whether it is a run of an exploration, which looks at its steps afterwards. A plain test may have any number of them.
  var isRecorded = true
  /// The number of each task, by the runtime's.
  private var numbers: [UInt64: Int] = [:]
  /// The number of one that is being created, and for which an actor's job works.
  private var created: Int?
  /// The actor in whose queue one is being created.
  var creatingOn: UInt?
  /// The task that runs, or ran last.
  private(set) var running = 0
  /// The runtime's number of that; 0 if what runs isn't a task.
  private var runningID: UInt64 = 0
  /// Where that goes on, and its callers.
  private(set) var functions = CodeAddress.Few()
  /// How often a thread outside resumed a task of this run.
  private(set) var arrivals = 0
  /// Where the first of these goes on, and its callers; none if that isn't known.
  private(set) var arrivalFunctions: [CodeAddress] = []
  /// How often a task began, was resumed by another or from outside, or time passed.
  private(set) var progress = 0
  /// How many became ready or were cancelled in the running step that may run before its end.
  private var additions = 0
  /// Whether the running step created a task in an actor's queue, and whether others were ready when it began.
  private var hasCreated = false
  private var hasOthers = false
  /// Whether an actor was entered before which others might have gone on, but couldn't here.
  private(set) var omitsOrders = false
  /// Whether the running step is the main actor's.
  private(set) var isOnMain = false
  /// Which task entered an actor last in the running step. If nobody is there, the actor's job is the next that becomes ready.
  private var entering: Entering?
  /// Whether the running step created a task that it runs itself.
  private var hasImmediate = false
  /// The steps since the last progress.
  private(set) var yields = 0
  /// How many steps there were at the last progress.
  private(set) var stepCountAtProgress = 0
  /// How often the running task became ready without a yield: it calls actors.
  private(set) var calls = 0
  /// The tasks that an executor elsewhere may have run, by the runtime's numbers: their waits prove nothing.
  var outside: Set<UInt64> = []
  /// How often time passed by itself, and what that was when each task ran last.
  private var passages = 0
  /// How many were ready when time last passed all the same, until the next choice.
  private var lateCount: Int?
  private var passagesAtStep: [Int] = []
  /// The runtime's tasks that end a sleep of no time, by the runtime's numbers.
  var timersOfNoSleep: Set<UInt64> = []
  /// Of a plain test: how often the watch had looked when each task ran last.
  private(set) var looksAtStep: [Int] = []
  /// Whether time passed by itself while a task waited for something outside.
  private(set) var timePassedTooEarly = false
  /// How often each task fell asleep when the test was over, by the runtime's number.
  private var lateSleeps: [UInt64: Int] = [:]
  var ledger = Ledger()
  /// Only of a run that a report describes.
  var stepLog: StepLog?
  /// Only of a run that is one of all orders.
  var actorLog: ActorLog?
  /// Whether the test is to enter an actor that another one uses. No step begins until it may.
  var awaitsTurn = false
  /// Whether a run of an exploration had to wait so within a step of the main actor. It isn't like others then.
  var hasAwaitedTurn = false
  /// The task of a plain test, and whether it was ended because it didn't go on.
  var body: Task<Void, any Error>?
  var isEnded = false
  /// What the run replays.
  var replay: Replay?
  /// What is done when the test is over.
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
      // As one that yields.
    } else if isOutside || entry == nil && task != running || steps.isEmpty || steps[task] == 0 {
      noteProgress()
    } else if !isYielding {
      noteCall()
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
  /// - Parameter number: The runtime's number of the task that enters it and can wait until others went on; `nil` if it can't.
  /// - Returns: Whether it is to: the step made some ready, or cancelled some, which may enter the actor first.
  mutating func notePoint(of number: UInt64?) -> Bool {
    guard phase == .running, additions > 0 else { return false }
    // The creator of one of `Task.immediate` goes on when that waits.
    let canWait = number == runningID
    if !canWait { omitsOrders = true }
    return canWait
  }

  /// Notes that the running step cancels tasks, which may notice it before the step comes to an actor.
  mutating func noteCancellation() {
    additions += 1
    actorLog?.hasCancelledTasks = true
  }

  /// Notes that the running step creates a task in an actor's queue. Between two such ones others may come.
  private mutating func noteCreation() {
    if phase == .running, hasCreated, hasOthers { omitsOrders = true }
    hasCreated = true
  }

  /// Gives one of `Task.immediate` the next number: it isn't enqueued before it waits.
  mutating func addImmediate(_ number: UInt64) -> Int {
    hasImmediate = true
    return addTask(number, creator: running)
  }

  mutating func takeImmediate() -> Bool {
    defer { hasImmediate = false }
    return hasImmediate
  }

  /// Gives one that begins on an actor the next number. Its first step is one of the actor's.
  mutating func addIsolated(_ job: UnownedJob, number: UInt64) {
    let (known, actor) = (created.take(), creatingOn.take())
    if numbers[number] != nil { return }
    noteProgress()
    noteCreation()
    let task = known ?? addTask(nil, creator: running)
    // Where the actor has no job yet, it gets one, which was noted.
    if known == nil, let actor { actorLog?.enter(UnsafeRawPointer(bitPattern: actor), by: task) }
    numbers[number] = task
    stepLog?.enqueue(job, task: task, isTask: true, on: actor.map { .actor($0) } ?? .pool, from: running)
  }

  /// Gives a task the next number.
  ///
  /// - Parameters:
  ///   - number: The runtime's; `nil` if it isn't known yet.
  ///   - creator: `nil` for the first one, and those that no step creates.
  private mutating func addTask(_ number: UInt64?, creator: Int?) -> Int {
    defer {
      chooser.addTask(creator: creator)
      if let number { numbers[number] = steps.count }
      steps.append(0)
      passagesAtStep.append(passages)
      looksAtStep.append(0)
      ledger.appendNext(number.flatMap { outside.contains($0) ? nil : $0 })
    }
    return steps.count
  }

  mutating func noteProgress() {
    stepCountAtProgress = stepCount
    progress += 1
    yields = 0
  }

  /// Shows the time to the steps of the calling thread, unless it is real, and the world's other values.
  mutating func showTime() {
    // Another thread may have moved it, or let it tick.
    system.date = isTimeFrozen ? machine?.frozenDate : nil
    system.show(monotonic: isTimeFrozen ? monotonic : nil)
  }

  /// How often time has passed by itself; `nil` if no task sleeps in such time.
  var passagesInSleep: Int? { passing == nil || waits.isEmpty ? nil : passages }

  mutating func noteCall() { calls += 1 }

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
    actorLog?.sleep(numbers[number] ?? running)
    if autoAdvance, wait.isOfWorld, wait.machine !== machine, !chosen.contains(where: { $0 === wait.machine })
    {
      chosen.append(wait.machine)
    }
  }

  /// What to do next.
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
      // The task that ran last comes first, unless it yields or time has passed since; the others in the order in which they
      // became ready. If these are late, what the time woke comes first.
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
      steps[chosen.task] += 1
      passagesAtStep[chosen.task] = passages
      if !isRecorded { looksAtStep[chosen.task] = Watch.ofProcess.looks }
    }
    if chosen.isTask, !waits.isEmpty { waits[chosen.task] = nil }
    chooser.ran(chosen.task)
    trace.add(chosen.task, of: count)
    stepLog?.run(chosen.task, isTask: chosen.isTask)
    actorLog?.run(chosen.number)
    if chosen.isTask, actorLog != nil,
      world_testing_is_cancelled(unsafeBitCast(chosen.job, to: UnsafeRawPointer.self))
    {
      actorLog?.hasCancelledTasks = true
    }
    isOnMain = chosen.isMain || chosen.holdsMain
    // The main queue does it for its thread.
    if !chosen.isMain { showTime() }
    return chosen
  }

  /// Whether a task falls asleep again and again although the test is over and sleeps end at once, as a loop does that goes on
  /// after errors. It is called at each such sleep.
  mutating func isSleepless(_ number: UInt64) -> Bool {
    lateSleeps[number, default: 0] += 1
    return lateSleeps[number, default: 0] > ScheduleState.lateSleepLimit
  }

  /// What is left when the run is over.
  mutating func drain() -> [Ready] {
    defer {
      ready = ReadyQueue()
      yielding = []
    }
    return ready.all + yielding.map { Ready(job: $0) }
  }
}

/// A run's state, for one thread at a time: the one that runs its steps, or one that reports a step which blocks it.
///
/// Each step takes it several times, and a generic lock costs several times as much in a debug build.
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

  /// No caller's code runs in the closure.
  func withLock<Result>(_ body: (inout ScheduleState) throws -> Result) rethrows -> Result {
    while isTaken.exchange(true, ordering: .acquiring) { sched_yield() }
    defer { isTaken.store(false, ordering: .releasing) }
    return try body(&state.pointee)
  }
}

/// How late a machine is, where time passes by itself. A sleep lasts at least as long as asked for, and may last any time longer.
/// While tasks are ready, others' sleeps may end.
struct LatenessRow: Sendable {
  /// The first is exactly as long.
  static let all: [@Sendable (Duration) -> Duration] = [
    { _ in .zero }, { _ in .milliseconds(1) }, { $0 }, { min($0, LatenessRow.longest) * 10 },
  ]

  /// Some 30,000 years: such durations times ten don't overflow.
  static let longest = Duration.seconds(1_000_000_000_000)

  private(set) var row: ChoiceRow
  /// Before which steps time passes until the next sleep ends.
  private(set) var steps: ChoiceRow
  private var random: SplitMix
  /// How many sleeps of 256 are late. Of steps it is half of that.
  private let rate: Int
  /// Whether any step may be late, and by how much those are that became ready since none was.
  let mayBeLate: Bool
  private var late = Duration.zero
  /// A machine is late by some milliseconds. A test that waits a minute for what takes a second is right.
  static let longestDelay = Duration.milliseconds(100)

  init(planned: Choices = Choices(), steps: Choices = Choices(), rate: Int = 0, seed: UInt64 = 0) {
    row = ChoiceRow(planned: planned)
    self.steps = ChoiceRow(planned: steps)
    self.rate = rate
    mayBeLate = rate > 0 || !steps.isEmpty
    random = SplitMix(seed: seed)
  }

  /// Whether a time passes before the next step.
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

/// What was done, in a number, for telling whether two runs did the same.
struct Trace: Hashable, Sendable {
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ task: Int, of ready: Int) {
    hash = (hash ^ UInt64(truncatingIfNeeded: task << 16 ^ ready)) &* 0x100_0000_01B3
  }
}
