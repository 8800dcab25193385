import CWorldTesting
import World
import WorldSimulation

/// Runs the tasks of one run, one step at a time on one thread, and chooses which goes on.
///
/// A *step* is what a task does from one suspension to the next. With an executor preference a task is suspended, and so
/// a step ends, wherever it calls an actor, returns from one, yields or waits. Child tasks inherit the preference;
/// `Task {}` and `Task.detached {}` get it by `TaskCreation.c`. What still goes to the runtime's own executor comes here
/// by `GlobalExecutorHook`.
///
/// Time is virtual: it passes when no task is ready.
final class Scheduler: TaskExecutor {
  /// How a run ended.
  enum Ending: Sendable, Equatable {
    /// The body returned or threw.
    case finished
    /// No task could go on, and none slept.
    case deadlock
    /// The body was still running after so many steps.
    case tooLong(Int)
  }

  /// The scheduler of the run that the task belongs to.
  @TaskLocal static var ofTask: Scheduler?

  /// The scheduler of the run that this code is part of.
  static var current: Scheduler? {
    if let ofTask { return ofTask }
    // A detached task has no task-locals. On the thread that runs the steps the preference is alive: `run` holds it.
    guard let address = world_testing_preferred() else { return nil }
    return Unmanaged<Scheduler>.fromOpaque(address).takeUnretainedValue()
  }

  let state: Lock<ScheduleState>
  let draw: Draw
  let reads = Reads()
  private let arrival = Arrival()
  private let monitor: StepMonitor

  init(_ state: consuming ScheduleState, of draw: Draw, monitor: StepMonitor) {
    self.draw = draw
    self.state = Lock(state)
    self.monitor = monitor
  }

  // MARK: What is ready

  func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job)) }

  func add(_ job: UnownedJob) {
    let isOutside = !isOnItsThread
    let number = taskNumber(job)
    let phase = state.withLock { state in
      if state.phase != .over, state.phase != .abandoned {
        state.add(job, number: number, isOutside: isOutside)
      }
      return state.phase
    }
    if phase == .abandoned { return }
    // An actor that others share may need it.
    if phase == .over { return globalConcurrentExecutor.enqueue(job) }
    if isOutside { arrival.signal() }
  }

  /// Whether the calling thread runs the steps: it alone has this executor as its preference.
  private var isOnItsThread: Bool {
    world_testing_preferred() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  // MARK: Running

  /// Runs what is enqueued until the body is over and no task is ready.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for threads outside when no task can go on.
  ///   - start: Creates the first task.
  func run(timeout: Duration, start: () -> Void) -> Ending {
    preferring {
      start()
      while true {
        switch state.withLock({ $0.next() }) {
        case .run(let job, let isTask): run(job, isTask: isTask)
        case .wake(let sleeper): wake(sleeper)
        case .finished: return .finished
        case .tooLong(let steps): return .tooLong(steps)
        case .stuck: if !arrival.wait(for: timeout) { return .deadlock }
        }
      }
    }
  }

  /// Ends what is left: sleeps end with a `CancellationError`, and so do those that begin now. What then still isn't
  /// over is no longer scheduled.
  func windDown() {
    state.withLock { $0.phase = .windingDown }
    preferring {
      loop: while true {
        switch state.withLock({ $0.next() }) {
        case .run(let job, let isTask): run(job, isTask: isTask)
        case .wake(let sleeper): wake(sleeper)
        case .finished, .tooLong, .stuck: break loop
        }
      }
    }
    let left = state.withLock { state in
      state.phase = state.isBodyOver ? .over : .abandoned
      defer { state.ready = [] }
      return state.isBodyOver ? state.ready : []
    }
    for ready in left { globalConcurrentExecutor.enqueue(ready.job) }
  }

  private func preferring<Result>(_ operation: () -> Result) -> Result {
    let words = unsafeBitCast(asUnownedTaskExecutor(), to: (UnsafeRawPointer?, UnsafeRawPointer?).self)
    world_testing_prefer(words.0, words.1)
    defer { world_testing_prefer(nil, nil) }
    return operation()
  }

  private func run(_ job: UnownedJob, isTask: Bool) {
    monitor.begin(isTask ? job : nil)
    job.runSynchronously(on: asUnownedTaskExecutor())
    monitor.end()
  }

  func wake(_ sleeper: Sleepers.Sleeper) {
    switch sleeper.kind {
    case .continuation(let continuation): continuation.resume()
    case .cancelled(let continuation): continuation.resume(throwing: CancellationError())
    case .job(let job): add(job)
    }
  }

  /// Notes that the body is over.
  func endBody() {
    state.withLock { state in
      state.isBodyOver = true
      if state.phase == .running { state.phase = .bodyOver }
    }
  }
}

extension Scheduler: FaultChoosing {
  func declare(_ name: String) { state.withLock { $0.faults.declare(name) } }

  func choose(_ name: String, of count: Int, file: StaticString?) -> Int {
    state.withLock { state in
      if let file { state.faults.note(file: file) }
      return state.faults.choose(name, of: count)
    }
  }
}
