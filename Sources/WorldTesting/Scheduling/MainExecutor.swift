// SPDX-License-Identifier: MIT

import Dispatch
import World

/// What stands for the main actor's executor in a test: its steps become ready like all others, and are run by the main
/// queue when their turn comes. Another is where a task waits before it enters an actor.
final class MainExecutor: SerialExecutor {
  private let place: ScheduleState.Place
  private let scheduler = Lock(WeakScheduler())

  private struct WeakScheduler: Sendable {
    weak var scheduler: Scheduler?
  }

  init(_ place: ScheduleState.Place) { self.place = place }

  func serve(_ scheduler: Scheduler) { self.scheduler.withLock { $0.scheduler = scheduler } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard let scheduler = scheduler.withLock({ $0.scheduler }) else { return }
    scheduler.add(job, at: place)
  }

  /// Whether it is what the runtime refers to: the first of two words is the executor's address.
  func isSame(as executor: UnownedSerialExecutor) -> Bool {
    unsafeBitCast(executor, to: (UnsafeRawPointer?, UnsafeRawPointer?).self).0
      == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// A step may use the main queue, as by `sync`.
  func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
