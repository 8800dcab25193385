import CWorldTesting
import World
import WorldSimulation

extension Scheduler {
  /// The body of a plain test, while it runs.
  struct Body: Sendable {
    var task: Task<Void, Never>?
    var result: Result<Void, any Error>?
    /// Why it doesn't go on, until that is reported.
    var haltReports: [HaltReport] = []
    var isCancelled = false
    /// Whether it was ended because it couldn't go on.
    var isEnded = false
    var isOver = false
    /// The caller of `runTest`, which waits for any of that.
    var caller: CheckedContinuation<Void, Never>?
  }

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
      guard let (halt, looks) = monitor.look(), looks >= limit else { return false }
      if looks == limit || looks % (6 * limit) == 0 {
        // A process, such as that of an exit test, ends by itself.
        let isLast = looks > limit && (halt != .idle || !world_testing_has_child())
        monitor.scheduler?.halt(halt, after: Watch.interval * looks, isLast: isLast)
      }
      return halt.isBlocked
    }
    await withTaskCancellationHandler {
      // Not before the task is noted, which is after it was created and enqueued.
      state.withLock { $0.isDriven = true }
      preferring {
        let task = Task(executorPreference: self) {
          let result: Result<Void, any Error>
          do { result = .success(try await body()) } catch { result = .failure(error) }
          self.body.withLock { $0.result = result }
          self.endBody()
        }
        self.body.withLock { $0.task = task }
      }
      drive()
      if Task.isCancelled { cancelBody() }
      while let haltReport = await haltReport() { report(haltReport) }
    } onCancel: {
      cancelBody()
    }
    Watch.ofProcess.remove(watching)
    monitor.scheduler = nil
    monitor.endTurn()
    if state.withLock({ $0.timePassedTooEarly }) { report(.timePassedTooEarly) }
    let (result, isEnded) = self.body.withLock { ($0.result, $0.isEnded) }
    // The error is what the end of the sleeps made.
    if !isEnded { try result?.get() }
  }

  private func cancelBody() {
    let task = body.withLock { body in
      body.isCancelled = true
      return body.task
    }
    task?.cancel()
  }

  /// Waits until the test is over, or doesn't go on.
  ///
  /// - Returns: Why it doesn't; `nil` when it is over.
  private func haltReport() async -> HaltReport? {
    await withCheckedContinuation { caller in
      body.withLock { $0.caller = caller }
      wakeCaller()
    }
    return body.withLock { $0.haltReports.isEmpty ? nil : $0.haltReports.removeFirst() }
  }

  /// Lets the caller of `runTest` go on, if there is something to do for it.
  private func wakeCaller() {
    let caller = body.withLock { $0.isOver || !$0.haltReports.isEmpty ? $0.caller.take() : nil }
    // It is no task of the test, also where a step wakes it.
    let before = world_testing_prefer(world_testing_executor(identity: nil, witness: nil))
    caller?.resume()
    _ = world_testing_prefer(before)
  }

  /// Lets `runTest` return.
  func returnToCaller() {
    body.withLock { body in
      body.task = nil
      body.isOver = true
    }
    wakeCaller()
  }

  /// Notes why the test doesn't go on, unless it was ended for that.
  private func note(_ haltReport: HaltReport) {
    body.withLock { if !$0.isEnded { $0.haltReports.append(haltReport) } }
    wakeCaller()
  }

  /// Ends a test all of whose tasks wait for each other, or for time that stands still.
  func endDeadEnd() {
    note(HaltReport(waitingTasks, in: state.withLock { $0.machine }))
    endTest()
  }

  private func endTest() {
    body.withLock { $0.isEnded = true }
    // A loop that sleeps in spite of errors would never end a step again.
    if !state.withLock({ $0.usesTaskSleep }) { cancelBody() }
    _ = beginWindingDown()
  }

  /// Reports that a test doesn't go on.
  ///
  /// A step that blocks its thread can't be ended: it may go on at any time, with what the test refers to.
  ///
  /// - Parameter isLast: Whether the test ends for that, if it is possible.
  func halt(_ halt: StepMonitor.Halt, after duration: Duration, isLast: Bool) {
    // Others needn't wait for it.
    monitor.endTurn(isOver: false)
    guard halt == .idle else {
      note(HaltReport(halt, after: duration, in: monitor.functions, isFailure: isLast && halt == .yields))
      if isLast, halt == .yields { endTest() }
      return
    }
    // As the thread that runs the steps, so that none begins meanwhile.
    let isFree = state.withLock { state in
      defer { if state.phase == .running { state.isDriven = true } }
      return !state.isDriven && state.phase == .running
    }
    guard isFree else { return }
    let isCancelled = body.withLock { $0.isCancelled }
    if !isCancelled {
      note(
        HaltReport(waitingTasks, outside: duration, in: state.withLock { $0.machine }, isFailure: isLast))
    }
    // One that was cancelled, as by a time limit, is over.
    if isLast || isCancelled { endTest() }
    drive()
  }
}
