// SPDX-License-Identifier: MIT

import World

/// Runs the tasks of a test, one step at a time. `WorldTesting` has one, so that a program which uses a time machine or
/// declares faults links no scheduler.
package protocol AnyScheduler: TaskExecutor {
  /// Suspends the task until all other tasks of the test have run as far as they can.
  func settle() async

  /// Throws when sleeps end at once, because the test is over.
  func checkSleep() async throws

  /// Notes what the running task, which is about to be suspended, waits for.
  func note(_ wait: TimeWait)

  /// Notes that a step, or what ends one, moved a machine.
  func noteMove(of machine: TimeMachine, by duration: Duration)

  /// Suspends the task for a duration of the test's time, or, where that stands still, until all others have run.
  func delay(by duration: Duration) async throws

  /// Lets the time of another machine pass by itself when no task of the test can go on, or, for `nil`, of none.
  ///
  /// - Returns: The machine whose time passed until now.
  func letTimePass(of machine: TimeMachine?) -> TimeMachine?

  /// Declares a name that faults may be chosen for.
  func declareFault(_ name: String)

  /// Chooses for a use of a name.
  ///
  /// - Parameters:
  ///   - faults: What may happen, in words; empty where that has no kind.
  ///   - file: Where the point stands, if that is known.
  /// - Returns: 0 for none, else the number of the fault, from 1.
  func chooseFault(_ name: String, among faults: [String], file: StaticString?) -> Int

  /// Notes a state that some run of an exploration must reach, and whether this one does.
  func note(state name: String, isReached: Bool)
}

/// A task that waits for a time machine.
package struct TimeWait: Sendable {
  package enum Event: Sendable {
    /// The machine reaches an instant.
    case instant(TimeMachine.Instant)
    /// So many tasks are asleep.
    case sleepers(Int)
  }

  package let machine: TimeMachine
  package let event: Event
  /// Whether the task's world has the machine.
  package let isOfWorld: Bool
  /// Ends it: a sleep by an error.
  package let end: @Sendable () -> Void
}

/// What finds the scheduler of a test. `WorldTesting` sets it when it is loaded.
package struct SchedulerProvider: Sendable {
  private let current: @Sendable () -> (any AnyScheduler)?

  /// - Parameter current: Returns what runs the calling step of a test; `nil` if nothing does.
  package init(current: @escaping @Sendable () -> (any AnyScheduler)?) { self.current = current }

  package static let ofProcess = Lock<SchedulerProvider?>(nil)

  /// What runs the calling step of a test; `nil` if nothing does.
  static var current: (any AnyScheduler)? { ofProcess.withLock { $0 }?.current() }
}
