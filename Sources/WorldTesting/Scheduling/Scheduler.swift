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
/// preference; `TaskCreation.c` gives it to `Task {}` and `Task.detached {}`, and `Gates.c` notes their entries into actors.
/// `RuntimeHooks` adds the main actor's steps and the jobs that still go to the runtime's own executor.
///
/// A plain test takes the simplest order, and Dispatch's threads run its steps. The runs of an exploration make other
/// choices, one after the other on a thread of their own.
final class Scheduler: TaskExecutor {
  /// Why a thread stops running steps.
  enum Pause {
    /// Nothing is ready.
    case idle
    /// The test waits to enter an actor that another test uses.
    case awaitsEntry
    /// The next step is the main actor's, and the main queue runs it.
    case main(ReadyJob)
    /// It made as many decisions as it may.
    case limit
    case end(RunCore.Ending)
  }

  /// The scheduler whose steps the calling thread runs, also between two of them.
  static var current: Scheduler? { world_testing_scheduler().map(at) }

  /// Returns the scheduler at an address that a thread has: `asStepThread` keeps it alive.
  static func at(_ address: UnsafeRawPointer) -> Scheduler {
    Unmanaged<Scheduler>.fromOpaque(address).takeUnretainedValue()
  }

  // Used only by one thread at a time, the user.
  nonisolated(unsafe) let state: UnsafeMutablePointer<State>
  let user = Atomic<UInt>(0)
  /// The choices for a run of an exploration; `nil` in a plain test.
  let input: RunInput?
  /// Whether it has an input. A debug build would copy it to find out.
  let isExplored: Bool
  let reads = Reads()
  let main: ServedExecutor
  let gate = ServedExecutor(.gate)
  let monitor: TestMonitor
  let ticker: Ticker
  /// A number that the run's tasks are above, with hooks alone; otherwise 0.
  let newestEarlierTask = HooksAlone.newestTask()
  /// The test, to which also steps belong that have lost its world, as those of `Task.detached`.
  let testRun = Lock<TestRun?>(nil)
  /// What the run notes: entries into actors, and for a report, where tasks go on.
  private let notes: (entries: Bool, functions: Bool)
  let inbox = Inbox()
  /// The reports of a plain test.
  let haltReports = AsyncStream.makeStream(of: HaltReport.self)

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - input: The choices for a run of an exploration; `nil` for a plain test.
  ///   - usesMainQueue: Whether the main queue runs the steps of the main actor.
  init(
    _ core: consuming RunCore, of input: RunInput?, monitor: TestMonitor, ticker: Ticker = .ofProcess,
    usesMainQueue: Bool = true
  ) {
    self.ticker = ticker
    self.input = input
    isExplored = input != nil
    main = ServedExecutor(usesMainQueue ? .main : .pool)
    notes = (core.log.hasEntries, core.log.hasFunctions)
    state = .allocate(capacity: 1)
    state.initialize(to: State(core: core))
    self.monitor = monitor
    main.serve(self)
    gate.serve(self)
    RuntimeHooks.install()
  }

