import CWorldTesting
import WorldSimulation

/// A task of a run in which no task can go on.
struct WaitingTask: Sendable {
  enum Reason: Sendable {
    /// The value of a task, by its number in the run.
    case task(Int?)
    case continuation
    case group
    case unknown
  }

  var number: Int
  var reason: Reason
  /// Where it goes on, and its callers.
  var functions: [CodeAddress]
}

extension Scheduler {
  /// The tasks that a task waits for, and those that they wait for; none if the runtime's layout isn't known.
  ///
  /// - Parameter root: A task that is suspended. No task of the run can go on, so all of them are, and what they point to
  ///   stays as it is: a task is alive while another waits for its value, and so is a child that isn't over.
  func waitingTasks(from root: Task<Void, Never>) -> [WaitingTask] {
    var found: [WaitingTask] = []
    var left = [unsafeBitCast(root, to: UnsafeRawPointer.self)]
    var seen: Set<UnsafeRawPointer> = []
    while let task = left.popLast(), found.count < 64 {
      guard seen.insert(task).inserted else { continue }
      let wait = world_testing_waits(task)
      if wait.kind == 0, found.isEmpty { return [] }
      left += children(of: task)
      if let other = wait.task { left.append(other) }
      guard let number = number(of: task) else { continue }
      let reason: WaitingTask.Reason =
        switch wait.kind {
        case 1: .task(wait.task.flatMap(number(of:)))
        case 2: .continuation
        case 3: .group
        default: .unknown
        }
      found.append(WaitingTask(number: number, reason: reason, functions: CodeAddress.resume(of: job(task))))
    }
    return found.sorted { $0.number < $1.number }
  }

  private func children(of task: UnsafeRawPointer) -> [UnsafeRawPointer] {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress else { return [] }
      buffer.initialize(repeating: nil)
      let count = world_testing_children(task, start, Int32(buffer.count))
      return buffer[..<Int(count)].compactMap { $0 }
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
  func text(_ names: [CodeAddress: String]) -> String {
    let place = names.first(of: functions).map { " in `\($0)`" } ?? ""
    let what =
      switch reason {
      case .task(let number): " for " + (number.map { "task \($0 + 1)" } ?? "another task")
      case .continuation: " for a continuation"
      case .group: " for its group"
      case .unknown: ""
      }
    return "task \(number + 1)\(what)\(place)"
  }
}
