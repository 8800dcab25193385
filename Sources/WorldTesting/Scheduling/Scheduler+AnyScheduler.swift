// SPDX-License-Identifier: MIT

import CWorldTesting
import Dispatch
import World
import WorldSimulation

// The protocol isn't public, and may have another name in other compilers: this only decides what compiles. `RuntimeCheck` tests what
// the running process does. The flag tries it with a newer compiler.
#if (compiler(>=6.3) && compiler(<6.4) || WORLD_SCHEDULING_EXECUTOR) && os(Linux)
  @_spi(ExperimentalScheduling) import _Concurrency
#endif

extension Scheduler: AnyScheduler {
  func settle() async {
    guard isOnItsThread else { return }
    await withUnsafeContinuation { continuation in
      if !core.settle(continuation) { continuation.resume() }
    }
  }

  func checkSleep() async throws {
    guard core.phase == .windingDown else { return }
    if core.countSleepEndedAtOnce(of: currentTaskID) {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    // The step ends, so that a task that sleeps in a loop doesn't go on forever.
    await Task.yield()
    throw CancellationError()
  }

  func note(_ wait: TimeWait) {
    if isOnItsThread { core.note(wait, of: currentTaskID) }
  }

  func noteMove(of machine: TimeMachine, by duration: Duration) {
    guard core.time.machine === machine else { return }
    core.time.move(by: duration)
    showNewTime()
  }

  func delay(by duration: Duration) async throws {
    if let machine = core.time.passing {
      try await machine.sleep(for: duration)
    } else {
      await settle()
    }
  }

  func declareFault(_ name: String) { core.faults.declare(name) }

  func chooseFault(_ name: String, among faults: [String], file: StaticString?) -> Int {
    if let file { core.faults.note(file: file) }
    return core.faults.choose(name, among: faults)
  }

  func note(state name: String, isReached: Bool) {
    if isExplored { core.faults.note(state: name, isReached: isReached) }
  }
}

#if (compiler(>=6.3) && compiler(<6.4) || WORLD_SCHEDULING_EXECUTOR) && os(Linux)
  /// `Task.sleep` asks the task's executor to run a job later, if the executor can do that.
  extension Scheduler: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      sleep(UnownedJob(job), for: delay as? Duration ?? .zero)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      let left = clock.now.duration(to: instant) as? Duration ?? .zero
      sleep(UnownedJob(job), for: left)
    }

    private func sleep(_ job: UnownedJob, for duration: Duration) {
      core.addTimer(job, id: taskID(job), of: duration)
      switch (core.phase, core.time.machine) {
      case (.windingDown, _):
        if !core.countSleepEndedAtOnce(of: currentTaskID) { add(job) }
      case (.running, let machine?) where !HooksAlone.areUsed:
        machine.call(after: duration) { [weak self] in self?.add(job) }
      default:
        // The sleep isn't in a world's time.
        let queue = DispatchQueue.global()
        // check-world: allow a sleep that no time machine controls is real
        queue.asyncAfter(deadline: .now() + min(duration, .seconds(86_400)).interval) { self.add(job) }
      }
    }
  }
#endif
