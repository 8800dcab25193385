import CWorldTesting
import Dispatch
import World
import WorldSimulation

/// Runs the tasks of a test in a mock world, one step at a time, and chooses which goes on.
///
/// A *step* is what a task does from one suspension to the next. With an executor preference a task is suspended, and so
/// a step ends, wherever it calls an actor, returns from one, yields or waits. Child tasks inherit the preference;
/// `Task {}` and `Task.detached {}` get it by `TaskCreation.c`. What still goes to the runtime's own executor, and the main
/// actor's steps, come here by `RuntimeHooks`.
///
/// A plain test takes the simplest order, and its steps are run by Dispatch's threads. The runs of an exploration are the same
/// with other choices, one after the other on a thread of their own.
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

  /// What came of a try to do something.
  private enum Progress {
    case done
    case finished
    case tooLong(Int)
    case stuck
    /// Another thread lets it go on when it is its turn.
    case parked
    /// The step of the main actor is run by the main queue.
    case onMain(ScheduleState.Ready)
  }

  /// The scheduler whose step the thread runs.
  static var current: Scheduler? {
    // Alive while the thread prefers it: `preferring` holds it.
    world_testing_preferred().map { Unmanaged<Scheduler>.fromOpaque($0).takeUnretainedValue() }
  }

  let state: Lock<ScheduleState>
  /// What was chosen for a run of an exploration; `nil` in a plain test.
  let input: RunInput?
  private let isPlain: Bool
  let reads = Reads()
  let main: MainExecutor
  let gate = MainExecutor(isMain: false)
  let monitor: StepMonitor
  /// Whether it is a run that a report describes, and whether its tasks are looked at after each step.
  private let logs: (steps: Bool, tasks: Bool)
  /// Of a plain test.
  let body = Lock(Body())
  private let arrival = Arrival()

  /// The scheduler of a run of an exploration.
  ///
  /// - Parameter usesMainQueue: Whether the steps of the main actor are run by the main queue.
  init(
    _ state: consuming ScheduleState, of input: RunInput?, monitor: StepMonitor, usesMainQueue: Bool = true
  ) {
    self.input = input
    main = MainExecutor(isMain: usesMainQueue)
    logs = (state.stepLog != nil, state.stepLog?.followsTasks ?? false)
    isPlain = input == nil
    self.state = Lock(state)
    self.monitor = monitor
    main.serve(self)
    gate.serve(self)
    _ = RuntimeHooks.problems
  }

  /// The scheduler of a plain test.
  convenience init() {
    var state = ScheduleState(
      chooser: Chooser(.inOrder, seed: 0), lateness: LatenessRow(),
      faults: FaultRows(planned: [:], rate: 0, seed: 0))
    state.isRecorded = false
    RuntimeCheck.require()
    self.init(state, of: nil, monitor: StepMonitor())
  }

  // MARK: What is ready

  func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job)) }

  func add(_ job: UnownedJob, isMain: Bool = false) {
    let isOutside = !isOnItsThread
    // The task that keeps the scheduler may be over before this returns: another thread runs it as soon as it is added.
    let kept = isOutside ? Unmanaged.passRetained(self) : nil
    defer { kept?.release() }
    let number = taskNumber(job)
    let (phase, mustDrive) = state.withLock { state in
      guard state.isOpen else { return (state.phase, false) }
      state.add(job, number: number, isMain: isMain, isOutside: isOutside)
      defer { state.isDriven = true }
      return (state.phase, isPlain && !state.isDriven)
    }
    switch phase {
    case .abandoned: if number == 0 { runOutside(job, isMain: isMain) }
    case .over: runOutside(job, isMain: isMain)
    default:
      if mustDrive { drive() } else if isOutside, !isPlain { arrival.signal() }
    }
  }

  /// Whether a job that the runtime's own executor gets on the scheduler's thread is the test's. A step may also resume a task
  /// that isn't: another test's that runs in parallel, or the one that waits for the end of this test.
  func owns(_ job: UnownedJob) -> Bool {
    let number = taskNumber(job)
    return number == 0 || state.withLock { $0.index(ofTask: number) } != nil
  }

  /// Whether the calling thread runs a step of it.
  var isOnItsThread: Bool {
    world_testing_preferred() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Runs what became ready after the test, when an actor that others share may need it.
  private func runOutside(_ job: UnownedJob, isMain: Bool) {
    guard isMain else { return globalConcurrentExecutor.enqueue(job) }
    let queue = DispatchQueue.main
    // It is no step, and another run's may be under way.
    queue.async { self.runOnMain(job) }
  }

  private func runOnMain(_ job: UnownedJob) {
    preferring {
      job.runSynchronously(
        isolatedTo: main.asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }

  // MARK: Running

  private func step() -> Progress {
    switch state.withLock({ $0.next() }) {
    case .parked: return .parked
    case .run(let ready):
      if ready.isMain { return .onMain(ready) }
      run(ready)
    case .resume(let jobs): for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    case .settled(let continuation): continuation.resume()
    case .passTime(let machine): return passTime(of: machine)
    case .finished: return .finished
    case .tooLong(let steps): return .tooLong(steps)
    case .stuck:
      for task in state.withLock({ $0.ledger.removeOthersThatAreOver() }) { task.release() }
      return .stuck
    }
    return .done
  }

  /// Releases the tasks that ended in a step.
  private func releaseTasks(after ready: ScheduleState.Ready) {
    if ready.isTask {
      // Only this thread removes it.
      if ready.kept?.isOver == true { state.withLock { $0.ledger.removeIfOver(ready.task) }?.release() }
    } else {
      for task in state.withLock({ $0.ledger.removeOver() }) { task.release() }
    }
  }

  private func run(_ ready: ScheduleState.Ready) {
    defer { world_testing_set_time(0, 0) }
    if ready.isMain {
      let isAbandoned = state.withLock { state in
        state.showTime()
        return state.phase == .abandoned
      }
      // It may have been abandoned while the step waited for the main queue.
      if isAbandoned { return }
    }
    monitor.begin()
    if ready.isMain {
      runOnMain(ready.job)
    } else {
      ready.job.runSynchronously(on: asUnownedTaskExecutor())
    }
    releaseTasks(after: ready)
    monitor.end()
    if logs.steps {
      let suspended = logs.tasks ? suspendedTasks : [:]
      state.withLock { $0.stepLog?.endStep(suspended) }
    }
  }

  private func passTime(of machine: TimeMachine) -> Progress {
    for machine in [machine] + state.withLock(\.chosen) {
      let before = machine.now
      let hasPassed = machine.passTime { duration in
        state.withLock { state in
          state.stepLog?.sleeps.append(duration)
          return state.lateness.next(duration)
        }
      }
      guard hasPassed else { continue }
      let passed = before.duration(to: machine.now)
      noteMove(of: machine, by: passed)
      state.withLock { $0.noteTimePassed(passed) }
      return .done
    }
    return state.withLock { $0.ready.isEmpty } ? .stuck : .done
  }

  /// Makes the calling thread the one that runs the steps.
  func preferring<Result>(_ operation: () -> Result) -> Result {
    let words = unsafeBitCast(asUnownedTaskExecutor(), to: (UnsafeRawPointer?, UnsafeRawPointer?).self)
    let before = world_testing_prefer(world_testing_executor(identity: words.0, witness: words.1))
    defer { _ = world_testing_prefer(before) }
    monitor.useThread()
    return withExtendedLifetime(self) { operation() }
  }

  /// Makes a machine that of the test's world.
  func use(_ machine: TimeMachine, autoAdvance: Bool? = nil) {
    state.withLock { state in
      (state.machine, state.isTimeFrozen) = (machine, machine.motion == .frozen)
      state.autoAdvance = autoAdvance ?? state.autoAdvance
      state.passing = state.autoAdvance ? machine : nil
    }
  }

  /// Calls a closure when the test is over, with all that it left.
  func atEnd(_ ending: @escaping @Sendable () -> Void) { state.withLock { $0.endings.append(ending) } }

  /// Ends all waits for time machines: sleeps by an error.
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

  /// Marks the end: what isn't over is no longer scheduled.
  func finish() {
    let (left, isOver, endings) = state.withLock { state in
      state.phase = state.isBodyOver ? .over : .abandoned
      defer { state.endings = [] }
      return (state.drain(), state.isBodyOver, state.endings)
    }
    for ready in left {
      if isOver {
        runOutside(ready.job, isMain: ready.isMain)
      } else if !ready.isTask {
        // Others may share the actor. Its tasks of this test leave it, and are dropped then.
        preferring { ready.job.runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
    for end in endings { end() }
    for task in state.withLock({ $0.ledger.removeAll() }) { task.release() }
    returnToCaller()
  }
}

// MARK: - Runs of an exploration

extension Scheduler {
  /// Runs what is enqueued until the body is over and no task is ready.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for threads outside when no task can go on.
  ///   - start: Creates the first task.
  func run(timeout: Duration, start: () -> Void) -> Ending {
    preferring {
      start()
      while true {
        switch stepHere() {
        case .done, .onMain, .parked: break
        case .finished: return .finished
        case .tooLong(let steps): return .tooLong(steps)
        case .stuck: if isDurablyBlocked || !arrival.wait(for: timeout) { return .deadlock }
        }
      }
    }
  }

  /// Ends what is left: sleeps end with a `CancellationError`, and so do those that begin now. What then still isn't
  /// over is no longer scheduled.
  func windDown() {
    preferring {
      state.withLock { $0.phase = .windingDown }
      endWaits()
      while case .done = stepHere() {}
    }
    finish()
  }

  private func stepHere() -> Progress {
    let progress = step()
    guard case .onMain(let ready) = progress else { return progress }
    monitor.waitsForMain { whenBegun in
      // Not given to it directly, which would make the closure the main actor's.
      let queue = DispatchQueue.main
      queue.sync {
        whenBegun()
        run(ready)
      }
    }
    return .done
  }
}

// MARK: - Plain tests

extension Scheduler {
  /// How many steps a thread runs before it takes turns with those of other tests.
  private static let turn = 256

  /// Lets a thread run what is ready.
  func drive() {
    let queue = DispatchQueue.global()
    queue.async { self.preferring { self.takeTurn() } }
  }

  private func takeTurn() {
    for _ in 0..<Scheduler.turn {
      switch step() {
      case .done: break
      case .parked: return
      case .onMain(let ready):
        monitor.waitsForMain { whenBegun in
          let queue = DispatchQueue.main
          queue.async {
            whenBegun()
            self.run(ready)
            self.drive()
          }
        }
        return
      case .stuck:
        // Another thread may move a machine meanwhile.
        if isDurablyBlocked, state.withLock({ $0.ready.isEmpty }) {
          endDeadEnd()
        } else if rest() {
          return
        }
      case .finished, .tooLong:
        if beginWindingDown() { break }
        finish()
        return
      }
    }
    drive()
  }

  /// Begins to end what is left when the body is over.
  ///
  /// - Returns: Whether it wasn't begun before.
  func beginWindingDown() -> Bool {
    let isFirst = state.withLock { state in
      guard state.phase == .running || state.phase == .bodyOver else { return false }
      state.phase = .windingDown
      return true
    }
    if isFirst { endWaits() }
    return isFirst
  }

  /// Stops running steps until something becomes ready.
  ///
  /// - Returns: Whether nothing did.
  private func rest() -> Bool {
    state.withLock { state in
      // Another thread may have begun to end the test.
      state.isDriven = !state.ready.isEmpty || state.phase != .running
      return !state.isDriven
    }
  }
}
