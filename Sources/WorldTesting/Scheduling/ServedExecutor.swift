// SPDX-License-Identifier: MIT

import CWorldTesting
import Dispatch
import World

/// A serial executor whose jobs a scheduler chooses like all others. One replaces the main actor's in a test, and the main queue runs
/// its jobs. Another, the gate, is where a task waits before it enters an actor.
final class ServedExecutor: SerialExecutor {
  private let place: Place
  private let scheduler = Lock(WeakScheduler())

  private struct WeakScheduler: Sendable {
    weak var scheduler: Scheduler?
  }

  init(_ place: Place) { self.place = place }

  func serve(_ scheduler: Scheduler) { self.scheduler.withLock { $0.scheduler = scheduler } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard let scheduler = scheduler.withLock({ $0.scheduler }) else { return }
    scheduler.add(job, at: place)
  }

  /// Returns whether the first word of a reference to an executor is this one's address.
  func isAt(_ identity: UnsafeRawPointer?) -> Bool {
    identity == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Code in a step that uses the main queue, for example by `sync`, is on the main actor.
  func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

extension world_testing_executor {
  init(_ executor: UnownedSerialExecutor) {
    let words = unsafeBitCast(executor, to: (UnsafeRawPointer?, UnsafeRawPointer?).self)
    self.init(identity: words.0, witness: words.1)
  }

  init(_ executor: UnownedTaskExecutor) {
    let words = unsafeBitCast(executor, to: (UnsafeRawPointer?, UnsafeRawPointer?).self)
    self.init(identity: words.0, witness: words.1)
  }
}
