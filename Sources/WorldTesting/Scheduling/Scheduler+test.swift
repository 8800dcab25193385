// SPDX-License-Identifier: MIT

import CWorldTesting
import Dispatch
import World
import WorldSimulation

/// Runs the tasks that report failures on a queue of its own: steps that don't return may have all threads of the pool.
private final class ReportExecutor: TaskExecutor {
  static let ofProcess = ReportExecutor()

  private let queue = DispatchQueue(label: "World.reports")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension Scheduler {
  /// Runs a plain test, and then the tasks that it leaves behind, as far as they can go on.
  ///
  /// - Parameters:
  ///   - timeout: See `TestLimit`.
  ///   - report: Reports the reason: a failure in a task with the caller's task-local values, a warning on any thread.
  ///   - body: The test.
  /// - Throws: Any error that the body throws.
  func runTest(
    timeout: Duration, report: @escaping @Sendable (HaltReport) -> Void,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    monitor.scheduler = self
    let limit = TestLimit(timeout)
    let watching = ticker.add { [monitor, ticker] in
      let look = monitor.look(ticker)
      return monitor.scheduler?.check(limit, look, report)
    }
    let task = asStepThread {
      Task(executorPreference: self) {
        defer { self.core.endBody() }
        try await body()
      }
    }
    test.body = task
    drive()
    await withTaskCancellationHandler {
      // Even if the caller is cancelled, which would end the stream, this returns only when the test is over.
      await Task(executorPreference: ReportExecutor.ofProcess) {
        for await haltReport in self.haltReports.stream {
          report(haltReport)
          if haltReport.isFailure { limit.noteReport() }
        }
      }.value
    } onCancel: {
      task.cancel()
    }
    ticker.remove(watching)
    monitor.scheduler = nil
    monitor.endTurn()
    if core.timePassedTooEarly { report(.timePassedTooEarly) }
    // If the test was ended, its error comes from the ended sleeps.
    if core.isBodyOver, !core.isEndedEarly { try await task.value }
  }

  /// Does what is due after a look.
  ///
  /// - Returns: Why the process must end, if the test has failed and can't be ended.
  private func check(
    _ limit: TestLimit, _ look: TestMonitor.Look, _ report: @escaping @Sendable (HaltReport) -> Void
  )
    -> Ticker.Stuck?
  {
    guard let stage = limit.stage(after: look.time, isCancelled: test.body?.isCancelled == true) else {
      return nil
    }
    if limit.claimMessage(stage) {
      post { if limit.claim(stage) { $0.reachBetweenSteps(stage, limit, look, report) } }
    }
    // A step that works may last some seconds.
    let isStuck = look.stepTime >= (stage == .warning ? min(limit.timeout, .seconds(1)) : limit.timeout)
    if isStuck, stage < .end, limit.claim(stage) { reachInStep(stage, limit, look, report) }
    let hasChildElsewhere = stage == .end && core.tasks.hasChildElsewhere
    // It wasn't possible while a child ran elsewhere.
    if stage == .end, !hasChildElsewhere { post { $0.endTest() } }
    return isStuck || hasChildElsewhere ? limit.stuck : nil
  }

  /// Does what is due, between two steps.
  private func reachBetweenSteps(
    _ stage: TestLimit.Stage, _ limit: TestLimit, _ look: TestMonitor.Look, _ report: (HaltReport) -> Void
  ) {
    if stage < .end {
      // Other tests needn't wait for this one.
      let others = monitor.giveUpTurn()
      let time = core.time
      let passing = time.allPassing
      let isFailure = stage == .failure
      let isSleepEnding = passing.contains { $0.timeUntilNextSleepEnds != nil }
      // The runtime's threads may have been busy when a proof was looked for.
      let isProved =
        isFailure && core.ready.isEmpty && !core.isBodyOver && !isSleepEnding && isDurablyBlocked()
      let haltReport =
        (isProved
        ? HaltReport(activities, in: time.machine)
        : HaltReport(
          activities, after: look.time, in: time.machine, passed: time.passed, passesTime: !passing.isEmpty,
          date: dateThatWasRead,
          isFailure: isFailure))
        .noting(others)
      if isFailure { fail(limit, haltReport) } else { report(haltReport) }
    } else {
      core.endStepsAfterEnd()
    }
    // What runs elsewhere may still use what the test refers to.
    if stage > .warning, !core.tasks.hasChildElsewhere { endTest() }
  }

  /// Does what is due while a step doesn't return, or can't begin. It may go on at any time, and then ends.
  private func reachInStep(
    _ stage: TestLimit.Stage, _ limit: TestLimit, _ look: TestMonitor.Look,
    _ report: (HaltReport) -> Void
  ) {
    let others = monitor.giveUpTurn()
    let isFailure = stage == .failure
    let date = monitor.hasReadDate ? system.date : nil
    let haltReport = HaltReport(
      look, in: monitor, stack: isFailure ? monitor.stack : [], date: date, isFailure: isFailure
    ).noting(others)
    if !isFailure { return report(haltReport) }
    fail(limit, haltReport)
    post { $0.endTest() }
  }

  private func fail(_ limit: TestLimit, _ haltReport: HaltReport) {
    limit.noteFailure("\(monitor.name): \(haltReport.summary)")
    self.report(haltReport)
  }

  /// Reports why the test doesn't go on, unless it was ended for that.
  func report(_ haltReport: HaltReport) {
    if core.isEndedEarly { return }
    asOutside { _ = haltReports.continuation.yield(haltReport) }
  }

  /// Ends a test that doesn't go on.
  func endTest() {
    // After a cancellation, a loop that sleeps in spite of errors would never end a step again.
    let body = core.time.hasTaskSleep ? nil : test.body
    body?.cancel()
    beginWindingDown()
  }
}
