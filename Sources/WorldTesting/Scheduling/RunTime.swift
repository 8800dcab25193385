// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// The time of a run.
struct RunTime: Sendable {
  private static let start = Duration.seconds(86_400)

  /// The machine of the test's world, and whether its time passes by itself.
  private(set) var machine: TimeMachine?
  var passesByItself = false
  /// Other machines that the test chose for its world since.
  private var chosen: [TimeMachine] = []
  /// The time that monotonic clocks show in steps while the machine is frozen. It never goes back.
  private(set) var monotonic = RunTime.start
  /// How often time passed by itself.
  var passages = 0
  /// Whether a task used `Task.sleep`, which throws at once in a cancelled task, without an end of the step.
  var hasTaskSleep = false

  /// The machine whose time passes by itself; `nil` if time doesn't.
  var passing: TimeMachine? { passesByItself ? machine : nil }

  /// All machines whose time passes by itself, in the order in which it does.
  var allPassing: [TimeMachine] { passing.map { [$0] + chosen } ?? [] }

  /// The time that has passed in the test.
  var passed: Duration { monotonic - RunTime.start }

  mutating func use(_ machine: TimeMachine, passesByItself: Bool?) {
    self.machine = machine
    self.passesByItself = passesByItself ?? self.passesByItself
  }

  mutating func move(by duration: Duration) {
    monotonic += min(max(duration, .zero), Lateness.longestDuration)
  }

  mutating func note(_ wait: TimeWait) {
    if passesByItself, wait.isOfWorld, wait.machine !== machine,
      !chosen.contains(where: { $0 === wait.machine })
    {
      chosen.append(wait.machine)
    }
  }
}
