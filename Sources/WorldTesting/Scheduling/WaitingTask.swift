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
    case unknown
  }

  /// `nil` if it hasn't run here.
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

  /// Whether only the test itself can end the wait: it is one for time that stands still, or for tasks of the test.
  var isDurable: Bool {
    switch reason {
    case .task(let number): number != nil
    case .group: true
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

/// The tasks of a test that are nobody's children. They are looked at only where no task can go on.
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
    guard world_testing_is_unstructured(task) else { return [] }
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
  /// Whether every task of the test waits, and only the test itself could end that.
  var isDurablyBlocked: Bool {
    let waiting = waitingTasks
    return !waiting.isEmpty && waiting.allSatisfy(\.isDurable)
  }

  /// The tasks that aren't over; none if the runtime's layout isn't known. No task of the test can go on.
  var waitingTasks: [WaitingTask] {
    let waits = state.withLock(\.waits)
    var found: [WaitingTask] = []
    forEachTask { task, wait, number in
      // One that runs, or that hasn't run here, is outside, and may end the others' waits.
      guard wait.kind > 0, let number else {
        found.append(WaitingTask(number: number, reason: .unknown, functions: []))
        return false
      }
      let reason: WaitingTask.Reason =
        switch wait.kind {
        case 1: .task(wait.task.flatMap(self.number(of:)))
        case 2: waits[number].map { .time($0) } ?? .continuation
        default: .group
        }
      found.append(WaitingTask(number: number, reason: reason, functions: CodeAddress.resume(of: job(task))))
      return true
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
      return number != nil
    }
    return found
  }

  /// Visits the tasks that aren't over.
  ///
  /// What they point to stays as it is: a task is alive while another waits for its value, and so is a child that isn't
  /// over.
  ///
  /// - Parameter visit: Returns whether to visit the task's children, and the task whose value it waits for.
  private func forEachTask(_ visit: (UnsafeRawPointer, world_testing_wait, _ number: Int?) -> Bool) {
    let alive = state.withLock(\.tasks.alive)
    withExtendedLifetime(alive) {
      var left = alive.map(\.address)
      var seen: Set<UnsafeRawPointer> = []
      while let task = left.popLast() {
        guard seen.insert(task).inserted else { continue }
        let wait = world_testing_waits(task)
        if wait.kind < 0 || !visit(task, wait, number(of: task)) { continue }
        left += children(of: task)
        if let other = wait.task { left.append(other) }
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

  private func number(of task: UnsafeRawPointer) -> Int? {
    let number = taskNumber(job(task))
    return state.withLock { $0.index(ofTask: number) }
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