  deinit {
    assert(core.tasks.retained.isEmpty, "a task isn't released")
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Creates the scheduler of a plain test.
  convenience init(log: RunLog.Detail = .none) {
    RuntimeCheck.require()
    self.init(
      RunCore(
        chooser: Chooser(.inOrder, seed: 0), lateness: Lateness(),
        faults: FaultRows(planned: [:], rate: 0, seed: 0), log: log, isExplored: false),
      of: nil, monitor: TestMonitor(), ticker: .current)
  }

  // MARK: What is ready

  func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job)) }

  func add(_ job: UnownedJob, at place: Place = .pool) {
    if isOnItsThread { return admit(job, at: place, isOutside: false) }
    if !post({ $0.admit(job, at: place, isOutside: true) }) {
      admit(job, at: place, isOutside: true)
    }
  }

  /// Queues a job until it is chosen. After the run, the runtime runs it, unless it is a task of a test whose body isn't over.
  private func admit(_ job: UnownedJob, at place: Place, isOutside: Bool) {
    let id = taskID(job)
    if core.isOpen {
      let pointer = unsafeBitCast(job, to: UnsafeRawPointer.self)
      var place = place
      if id == 0, let actor = world_testing_actor(pointer) { place = .actor(UInt(bitPattern: actor)) }
      return core.add(
        Arrival(
          job: job, id: id, place: place, isOutside: isOutside,
          isCancelled: isExplored && id != 0 && isCancelled(job),
          isYield: id == 0 && !isOutside && world_testing_is_yield(pointer)))
    }
    if core.isBodyOver || id == 0 { runOutside(job, isMain: place == .main) }
  }

  /// Returns whether a job that goes to the runtime's own executor on the scheduler's thread is the test's. A step may
  /// also resume other tasks: those of a test that runs in parallel, or the one that waits for the end of this test.
  func owns(_ job: UnownedJob) -> Bool {
    let id = taskID(job)
    return id == 0 || core.tasks.number(of: id) != nil
  }

  /// Whether the calling thread runs the steps of this scheduler.
  var isOnItsThread: Bool {
    world_testing_scheduler() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Runs a job that is left or becomes ready after the test, because an actor that others share may need it.
  private func runOutside(_ job: UnownedJob, isMain: Bool) {
    guard isMain else { return asOutside { globalConcurrentExecutor.enqueue(job) } }
    let queue = DispatchQueue.main
    // This isn't a step, and a step of another run may be under way.
    queue.async { self.runOnMain(job) }
  }

  private func runOnMain(_ job: UnownedJob) {
    asStepThread {
      job.runSynchronously(
        isolatedTo: main.asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }

  // MARK: Running

  /// Runs ready jobs until there are none, or until another thread must go on.
  func runSteps(atMost limit: Int = .max) -> Pause {
    for _ in 0..<limit {
      if inbox.hasMessages { takeMessages() }
      switch core.next() {
      case .run(let ready):
        if ready.isMain { return .main(ready) }
        runStep(ready)
      case .resume(let job): job.runSynchronously(on: asUnownedTaskExecutor())
      case .settled(let continuation): continuation.resume()
      case .look(let continuation, let reason): continuation.resume(returning: reason)
      case .passTime(let isLate): if !passTime(isLate: isLate) { return pauseWithoutReadyTasks() }
      case .awaitsEntry: return .awaitsEntry
      case .end(let ending): return .end(ending)
      case .idle: return pauseWithoutReadyTasks()
      }
    }
    return .limit
  }

  private func pauseWithoutReadyTasks() -> Pause {
    release(core.tasks.removeOthersThatAreOver())
    return .idle
  }

  func runStep(_ ready: ReadyJob) {
    defer { if SystemValues.hide() { reads.noteSystem(.date) } }
    showValues()
    if ready.isTask, notes.entries, isCancelled(ready.job) { core.log.note(.cancellation) }
    test.functions = ready.isTask ? CodeAddress.Few(resume: ready.job) : CodeAddress.Few()
    monitor.begin(isMain: ready.isMain)
    if ready.isMain {
      runOnMain(ready.job)
    } else {
      ready.job.runSynchronously(on: asUnownedTaskExecutor())
    }
    if isExplored { core.noteCancelled(isCancelled) }
    release(core.endStep(ready))
    monitor.end(isMain: ready.isMain)
    if notes.functions {
      let changes = takeChanges()
      core.log.note(.end(changes))
    }
  }

  private func isCancelled(_ job: UnownedJob) -> Bool {
    world_testing_is_cancelled(unsafeBitCast(job, to: UnsafeRawPointer.self))
  }

  /// Releases tasks that are over.
  func release(_ tasks: [RetainedTask]) {
    // In a debug build, the loop takes long also for none, and this is called at each step.
    if tasks.isEmpty { return }
    for task in tasks {
      core.forget(task.id)
      task.release()
    }
  }

  /// - Returns: Whether a task can go on.
  private func passTime(isLate: Bool) -> Bool {
    // The thread may leave before the next step.
    defer { _ = SystemValues.hide() }
    core.log.note(.timePasses)
    for machine in core.time.allPassing {
      let before = machine.now
      let hasPassed = machine.passTime { duration in
        if isLate { return .zero }
        core.log.note(.slept(duration))
        return core.lateness.next(duration)
      }
      guard hasPassed else { continue }
      let passed = before.duration(to: machine.now)
      noteMove(of: machine, by: passed)
      core.noteTimePassed(passed)
      return true
    }
    return !core.ready.isEmpty
  }

  /// Makes the calling thread the one that runs the steps.
  func asStepThread<Result>(_ operation: () -> Result) -> Result {
    let before = world_testing_set_scheduler(world_testing_executor(asUnownedTaskExecutor()))
    defer {
      _ = world_testing_set_scheduler(before)
      // What handles a message between two steps may show the test's time.
      if before.identity == nil, SystemValues.hide() { reads.noteSystem(.date) }
    }
    return withExtendedLifetime(self) { monitor.usingThread(operation) }
  }

  /// Makes a machine the time machine of the test's world.
  func use(_ machine: TimeMachine, autoAdvance: Bool? = nil) {
    // Released after the access: the end of a machine cancels a task.
    let before = core.time
    defer { withExtendedLifetime(before) {} }
    core.time.use(machine, passesByItself: autoAdvance)
    showNewTime()
  }

  /// Shows a time that the machine's changes don't tell.
  func showNewTime() {
    system.changes = nil
    if isOnItsThread { showValues() }
  }

  /// Shows the world's values to the steps of the calling thread, and its time unless that is real.
  func showValues() {
    // Another thread may have moved the time machine, or let it tick.
    let changes = core.time.machine?.changes ?? 0
    var hasReadDate = system.show(at: changes)
    if hasReadDate == nil {
      let time = core.time
      system.setTime(to: time.machine?.frozenDate, monotonic: time.monotonic, at: changes)
      hasReadDate = system.show(at: changes)
    }
    if hasReadDate == true { reads.noteSystem(.date) }
  }

  /// Makes a world the source of the values that code gets from the system in steps.
  ///
  /// - Parameter answers: `nil` to keep the previous setting.
  func answerSystem(from world: World, as answers: WorldTrait.System? = nil) {
    var source: SystemValues.Source? =
      input.map { SystemValues.Source(world, test: monitor.testNumber, $0) } ?? SystemValues.Source(world)
    if let answers { test.answers = answers }
    if test.answers == .live { source = nil }
    // The previous source is released after the access: an object that it keeps may ask for a number.
    swap(&system.source, &source)
    if isOnItsThread { showValues() }
  }

  /// The date of the world, if a step of a plain test has asked the system for it.
  var dateThatWasRead: Date? {
    if isOnItsThread { showValues() }
    return reads.dimensions.contains(.date) ? system.date : nil
  }

  /// Calls a closure when the test is over, and with it all tasks that it left behind.
  func atEnd(_ ending: @escaping @Sendable () -> Void) { test.endings.append(ending) }

  /// Begins to end the remaining tasks: sleeps end with a `CancellationError`, and so do those that begin now.
  ///
  /// - Returns: `false` if this was begun before.
  @discardableResult func beginWindingDown() -> Bool {
    let isFirst = core.beginWindingDown()
    if isFirst { for wait in core.tasks.waits { wait.end() } }
    return isFirst
  }

  /// Ends the run: tasks that aren't over are no longer scheduled.
  func finish() {
    HooksAlone.forgetTasks(of: self)
    let (left, isOver) = (core.finish(), core.isBodyOver)
    // They may refer to the scheduler, and are released when this returns.
    let (source, endings) = (system.source, test.endings)
    defer { withExtendedLifetime(source) {} }
    (system.source, test.endings, test.body) = (nil, [], nil)
    // Takes the last messages: the inbox gets no more.
    let messages = inbox.close()
    for message in messages { message(self) }
    for ready in left {
      if isOver {
        runOutside(ready.job, isMain: ready.isMain)
      } else if !ready.isTask {
        // Other tests may share the actor. The tasks of this test leave it, and are then dropped.
        asStepThread { ready.job.runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
    for end in endings { end() }
    for task in core.tasks.removeAll() { task.release() }
    asOutside { haltReports.continuation.finish() }
    if isExplored { _ = core.removeNotes() }
  }
}
