// SPDX-License-Identifier: MIT

import CWorldTesting
import World
import WorldSimulation

extension Scheduler {
  /// Runs a plain test, and then the tasks that it leaves behind, as far as they can go on.
  ///
  /// - Parameters:
  ///   - timeout: The time after which a test that doesn't go on is reported.
  ///   - report: Reports the reason, in the calling task.
  ///   - body: The test.
  /// - Throws: Any error that the body throws.
  func runTest(
    timeout: Duration, report: @escaping @Sendable (HaltReport) -> Void,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    monitor.scheduler = self
    let limit = Ticker.ticks(in: timeout)
    let watching = ticker.add { [monitor, ticker] in
      let look = monitor.look()
      let isAgain = monitor.isToBeSaid(look, after: limit)
      guard let (halt, looks) = look, looks >= limit else { return false }
      if let isAgain {
        // A process, such as an exit test's, ends by itself, in real time.
        let isLast = isAgain && (halt != .idle || !ticker.isReal || !world_testing_has_child())
        monitor.scheduler?.halt(halt, after: Ticker.interval * looks, isLast: isLast, report)
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
      // Even if the caller is cancelled, which would end the stream, this returns only when the test is over.
      await Task { for await haltReport in haltReports.stream { report(haltReport) } }.value
    } onCancel: {
      task.cancel()
    }
    ticker.remove(watching)
    monitor.scheduler = nil
    monitor.endTurn()
    let (isOver, timePassedTooEarly) = state.withLock { state in
      // If the test was ended, its error comes from the ended sleeps.
      (state.isBodyOver && !state.isEnded, state.timePassedTooEarly)
    }
    if timePassedTooEarly { report(.timePassedTooEarly) }
    if isOver { try await task.value }
  }

  /// Reports that a test doesn't go on.
  ///
  /// A step that blocks its thread can't be ended: it may go on at any time, and use what the test refers to.
  ///
  /// - Parameter isLast: Whether to end the test, if that is possible.
  private func halt(
    _ halt: StepMonitor.Halt, after duration: Duration, isLast: Bool, _ report: (HaltReport) -> Void
  ) {
    // Other tests needn't wait for this one.
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
      // A test that was cancelled, for example by a time limit, is over.
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
      // After a cancellation, a loop that sleeps in spite of errors would never end a step again.
      return state.usesTaskSleep ? nil : state.body
    }
    body?.cancel()
    beginWindingDown()
  }
}
