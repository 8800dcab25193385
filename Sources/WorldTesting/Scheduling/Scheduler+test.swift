// SPDX-License-Identifier: MIT

import CWorldTesting
import World
import WorldSimulation

extension Scheduler {
  /// Runs a plain test, and what it leaves, as far as it can.
  ///
  /// - Parameters:
  ///   - timeout: After how long a test that doesn't go on is reported.
  ///   - report: Reports why it doesn't, in the calling task.
  ///   - body: The test.
  /// - Throws: What the body throws.
  func runTest(
    timeout: Duration, report: @escaping @Sendable (HaltReport) -> Void,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    monitor.scheduler = self
    let limit = Watch.looks(in: timeout)
    let watching = Watch.ofProcess.add { [monitor] in
      let look = monitor.look()
      let isAgain = monitor.isToBeSaid(look, after: limit)
      guard let (halt, looks) = look, looks >= limit else { return false }
      if let isAgain {
        // A process, such as an exit test's, ends by itself.
        let isLast = isAgain && (halt != .idle || !world_testing_has_child())
        monitor.scheduler?.halt(halt, after: Watch.interval * looks, isLast: isLast, report)
      }
      return halt.isBlocked
    }
    let task = preferring {
      Task(executorPreference: self) {
        defer { self.endBody() }
        try await body()
      }
    }
    state.withLock { $0.body = task }
    drive()
    await withTaskCancellationHandler {
      // Also when the caller is cancelled, which would end the stream, it returns when the test is over.
      await Task { for await haltReport in haltReports.stream { report(haltReport) } }.value
    } onCancel: {
      task.cancel()
    }
    Watch.ofProcess.remove(watching)
    monitor.scheduler = nil
    monitor.endTurn()
    let (isOver, timePassedTooEarly) = state.withLock { state in
      // If the test was ended, the error is what the end of the sleeps made.
      (state.isBodyOver && !state.isEnded, state.timePassedTooEarly)
    }
    if timePassedTooEarly { report(.timePassedTooEarly) }
    if isOver { try await task.value }
  }

  /// Reports that a test doesn't go on.
  ///
  /// A step that blocks its thread can't be ended: it may go on at any time, with what the test refers to.
  ///
  /// - Parameter isLast: Whether the test ends for that, if it is possible.
  private func halt(
    _ halt: StepMonitor.Halt, after duration: Duration, isLast: Bool, _ report: (HaltReport) -> Void
  ) {
    // Others needn't wait for it.
    let others = monitor.giveUpTurn()
    guard halt == .idle else {
      let haltReport = HaltReport(
        halt, after: duration, in: monitor.functions, passesTime: state.withLock { $0.passing != nil },
        isFailure: isLast && halt == .yields
      ).noting(others)
      // The task that reports failures may get no thread.
      if haltReport.isFailure { note(haltReport) } else { report(haltReport) }
      if isLast, halt == .yields { post { $0.endTest() } }
      return
    }
    post { scheduler in
      let (isIdle, machine, body) = scheduler.state.withLock { state in
        (state.phase == .running && state.ready.isEmpty, state.machine, state.body)
      }
      guard isIdle else { return }
      // One that was cancelled, as by a time limit, is over.
      let isCancelled = body?.isCancelled == true
      if !isCancelled {
        let waiting = scheduler.waitingTasks
        // The runtime's threads may have been busy since then.
        let isProved = isLast && scheduler.isDurablyBlocked
        scheduler.note(
          (isProved
            ? HaltReport(waiting, in: machine)
            : HaltReport(waiting, outside: duration, in: machine, isFailure: isLast)).noting(others))
      }
      if isLast || isCancelled { scheduler.endTest() }
    }
  }

  /// Reports why the test doesn't go on, unless it was ended for that.
  func note(_ haltReport: HaltReport) {
    if state.withLock({ $0.isEnded }) { return }
    asOutside { _ = haltReports.continuation.yield(haltReport) }
  }

  /// Ends a test that doesn't go on.
  func endTest() {
    let body = state.withLock { state in
      state.isEnded = !state.isBodyOver
      // A loop that sleeps in spite of errors would never end a step again.
      return state.usesTaskSleep ? nil : state.body
    }
    body?.cancel()
    beginWindingDown()
  }
}
