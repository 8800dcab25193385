// SPDX-License-Identifier: MIT

import CWorldTesting
import Dispatch
import Foundation
import Synchronization
import World
import WorldSimulation

/// Runs the tasks of a test in a mock world, one step at a time, and chooses which of them goes on.
///
/// A *step* is the part of a task from one suspension to the next. A task with an executor preference is suspended,
/// which ends a step, wherever it calls an actor, returns from one, yields or waits. Child tasks inherit the
/// preference; `TaskCreation.c` gives it to `Task {}` and `Task.detached {}`, and `Gates.c` notes their entries into actors. `RuntimeHooks` adds the main actor's
/// steps and the jobs that still go to the runtime's own executor.
///
/// A plain test takes the simplest order, and Dispatch's threads run its steps. The runs of an exploration make other
/// choices, one after the other on a thread of their own.
final class Scheduler: TaskExecutor {
  /// How a run of an exploration ended.
  enum Ending: Sendable, Equatable {
    /// The body returned or threw.
    case finished
    /// No task could go on.
    case deadlock
    /// The body was still running after so many steps.
    case tooLong(Int)
  }

  /// Why a thread stops running steps.
  private enum Pause {
    /// Nothing is ready.
    case idle
    /// The test waits for its turn to enter an actor that another test uses.
    case awaitsTurn
    /// The next step is the main actor's, and the main queue runs it.
    case main(ScheduleState.Ready)
    /// It ran as many steps as it may.
    case limit
    case finished
    case tooLong(Int)
  }

  /// The scheduler whose step the calling thread runs.
  static var current: Scheduler? {
    // Alive while the thread prefers it: `preferring` holds it.
    world_testing_preferred().map { Unmanaged<Scheduler>.fromOpaque($0).takeUnretainedValue() }
  }

  let state: StateLock
  /// The choices for a run of an exploration; `nil` in a plain test.
  let input: RunInput?
  private let isPlain: Bool
  let reads = Reads()
  let main: MainExecutor
  let gate = MainExecutor(.gate)
  let monitor: StepMonitor
  let ticker: Ticker
  /// A number that the run's tasks are above, with hooks alone; otherwise 0.
  let firstTask = HooksAlone.newestTask()
  /// The test, to which also steps belong that have lost its world, as those of `Task.detached`.
  let testRun = Lock<TestRun?>(nil)
  /// Whether a report describes the run, and whether its tasks are inspected after each step.
  private let logs: (steps: Bool, tasks: Bool)
  /// The messages of other threads to the thread that runs the steps.
  private let inbox = Lock(Inbox())
  /// Whether there are messages, which is checked at each step.
  private let hasMessages = Atomic(false)
  /// Signalled when a message comes while the thread of an exploration waits for one.
  private let arrival = DispatchSemaphore(value: 0)
  /// The reports of a plain test.
  let haltReports = AsyncStream.makeStream(of: HaltReport.self)

  /// Creates the scheduler of a run of an exploration.
  ///
  /// - Parameter usesMainQueue: Whether the main queue runs the steps of the main actor.
  init(
    _ state: consuming ScheduleState, of input: RunInput?, monitor: StepMonitor, ticker: Ticker = .ofProcess,
    usesMainQueue: Bool = true
  ) {
    self.ticker = ticker
    self.input = input
    main = MainExecutor(usesMainQueue ? .main : .pool)
    logs = (state.stepLog != nil, state.stepLog?.followsTasks ?? false)
    isPlain = input == nil
    self.state = StateLock(state)
    self.monitor = monitor
    main.serve(self)
    gate.serve(self)
    _ = RuntimeHooks.problems
  }

  deinit { assert(state.withLock { $0.ledger.elements.isEmpty }, "a task isn't released") }

  /// Creates the scheduler of a plain test.
  convenience init() {
    var state = ScheduleState(
      chooser: Chooser(.inOrder, seed: 0), lateness: LatenessRow(),
      faults: FaultRows(planned: [:], rate: 0, seed: 0))
    state.isRecorded = false
    state.chooser.notesLimits = false
    RuntimeCheck.require()
    self.init(state, of: nil, monitor: StepMonitor(), ticker: .current)
  }

  // MARK: What is ready

