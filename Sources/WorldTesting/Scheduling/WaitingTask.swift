import CWorldTesting
import World
import WorldSimulation

/// A task of a test in which no task can go on.
struct WaitingTask: Sendable {
  enum Reason: Sendable {
    /// The value of a task, by its number in the run.
    case task(Int?)
    case continuation
    case group
    /// A time machine.
    case time(TimeWait)
    /// For an actor that another thread runs, or for what isn't known.
    case unknown
  }

  /// `nil` if it ran elsewhere, or hasn't run.
  var number: Int?
  var reason: Reason
  /// Where it goes on, and its callers.
  var functions: [CodeAddress]

  /// Whether it waits for a time machine.
  var isAsleep: Bool { if case .time = reason { true } else { false } }

  /// What it sleeps for, and by which machine.
  var deadline: (left: Duration, machine: TimeMachine)? {
    guard case .time(let wait) = reason, case .instant(let instant) = wait.event else { return nil }
    return (wait.machine.now.duration(to: instant), wait.machine)
  }

  /// Whether it waits until other tasks sleep.
  var isForSleepers: Bool { isAsleep && deadline == nil }

  /// Whether only a step of the test can end the wait: it is one for time that stands still, or for tasks of the test.
  ///
  /// - Parameters:
  ///   - known: All tasks of the test that aren't over.
  ///   - hasOthers: Whether tasks of the test ran elsewhere, where a child may be ending.
  func isProved(among known: Set<Int>, hasOthers: Bool) -> Bool {
    switch reason {
    case .task(let number): number.map(known.contains) ?? false
    case .group: !hasOthers
    case .time(let wait): wait.machine.motion == .frozen
    case .continuation, .unknown: false
    }
  }
}

/// A task that isn't over, after a step.
struct SuspendedTask: Sendable {
  /// Where it goes on, and its callers.
  var functions: [CodeAddress]
  /// That of `Task(name:)`.
  var name: String?
  var isCancelled: Bool
}

/// Notes a task that a step of a scheduler creates.
@_cdecl("world_testing_note_task")
func noteTask(_ scheduler: UnsafeRawPointer, _ task: UnsafeRawPointer) {
  let scheduler = Unmanaged<Scheduler>.fromOpaque(scheduler).takeUnretainedValue()
  let alive = scheduler.state.withLock { $0.tasks.add(task) }
  withExtendedLifetime(alive) {}
}

/// Notes that a task of a step leaves the scheduler: it goes on to an actor with an executor of its own, or prefers another.
@_cdecl("world_testing_note_switch")
func noteSwitch(_ scheduler: UnsafeRawPointer, _ task: UnsafeRawPointer, _ executor: UnsafeRawPointer?) {
  let scheduler = Unmanaged<Scheduler>.fromOpaque(scheduler).takeUnretainedValue()
  if executor == UnsafeRawPointer(Unmanaged.passUnretained(scheduler.main).toOpaque()) { return }
  let number = taskNumber(unsafeBitCast(task, to: UnownedJob.self))
  _ = scheduler.state.withLock { $0.outside.insert(number) }
}

/// The tasks that the steps of a test create, but for those of `async let`, which their parents have. They are looked at only
/// where no task can go on.
struct TaskList: Sendable {
  // A task is an object of the runtime, which may be referenced from any thread. The runtime never releases the 48 bytes that
  // a weak reference to a task takes.
  private struct Element: Sendable {
    nonisolated(unsafe) weak var task: AnyObject?
  }

  struct Strong: Sendable {
    nonisolated(unsafe) let task: AnyObject

    var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(task).toOpaque()) }
  }

  private var elements: [Element] = []
  /// How many there may be before those that are over are removed.
  private var limit = 64

  /// - Returns: What may be released only without the lock: the last reference to a task releases its result, too.
  mutating func add(_ task: UnsafeRawPointer) -> [Strong] {
    var alive: [Strong] = []
    if elements.count >= limit {
      alive = self.alive
      elements = alive.map { Element(task: $0.task) }
      limit = max(64, elements.count * 2)
    }
    elements.append(Element(task: Unmanaged<AnyObject>.fromOpaque(task).takeUnretainedValue()))
    return alive
  }

  /// Those that aren't over.
  var alive: [Strong] { elements.compactMap { $0.task.map { Strong(task: $0) } } }
}

