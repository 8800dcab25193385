// SPDX-License-Identifier: MIT

import World

/// Runs the tasks of a test, one step at a time. `WorldTesting` implements it, so that programs with time machines or faults don't
/// link a scheduler.
package protocol AnyScheduler: TaskExecutor {
  /// Suspends the task until all other tasks of the test have run as far as they can.
  func settle() async

  /// Throws when sleeps end at once, because the test is over.
  func checkSleep() async throws

  /// Notes what the running task waits for when it is suspended next.
  func note(_ wait: TimeWait)

  /// Notes that a machine was moved, in a step or between steps.
  func noteMove(of machine: TimeMachine, by duration: Duration)

  /// Suspends the task for a duration of the test's time. If time stands still, suspends it until all other tasks have run.
  func delay(by duration: Duration) async throws

  /// Declares a name that faults may be chosen for.
  func declareFault(_ name: String)

  /// Chooses whether a fault happens at a use of a name, and which.
  ///
  /// - Parameters:
  ///   - faults: The possible faults, in words; empty if there is only one.
  ///   - file: The file of the point, if it is known.
  /// - Returns: The number of the fault, from 1; 0 for none.
  func chooseFault(_ name: String, among faults: [String], file: StaticString?) -> Int

  /// Notes a state that at least one run of an exploration must reach, and whether this run reaches it.
  func note(state name: String, isReached: Bool)
}

/// A task that waits for a time machine.
package struct TimeWait: Sendable {
  package enum Event: Sendable {
    /// The machine reaches an instant.
    case instant(TimeMachine.Instant)
    /// At least this many tasks are asleep.
    case sleepers(Int)
  }

  package let machine: TimeMachine
  package let event: Event
  /// Whether the machine controls the time of the task's world.
  package let isOfWorld: Bool
  /// Ends the wait. A sleep throws an error.
  package let end: @Sendable () -> Void
}

/// A function that finds the scheduler of a test. `WorldTesting` sets it when it is loaded.
package struct SchedulerProvider: Sendable {
  // In a structure, because each use of a closure that a generic lock holds would wrap it in another one.
  private let current: @Sendable () -> (any AnyScheduler)?

  /// - Parameter current: Returns the scheduler that runs the caller; `nil` if none does.
  package init(current: @escaping @Sendable () -> (any AnyScheduler)?) { self.current = current }

  package static let ofProcess = Lock<SchedulerProvider?>(nil)

  /// The scheduler that runs the caller; `nil` if none does.
  static var current: (any AnyScheduler)? { ofProcess.withLock { $0 }?.current() }
}