  func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job)) }

  func add(_ job: UnownedJob, at place: ScheduleState.Place = .pool) {
    if isOnItsThread { return admit(job, at: place, isOutside: false) }
    if !post({ $0.admit(job, at: place, isOutside: true) }) {
      admit(job, at: place, isOutside: true)
    }
  }

  /// Queues a job until it is chosen.
  private func admit(_ job: UnownedJob, at place: ScheduleState.Place, isOutside: Bool) {
    let number = taskNumber(job)
    let phase = state.withLock { state in
      if state.isOpen { state.add(job, number: number, at: place, isOutside: isOutside) }
      return state.phase
    }
    if phase == .over || phase == .abandoned && number == 0 { runOutside(job, isMain: place == .main) }
  }

  /// Returns whether a job that goes to the runtime's own executor on the scheduler's thread is the test's. A step may
  /// also resume other tasks: those of a test that runs in parallel, or the one that waits for the end of this test.
  func owns(_ job: UnownedJob) -> Bool {
    let number = taskNumber(job)
    return number == 0 || state.withLock { $0.index(ofTask: number) } != nil
  }

  /// Whether the calling thread runs a step of this scheduler.
  var isOnItsThread: Bool {
    world_testing_preferred() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Runs a job that became ready after the test, because an actor that others share may need it.
  private func runOutside(_ job: UnownedJob, isMain: Bool) {
    guard isMain else { return globalConcurrentExecutor.enqueue(job) }
    let queue = DispatchQueue.main
    // This isn't a step, and a step of another run may be under way.
    queue.async { self.runOnMain(job) }
  }

  private func runOnMain(_ job: UnownedJob) {
    preferring {
      job.runSynchronously(
        isolatedTo: main.asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }

  // MARK: Running

  /// Runs ready jobs until there are none, or until another thread must go on.
  private func runSteps(atMost limit: Int = .max) -> Pause {
    for _ in 0..<limit {
      if hasMessages.load(ordering: .acquiring) { takeMessages() }
      switch state.withLock({ $0.next() }) {
      case .run(let ready):
        if ready.isMain { return .main(ready) }
        run(ready)
      case .resume(let jobs): for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      case .settled(let continuation): continuation.resume()
      case .passTime(let machine, let isLate): if !passTime(of: machine, isLate: isLate) { return .idle }
      case .awaitsTurn: return .awaitsTurn
      case .finished: return .finished
      case .tooLong(let steps): return .tooLong(steps)
      case .stuck:
        for task in state.withLock({ $0.ledger.removeOthersThatAreOver() }) { task.release() }
        return .idle
      }
    }
    return .limit
  }

  /// Releases the tasks that ended in a step.
  private func releaseTasks(after ready: ScheduleState.Ready) {
    let (hasImmediate, timer) = state.withLock { $0.endStep(ready) }
    release(timer)
    if ready.isTask, !hasImmediate {
      // Only this thread removes it.
      if ready.kept?.isOver == true { release(state.withLock { $0.ledger.removeIfOver(ready.task) }) }
    } else {
      for task in state.withLock({ $0.ledger.removeOver() }) { release(task) }
    }
  }

  private func release(_ task: Ledger.Element?) {
    guard let task else { return }
    state.withLock { $0.forget(task.number) }
    task.release()
  }

  private func run(_ ready: ScheduleState.Ready) {
    defer { if SystemValues.hide() { reads.noteSystem(.date) } }
    if ready.isMain {
      let isAbandoned = state.withLock { state in
        state.showTime()
        return state.phase == .abandoned
      }
      // It may have been abandoned while the step waited for the main queue.
      if isAbandoned { return }
    }
    monitor.begin(isMain: ready.isMain)
    if ready.isMain {
      runOnMain(ready.job)
    } else {
      ready.job.runSynchronously(on: asUnownedTaskExecutor())
    }
    releaseTasks(after: ready)
    monitor.end(isMain: ready.isMain)
    if logs.steps {
      let changes = logs.tasks ? takeChanges() : TaskChanges()
      state.withLock { $0.stepLog?.endStep(changes) }
    }
  }

  /// - Returns: Whether a task can go on.
  private func passTime(of machine: TimeMachine, isLate: Bool) -> Bool {
    // The thread may leave before the next step.
    defer { _ = SystemValues.hide() }
    let chosen = state.withLock { state in
      state.actorLog?.isTimePassing = true
      return state.chosen
    }
    for machine in [machine] + chosen {
      let before = machine.now
      let hasPassed = machine.passTime { duration in
        if isLate { return .zero }
        return state.withLock { state in
          state.stepLog?.sleeps.append(duration)
          return state.lateness.next(duration)
        }
      }
      guard hasPassed else { continue }
      let passed = before.duration(to: machine.now)
      noteMove(of: machine, by: passed)
      state.withLock { $0.noteTimePassed(passed) }
      return true
    }
    return state.withLock { !$0.ready.isEmpty }
  }

  /// Makes the calling thread the one that runs the steps.
  func preferring<Result>(_ operation: () -> Result) -> Result {
    let words = unsafeBitCast(asUnownedTaskExecutor(), to: (UnsafeRawPointer?, UnsafeRawPointer?).self)
    let before = world_testing_prefer(world_testing_executor(identity: words.0, witness: words.1))
    defer {
      _ = world_testing_prefer(before)
      // What handles a message between two steps may show the test's time.
      if before.identity == nil, SystemValues.hide() { reads.noteSystem(.date) }
    }
    return withExtendedLifetime(self) { monitor.usingThread(operation) }
  }

  /// Makes a machine the time machine of the test's world.
  func use(_ machine: TimeMachine, autoAdvance: Bool? = nil) {
    state.withLock { state in
      (state.machine, state.isTimeFrozen) = (machine, machine.motion == .frozen)
      state.autoAdvance = autoAdvance ?? state.autoAdvance
      state.passing = state.autoAdvance ? machine : nil
      if isOnItsThread { state.showTime() }
    }
  }

  /// Makes a world the source of the values that code gets from the system in steps.
  ///
  /// - Parameter answers: `nil` to keep the previous setting.
  func answerSystem(from world: World, as answers: WorldTrait.System? = nil) {
    var source: SystemValues.Source? =
      input.map { SystemValues.Source(world, test: monitor.seed, $0) } ?? SystemValues.Source(world)
    // The previous source is released outside of the lock: an object that it keeps may ask for a number.
    state.withLock { state in
      state.answers = answers ?? state.answers
      if state.answers == .live { source = nil }
      swap(&state.system.source, &source)
      if isOnItsThread { state.showTime() }
    }
  }

  /// The date of the world, if a step of a plain test has asked the system for it.
  var dateThatWasRead: Date? {
    let date = state.withLock { state in
      if isOnItsThread { state.showTime() }
      return state.system.date
    }
    return reads.dimensions.contains(.date) ? date : nil
  }

  /// Calls a closure when the test is over, and with it all tasks that it left behind.
  func atEnd(_ ending: @escaping @Sendable () -> Void) { state.withLock { $0.endings.append(ending) } }

  /// Ends all waits for time machines. Sleeps end with an error.
  func endWaits() {
    for wait in state.withLock({ $0.waits.sorted { $0.key < $1.key } }) { wait.value.end() }
  }

  /// Notes that the body is over.
  func endBody() {
    state.withLock { state in
      state.isBodyOver = true
      if state.phase == .running { state.phase = .bodyOver }
    }
  }

  /// Begins to end the remaining tasks: sleeps end with a `CancellationError`, and so do those that begin now.
  ///
  /// - Returns: `false` if this was begun before.
  @discardableResult func beginWindingDown() -> Bool {
    let isFirst = state.withLock { state in
      guard state.phase == .running || state.phase == .bodyOver else { return false }
      state.phase = .windingDown
      return true
    }
    if isFirst { endWaits() }
    return isFirst
  }

  /// Ends the run: tasks that aren't over are no longer scheduled.
  func finish() {
    HooksAlone.forgetTasks(of: self)
    let (left, isOver, endings, source) = state.withLock { state in
      state.phase = state.isBodyOver ? .over : .abandoned
      state.body = nil
      defer { state.endings = [] }
      // The source may refer to the scheduler.
      return (state.drain(), state.isBodyOver, state.endings, state.system.source.take())
    }
    // Released outside of the lock.
    _ = source
    // Takes the last messages: the inbox gets no more.
    let messages = inbox.withLock { $0.close() }
    for message in messages { message(self) }
    for ready in left {
      if isOver {
        runOutside(ready.job, isMain: ready.isMain)
      } else if !ready.isTask {
        // Other tests may share the actor. The tasks of this test leave it, and are then dropped.
        preferring { ready.job.runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
    for end in endings { end() }
    for task in state.withLock({ $0.ledger.removeAll() + $0.removeTimers() }) { task.release() }
    asOutside { haltReports.continuation.finish() }
  }
}

// MARK: - Other threads

extension Scheduler {
  /// The messages of other threads to a run.
  fileprivate struct Inbox: Sendable {
    private(set) var messages: [@Sendable (Scheduler) -> Void] = []
    /// Whether no thread runs steps, nor is about to.
    var isIdle = false
    private(set) var isClosed = false

    mutating func add(_ message: @escaping @Sendable (Scheduler) -> Void) { messages.append(message) }

    mutating func take() -> [@Sendable (Scheduler) -> Void] {
      defer { messages = [] }
      return messages
    }

    mutating func close() -> [@Sendable (Scheduler) -> Void] {
      isClosed = true
      return take()
    }
  }

  /// Whether no thread runs the steps of a plain test, nor is about to, and it doesn't wait for its turn.
  var isIdle: Bool { isPlain && inbox.withLock { $0.isIdle } && !state.withLock { $0.awaitsTurn } }

  /// Whether no thread runs the steps of a run, which waits for a message.
  var isWaiting: Bool { inbox.withLock { $0.isIdle } }

  /// Whether there are messages of other threads that weren't handled yet.
  var hasArrivals: Bool { hasMessages.load(ordering: .acquiring) }

  /// Sends a message to the thread that runs the steps, which handles it before the next step.
  ///
  /// - Returns: `false` if the run is over, and no thread handles the message.
  @discardableResult func post(_ message: @escaping @Sendable (Scheduler) -> Void) -> Bool {
    // The task that keeps the scheduler may be over before this returns: another thread runs it as soon as it is added.
    let kept = Unmanaged.passRetained(self)
    defer { kept.release() }
    let (isOpen, wasIdle) = inbox.withLock { inbox in
      guard !inbox.isClosed else { return (false, false) }
      inbox.add(message)
      hasMessages.store(true, ordering: .releasing)
      defer { inbox.isIdle = false }
      return (true, inbox.isIdle)
    }
    if wasIdle { if isPlain { drive() } else { arrival.signal() } }
    return isOpen
  }

  private func takeMessages() {
    let messages = inbox.withLock { inbox in
      hasMessages.store(false, ordering: .relaxed)
      return inbox.take()
    }
    for message in messages { message(self) }
  }

  /// Notes that no thread runs steps until a message comes.
  ///
  /// - Returns: `false` if a message has come meanwhile.
  private func rest() -> Bool {
    inbox.withLock { inbox in
      inbox.isIdle = inbox.messages.isEmpty
      return inbox.isIdle
    }
  }

  /// Runs an operation that isn't part of the test's tasks on the thread of a step.
  func asOutside(_ operation: () -> Void) {
    let before = world_testing_prefer(world_testing_executor(identity: nil, witness: nil))
    operation()
    _ = world_testing_prefer(before)
  }
}

// MARK: - Runs of an exploration

extension Scheduler {
  /// Runs enqueued jobs until the body is over and no task is ready.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for threads outside when no task can go on.
  ///   - start: Creates the first task.
  func run(timeout: Duration, start: () -> Void) -> Ending {
    preferring {
      start()
      while true {
        switch runSteps() {
        case .main(let ready): runInMainQueue(ready)
        case .idle:
          let isProved = isDurablyBlocked
          if isProved, !hasSleepers { return .deadlock }
          if !waitForArrival(for: isProved ? min(gracePeriod, timeout) : timeout, isProved: isProved) {
            return .deadlock
          }
        case .finished: return .finished
        case .tooLong(let steps): return .tooLong(steps)
        case .awaitsTurn:
          monitor.waitsForTurn { while state.withLock({ $0.awaitsTurn }) { waitForMessages() } }
          state.withLock { $0.hasAwaitedTurn = true }
        case .limit: assertionFailure("it has no limit")
        }
      }
    }
  }

  /// Ends the remaining tasks. Those that still aren't over are no longer scheduled.
  func windDown() {
    preferring {
      beginWindingDown()
      while case .main(let ready) = runSteps() { runInMainQueue(ready) }
    }
    finish()
  }

  private func runInMainQueue(_ ready: ScheduleState.Ready) {
    monitor.waitsForMain { whenBegun in
      // `DispatchQueue.main.sync` would make the closure the main actor's.
      let queue = DispatchQueue.main
      queue.sync {
        whenBegun()
        run(ready)
      }
    }
  }

  private func waitForMessages() {
    if rest() { arrival.wait() }
    takeMessages()
  }

  /// Waits for a message of another thread.
  ///
  /// - Parameter isProved: Whether the run can go on only if a thread cancels a sleep.
  /// - Returns: `false` if no message came in this time, nor before the main queue and the thread pools of Dispatch and
  ///   of Swift's runtime had time for something else. On a busy machine, that may take some minutes.
  private func waitForArrival(for timeout: Duration, isProved: Bool) -> Bool {
    guard rest() else { return true }
    // check-world: allow threads outside of a run are in real time
    if arrival.wait(timeout: .now() + timeout.interval) == .success { return true }
    if timeout >= .seconds(1) {
      let answers = DispatchSemaphore(value: 0)
      // check-world: allow threads outside of a run are in real time
      let deadline = DispatchTime.now() + .seconds(30)
      for _ in 0..<3 {
        for queue in [DispatchQueue.main, DispatchQueue.global(qos: .background)] {
          queue.async { answers.signal() }
          if answers.wait(timeout: deadline) == .timedOut { break }
        }
      }
    }
    if isProved || timeout >= .seconds(1) {
      let answer = DispatchSemaphore(value: 0)
      afterPool { answer.signal() }
      // check-world: allow threads outside of a run are in real time
      _ = answer.wait(timeout: .now() + .seconds(300))
    }
    let isStillIdle = inbox.withLock { inbox in
      defer { inbox.isIdle = false }
      return inbox.isIdle
    }
    if !isStillIdle { arrival.wait() }
    return !isStillIdle
  }
}

// MARK: - Plain tests

extension Scheduler {
  /// The number of steps that a thread runs before it takes turns with those of other tests.
  private static let turn = 256

  /// Lets a thread run the ready jobs.
  func drive() {
    let queue = DispatchQueue.global()
    queue.async { self.preferring { self.takeTurn() } }
  }

  /// How long a test or a run in which no task can go on, and some sleep, waits for code outside: a thread may be about to cancel a
  /// sleep, or to move time.
  private var gracePeriod: Duration { state.withLock { $0.hasWorkOutside } ? .seconds(3) : Ticker.interval }

  private var hasSleepers: Bool { state.withLock { !$0.waits.isEmpty } }

  /// Ends the test if nothing happens within the grace period.
  private func endLater() {
    let steps = state.withLock { $0.stepCount }
    let period = gracePeriod
    // The first tick may come at once.
    afterPool(ticks: Ticker.ticks(in: period) + 1) {
      self.post { scheduler in
        let isSame = scheduler.state.withLock { $0.stepCount == steps && $0.ready.isEmpty }
        if isSame, scheduler.isDurablyBlocked {
          scheduler.endBlockedTest(after: period > Ticker.interval ? period : .zero)
        }
      }
    }
  }

  /// Calls a closure when the runtime's threads have begun all earlier jobs: other tests may compute on all of these threads.
  ///
  /// A job that has begun may still wait for a core. So if the threads were busy, this waits for a second and tries again.
  func afterPool(ticks: Int = 0, attempts: Int = 4, _ operation: @escaping @Sendable () -> Void) {
    ticker.call(after: ticks) { [self, ticker] in
      let begin = ticker.count
      // On the thread of a run, these would be tasks of the run.
      asOutside {
        Task.detached {
          Task.detached {
            let wasBusy = ticker.count > begin + 1
            guard wasBusy, attempts > 1 else { return operation() }
            self.afterPool(ticks: 10, attempts: attempts - 1, operation)
          }
        }
      }
    }
  }

  private func endBlockedTest(after waited: Duration = .zero) {
    note(HaltReport(activities, in: state.withLock { $0.machine }, waited: waited))
    endTest()
  }

  private func takeTurn() {
    while true {
      switch runSteps(atMost: Scheduler.turn) {
      case .limit: return drive()
      case .main(let ready):
        return monitor.waitsForMain { whenBegun in
          let queue = DispatchQueue.main
          queue.async {
            whenBegun()
            self.run(ready)
            self.drive()
          }
        }
      case .idle:
        let isBlocked = isDurablyBlocked
        if isBlocked, !hasSleepers { endBlockedTest() } else if rest() { return isBlocked ? endLater() : () }
      case .awaitsTurn: if rest() { return }
      case .finished, .tooLong: if !beginWindingDown() { return finish() }
      }
    }
  }
}

extension Duration {
  var interval: DispatchTimeInterval {
    .nanoseconds(Int(components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000))
  }
}
