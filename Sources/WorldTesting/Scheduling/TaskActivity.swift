// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// What a task of a test that isn't over does.
struct TaskActivity: Sendable {
  enum State: Sendable {
    /// It hasn't begun.
    case new
    /// Its next step is about to begin.
    case ready
    /// It waits for the value of a task, by its `order`; `nil` if that isn't known.
    case task(Int?)
    case continuation
    /// It waits for a condition, with `World.eventually`.
    case condition
    case group
    /// It waits for a time machine.
    case time(TimeWait)
    /// It waits for an actor that another thread runs, or for something that isn't known.
    case unknown
    /// It ran on an executor that World doesn't control, and may run there.
    case outside
  }

  /// The task's number in the order in which tasks became known; `nil` if it ran elsewhere, or never became ready in a step.
  var order: Int?
  var state: State
  /// Where it goes on, and its callers.
  var functions: [CodeAddress]
  /// How often it slept, and how many steps it took.
  var sleeps = 0
  var steps = 0

  /// Whether it waits for a time machine.
  var isAsleep: Bool { if case .time = state { true } else { false } }

  /// Whether it can go on.
  var isReady: Bool {
    switch state {
    case .new, .ready: true
    default: false
    }
  }

  /// How long it still sleeps, and in which machine's time.
  var deadline: (left: Duration, machine: TimeMachine)? {
    guard case .time(let wait) = state, case .instant(let instant) = wait.event else { return nil }
    return (wait.machine.now.duration(to: instant), wait.machine)
  }

  /// Whether it waits until other tasks sleep.
  var isForSleepers: Bool { isAsleep && deadline == nil }

  /// Whether only a step of the test can end the wait, because it is for time that stands still, or for tasks of the test.
  ///
  /// - Parameters:
  ///   - known: The unfinished tasks of the test; `nil` if every task that only steps have run counts as one.
  ///   - looks: Whether a task asks that looks at a condition: others that do so go on only after steps of the test.
  ///   - hasOthers: Whether tasks of the test ran elsewhere, where a child may be ending.
  func isProved(among known: Set<Int>?, hasOthers: Bool, looks: Bool = false) -> Bool {
    switch state {
    case .task(let number): number.map { known?.contains($0) ?? true } ?? false
    case .group: !hasOthers
    case .condition: looks
    case .time(let wait): wait.machine.motion == .frozen
    case .new, .ready, .continuation, .unknown, .outside: false
    }
  }
}

/// A task that isn't over, after a step.
struct SuspendedTask: Sendable {
  /// Where it goes on, and its callers.
  var functions: [CodeAddress]
  /// The name that `Task(name:)` was given.
  var name: String?
  var isCancelled: Bool
}

/// What a step changed, by the tasks' numbers.
struct TaskChanges: Sendable {
  /// The tasks that aren't over and have changed.
  var suspended: [Int: SuspendedTask] = [:]
  /// The tasks of `async let` that aren't over.
  var children: Set<Int> = []
  /// The tasks that are over, except those of `async let`.
  var removed: [Int] = []
}

extension TaskActivity {
  /// `task 2 waits for a continuation in Safe.lock`
  func text(_ places: CodePlaces) -> String {
    let name = order.map { "task \($0 + 1)" } ?? "a task outside"
    let isNew = if case .new = state { true } else { false }
    let place =
      places.nameAndCall(of: functions, isStart: !isNew).map { isNew ? ": created in \($0)" : " in \($0)" }
      ?? ""
    let what =
      switch state {
      case .new: "hasn't begun"
      case .ready: "is about to go on"
      case .task(let number): "waits for " + (number.map { "task \($0 + 1)" } ?? "another task")
      case .continuation: "waits for a continuation"
      case .condition: "waits for a condition"
      case .group: "waits for its group"
      case .time(let wait): wait.text
      case .unknown: "waits"
      case .outside: "isn't over"
      }
    let often =
      if sleeps > 1 { ", its sleep number \(sleeps)" } else if isReady, steps > 1 {
        ", after \(steps) steps"
      } else { "" }
    return "\(name) \(what)\(place)\(often)"
  }
}

extension TimeWait {
  /// `sleeps 30 s more`
  fileprivate var text: String {
    switch event {
    case .instant(let instant): "sleeps \(machine.now.duration(to: instant).inPlainSeconds) s more"
    case .sleepers(let count):
      "waits for \(count) sleeping \(count == 1 ? "task" : "tasks"), of \(machine.sleeperCount)"
    }
  }
}
