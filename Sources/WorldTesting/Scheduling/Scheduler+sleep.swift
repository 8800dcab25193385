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
      let isOver = state.withLock { state in
        let isOver = state.phase == .over || state.phase == .abandoned
        if !isOver { state.settling.append(continuation) }
        return isOver
      }
      if isOver { continuation.resume() }
    }
  }

  func checkSleep() async throws {
    let number = currentTaskNumber
    let isSleepless = state.withLock { $0.phase == .windingDown ? $0.isSleepless(number) : nil }
    guard let isSleepless else { return }
    if isSleepless { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    // The step ends, so that a task that sleeps in a loop doesn't go on forever.
    await Task.yield()
    throw CancellationError()
  }

  func note(_ wait: TimeWait) {
    guard isOnItsThread else { return }
    let number = currentTaskNumber
    state.withLock { $0.note(wait, of: number) }
  }

  func noteMove(of machine: TimeMachine, by duration: Duration) {
    state.withLock { state in
      guard state.machine === machine else { return }
      let before = state.monotonic
      state.monotonic += min(max(duration, .zero), LatenessRow.longest)
      assert(state.monotonic >= before, "a monotonic clock goes back")
      if isOnItsThread { state.showTime() }
    }
  }

  func delay(by duration: Duration) async throws {
    if let machine = state.withLock({ $0.passing }) {
      try await machine.sleep(for: duration)
    } else {
      await settle()
    }
  }

  func letTimePass(of machine: TimeMachine?) -> TimeMachine? {
    state.withLock { state in
      defer { state.passing = machine }
      return state.passing
    }
  }

  func declareFault(_ name: String) { state.withLock { $0.faults.declare(name) } }

  func chooseFault(_ name: String, among faults: [String], file: StaticString?) -> Int {
    state.withLock { state in
      if let file { state.faults.note(file: file) }
      return state.faults.choose(name, among: faults)
    }
  }

  func note(state name: String, isReached: Bool) {
    if input != nil { state.withLock { $0.faults.note(state: name, isReached: isReached) } }
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
      let (phase, machine) = state.withLock { state in
        state.addTimer(job, of: duration)
        return (state.phase, state.machine)
      }
      switch (phase, machine) {
      case (.windingDown, _):
        let number = currentTaskNumber
        if !state.withLock({ $0.isSleepless(number) }) { add(job) }
      case (.running, let machine?) where !HooksAlone.areUsed,
        (.bodyOver, let machine?) where !HooksAlone.areUsed:
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