extension Scheduler {
  /// Whether every task of the test waits, and only a step of the test could end that.
  ///
  /// Each wait is read at another moment, while other threads may resume tasks. But a task that waits for others of these
  /// isn't resumed before one of them is, and so the first that could be is none of these.
  var isDurablyBlocked: Bool {
    let waiting = waitingTasks
    let known = Set(waiting.compactMap(\.number))
    let hasOthers = state.withLock { !$0.outside.isEmpty }
    return !waiting.isEmpty && waiting.allSatisfy { $0.isProved(among: known, hasOthers: hasOthers) }
  }

  /// The tasks that aren't over; none if the runtime's layout isn't known. No step runs, or the calling thread would run it.
  var waitingTasks: [WaitingTask] {
    let waits = state.withLock(\.waits)
    var found: [WaitingTask] = []
    forEachTask { task, wait, number in
      // One that runs, or that ran elsewhere, may end the others' waits.
      guard wait.kind > 0, let number else {
        found.append(WaitingTask(number: number, reason: .unknown, functions: []))
        return
      }
      let reason: WaitingTask.Reason =
        switch wait.kind {
        case 1: .task(wait.task.flatMap(self.number(of:)))
        case 2: waits[number].map { .time($0) } ?? .continuation
        case 3: .group
        default: .unknown
        }
      found.append(WaitingTask(number: number, reason: reason, functions: CodeAddress.resume(of: job(task))))
    }
    return found.sorted { $0.number ?? .max < $1.number ?? .max }
  }

  /// The tasks that aren't over, by their numbers; none if the runtime's layout isn't known. No step runs.
  var suspendedTasks: [Int: SuspendedTask] {
    var found: [Int: SuspendedTask] = [:]
    forEachTask { task, _, number in
      // What runs, runs on another thread, and its frames change.
      if let number, !world_testing_is_running(task) {
        found[number] = SuspendedTask(
          functions: CodeAddress.resume(of: job(task)),
          name: world_testing_task_name(task).map { String(cString: $0) },
          isCancelled: world_testing_is_cancelled(task))
      }
    }
    return found
  }

  /// Visits the tasks that aren't over.
  ///
  /// A child of `async let` is alive while its parent, which ran in steps alone, is suspended.
  private func forEachTask(_ visit: (UnsafeRawPointer, world_testing_wait, _ number: Int?) -> Void) {
    let alive = state.withLock(\.tasks.alive)
    withExtendedLifetime(alive) {
      var left = alive.map(\.address)
      while let task = left.popLast() {
        let (wait, number) = (world_testing_waits(task), number(of: task))
        // A child that ended elsewhere, and is still there, may be about to resume its parent.
        if wait.kind < 0, number != nil || !world_testing_is_child(task) { continue }
        visit(task, wait, number)
        if number != nil, !world_testing_is_running(task) { left += children(of: task) }
      }
    }
  }

  private func children(of task: UnsafeRawPointer) -> [UnsafeRawPointer] {
    var capacity = 64
    while true {
      let found = withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: capacity) { buffer in
        buffer.initialize(repeating: nil)
        let count = buffer.baseAddress.map { world_testing_children(task, $0, Int32(buffer.count)) } ?? 0
        return buffer[..<Int(count)].compactMap { $0 }
      }
      // There may be more.
      if found.count < capacity { return found }
      capacity *= 2
    }
  }

  /// The number of a task that ran in steps alone.
  private func number(of task: UnsafeRawPointer) -> Int? {
    let number = taskNumber(job(task))
    return state.withLock { $0.outside.contains(number) ? nil : $0.index(ofTask: number) }
  }

  private func job(_ task: UnsafeRawPointer) -> UnownedJob { unsafeBitCast(task, to: UnownedJob.self) }
}

extension WaitingTask {
  /// `task 2 for a continuation in Safe.lock`
  func text(_ places: CodePlaces) -> String {
    let place = places.nameAndCall(of: functions).map { " in \($0)" } ?? ""
    let what =
      switch reason {
      case .task(let number): " for " + (number.map { "task \($0 + 1)" } ?? "another task")
      case .continuation: " for a continuation"
      case .group: " for its group"
      case .time(let wait): " for " + wait.text
      case .unknown: ""
      }
    return (number.map { "task \($0 + 1)" } ?? "a task outside") + what + place
  }
}

extension TimeWait {
  /// `2018-08-28T12:28:01Z, 30 s later`
  var text: String {
    switch event {
    case .instant(let instant):
      "\(instant.date.ISO8601Format()), \(machine.now.duration(to: instant).inPlainSeconds) s later"
    case .sleepers(let count):
      "\(count) sleeping \(count == 1 ? "task" : "tasks"), of \(machine.sleeperCount)"
    }
  }
}
