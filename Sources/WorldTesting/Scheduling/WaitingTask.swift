// SPDX-License-Identifier: MIT

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
    /// An actor that another thread runs, or something that isn't known.
    case unknown
  }

  /// The task's number in the run; `nil` if it ran elsewhere, or hasn't run and doesn't begin on an actor.
  var number: Int?
  var reason: Reason
  /// Where it goes on, and its callers.
  var functions: [CodeAddress]
  /// In a plain test: the number of the watch's looks since the task's last step; `nil` if that isn't known.
  var looks: Int?

  /// Whether it waits for a time machine.
  var isAsleep: Bool { if case .time = reason { true } else { false } }

  /// How long it still sleeps, and in which machine's time.
  var deadline: (left: Duration, machine: TimeMachine)? {
    guard case .time(let wait) = reason, case .instant(let instant) = wait.event else { return nil }
    return (wait.machine.now.duration(to: instant), wait.machine)
  }

  /// Whether it waits until other tasks sleep.
  var isForSleepers: Bool { isAsleep && deadline == nil }

  /// Whether only a step of the test can end the wait, because it is for time that stands still, or for tasks of the test.
  ///
  /// - Parameters:
  ///   - known: The unfinished tasks of the test; `nil` if every task that only steps have run counts as one.
  ///   - hasOthers: Whether tasks of the test ran elsewhere, where a child may be ending.
  func isProved(among known: Set<Int>?, hasOthers: Bool) -> Bool {
    switch reason {
    case .task(let number): number.map { known?.contains($0) ?? true } ?? false
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
