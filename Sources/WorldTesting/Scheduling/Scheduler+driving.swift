// SPDX-License-Identifier: MIT

import CWorldTesting
import Dispatch
import World
import WorldSimulation

// MARK: - Other threads

extension Scheduler {
  /// Whether no thread runs the steps of a plain test, nor is about to, and it doesn't wait for another test.
  var isIdle: Bool { !isExplored && inbox.isResting && !core.awaitsEntry }

  /// Sends a message to the thread that runs the steps, which handles it before the next step.
  ///
  /// - Returns: `false` if the run is over, and no thread handles the message.
  @discardableResult func post(_ message: @escaping @Sendable (Scheduler) -> Void) -> Bool {
    // The task that keeps the scheduler may be over before this returns: another thread runs it as soon as it is added.
    let kept = Unmanaged.passRetained(self)
    defer { kept.release() }
    let (isOpen, wasIdle) = inbox.add(message)
    if wasIdle { if !isExplored { drive() } else { inbox.signal() } }
    return isOpen
  }

  func takeMessages() { for message in inbox.take() { message(self) } }

  /// Runs an operation that isn't part of the test's tasks on the thread of a step.
  func asOutside(_ operation: () -> Void) {
    let before = world_testing_set_scheduler(world_testing_executor(identity: nil, witness: nil))
    operation()
    _ = world_testing_set_scheduler(before)
  }
}

// MARK: - Runs of an exploration

extension Scheduler {
  /// Runs enqueued jobs until the body is over and no task is ready, no task can go on, or there were too many steps.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for threads outside when no task can go on.
  ///   - start: Creates the first task.
  func runUntilOver(timeout: Duration, start: () -> Void) -> RunCore.Ending {
    asStepThread {
      start()
      while true {
        switch runSteps() {
        case .main(let ready): runInMainQueue(ready)
        case .idle:
          let isProved = isDurablyBlocked()
          if isProved, !core.tasks.haveWaits { return .deadlock }
          if !waitForMessage(for: isProved ? min(gracePeriod, timeout) : timeout, isProved: isProved) {
            return .deadlock
          }
        case .end(let ending): return ending
        case .awaitsEntry:
          monitor.whileWaitingForOtherTest { while core.awaitsEntry { waitForMessages() } }
          test.hasAwaitedEntry = true
        case .limit: assertionFailure("it has no limit")
        }
      }
    }
  }

  /// Ends the remaining tasks. Those that still aren't over are no longer scheduled.
  func windDown() {
    asStepThread {
      beginWindingDown()
      while case .main(let ready) = runSteps() { runInMainQueue(ready) }
    }
    finish()
  }

  private func runInMainQueue(_ ready: ReadyJob) {
    monitor.waitForMain { whenBegun in
      // `DispatchQueue.main.sync` would make the closure the main actor's.
      let queue = DispatchQueue.main
      queue.sync {
        whenBegun()
        runStep(ready)
      }
    }
  }

  private func waitForMessages() {
    if inbox.rest() { inbox.wait() }
    takeMessages()
  }

  /// Waits for a message of another thread.
  ///
  /// - Parameter isProved: Whether the run can go on only if a thread cancels a sleep or moves time.
  /// - Returns: `false` if no message came in this time, nor, if it is a second or more, before the main queue and Dispatch's threads had
  ///   time for something else; if it is that long or `isProved`, also Swift's threads. On a busy machine, that may take some minutes.
  private func waitForMessage(for timeout: Duration, isProved: Bool) -> Bool {
    guard inbox.rest() else { return true }
    if inbox.wait(for: timeout) { return true }
    if timeout >= .seconds(1) {
      let answers = DispatchSemaphore(value: 0)
      // check-world: allow threads outside of a run are in real time
      let deadline = DispatchTime.now() + .seconds(30)
      for _ in 0..<3 {
        for queue in [DispatchQueue.main, DispatchQueue.global(qos: .background)] {
          queue.async { answers.signal() }
          if answers.wait(timeout: deadline) == .timedOut { break }
        }
      }
    }
    if isProved || timeout >= .seconds(1) {
      let answer = DispatchSemaphore(value: 0)
      afterPool { answer.signal() }
      // check-world: allow threads outside of a run are in real time
      _ = answer.wait(timeout: .now() + .seconds(300))
    }
    let isStillIdle = inbox.stopResting()
    if !isStillIdle { inbox.wait() }
    return !isStillIdle
  }
}

// MARK: - Plain tests

extension Scheduler {
  /// The number of decisions after which a thread lets those of other tests run.
  private static let decisionsAtATime = 256

  /// Lets a thread run the ready jobs.
  func drive() {
    let queue = DispatchQueue.global()
    // A step of another test may have resumed a task of this one.
    asOutside { queue.async { self.asStepThread { self.runStepsOfTest() } } }
  }

  /// How long a test or a run in which no task can go on, and some sleep, waits for code outside: a thread may be about to cancel a
  /// sleep, or to move time.
  private var gracePeriod: Duration { test.hasWorkOutside ? .seconds(3) : Ticker.interval }

  /// Ends the test if nothing happens within the grace period.
  private func endLater() {
    let steps = core.stepCount
    let period = gracePeriod
    // The first tick may come at once.
    afterPool(ticks: Ticker.ticks(in: period) + 1) {
      self.post { scheduler in
        if scheduler.core.stepCount == steps, scheduler.core.ready.isEmpty, scheduler.isDurablyBlocked() {
          scheduler.endBlockedTest(after: period > Ticker.interval ? period : .zero)
        }
      }
    }
  }

  /// Calls a closure when the runtime's threads have begun all earlier jobs: other tests may compute on all of these threads.
  ///
  /// A job that has begun may still wait for a core. So if the threads were busy, this waits for a second and tries again.
  func afterPool(ticks: Int = 0, attempts: Int = 4, _ operation: @escaping @Sendable () -> Void) {
    ticker.call(after: ticks) { [self, ticker] in
      let begin = ticker.count
      // On the thread of a run, these would be tasks of the run.
      asOutside {
        Task.detached {
          Task.detached {
            let wasBusy = ticker.count > begin + 1
            guard wasBusy, attempts > 1 else { return operation() }
            self.afterPool(ticks: 10, attempts: attempts - 1, operation)
          }
        }
      }
    }
  }

  private func endBlockedTest(after waited: Duration = .zero) {
    report(HaltReport(activities, in: core.time.machine, waited: waited))
    endTest()
  }

  private func runStepsOfTest() {
    while true {
      switch runSteps(atMost: Scheduler.decisionsAtATime) {
      case .limit: return drive()
      case .main(let ready):
        return monitor.waitForMain { whenBegun in
          let queue = DispatchQueue.main
          queue.async {
            whenBegun()
            self.runStep(ready)
            self.drive()
          }
        }
      case .idle:
        let isBlocked = isDurablyBlocked()
        if isBlocked, !core.tasks.haveWaits {
          endBlockedTest()
        } else if inbox.rest() {
          return isBlocked ? endLater() : ()
        }
      case .awaitsEntry: if inbox.rest() { return }
      case .end: if !beginWindingDown() { return finish() }
      }
    }
  }
}

extension Duration {
  var interval: DispatchTimeInterval {
    // Some 30 years are as good as no limit, and don't overflow.
    let seconds = min(components.seconds, 1_000_000_000)
    return .nanoseconds(Int(seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000))
  }
}
