import CWorldTesting
import World
import WorldSimulation

/// What a test fails with because it can't go on.
struct HaltReport: Sendable {
  var summary: String
  var fixes: [String]
}

extension Scheduler {
  /// The body of a plain test, while it runs.
  struct Body: Sendable {
    var task: Task<Void, Never>?
    var result: Result<Void, any Error>?
    /// Why it doesn't go on, until that is reported.
    var haltReport: HaltReport?
    var isReported = false
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
  ///   - timeout: After how many seconds a test that doesn't go on is reported.
  ///   - report: Reports why it doesn't, in the calling task.
  ///   - body: The test.
  /// - Throws: What the body throws.
  func runTest(
    timeout: Int, report: @escaping @Sendable (HaltReport) -> Void,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    monitor.scheduler = self
    let watching = Watch.ofProcess.add { [monitor] in
      guard let halt = monitor.look(limit: timeout) else { return false }
      return monitor.scheduler?.halt(halt, after: timeout) ?? false
    }
    await withTaskCancellationHandler {
      preferring {
        let task = Task(executorPreference: self) {
          let result: Result<Void, any Error>
          do { result = .success(try await body()) } catch { result = .failure(error) }
          self.body.withLock { $0.result = result }
          self.endBody()
        }
        self.body.withLock { $0.task = task }
      }
      if Task.isCancelled { cancelBody() }
      while let haltReport = await haltReport() { report(haltReport) }
    } onCancel: {
      cancelBody()
    }
    Watch.ofProcess.remove(watching)
    monitor.scheduler = nil
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
    return body.withLock { $0.haltReport.take() }
  }

  /// Lets the caller of `runTest` go on, if there is something to do for it.
  private func wakeCaller() {
    let caller = body.withLock { $0.isOver || $0.haltReport != nil ? $0.caller.take() : nil }
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

  /// Notes why the test doesn't go on, the first time.
  private func note(_ haltReport: HaltReport) {
    body.withLock { body in
      if !body.isReported { body.haltReport = haltReport }
      body.isReported = true
    }
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

  /// Reports that a test doesn't go on, and ends it if that is possible.
  ///
  /// A step that blocks its thread can't be ended: it may go on at any time, with what the test refers to.
  ///
  /// - Returns: Whether a step blocks its thread.
  func halt(_ halt: StepMonitor.Halt, after seconds: Int) -> Bool {
    switch halt {
    case .blocked: note(HaltReport(blockedIn: monitor.functions, after: seconds))
    case .mainQueue: note(HaltReport(mainQueueAfter: seconds))
    case .yields:
      note(HaltReport(yieldsAfter: seconds))
      endTest()
    case .idle:
      let (isAsleep, isRunning) = state.withLock {
        (!$0.waits.isEmpty && $0.passing == nil, $0.phase == .running)
      }
      // Whoever waits for something outside may wait for long, but not when the test was cancelled, as a time limit does.
      guard isRunning, isAsleep || body.withLock({ $0.isCancelled }) else { break }
      if isAsleep { note(HaltReport(outside: seconds)) }
      endTest()
      driveIfIdle()
    }
    return halt == .blocked || halt == .mainQueue
  }

  private func driveIfIdle() {
    let isIdle = state.withLock { state in
      defer { state.isDriven = true }
      return !state.isDriven
    }
    if isIdle { drive() }
  }
}

extension HaltReport {
  /// All tasks wait for each other, or for time.
  ///
  /// - Parameter machine: That of the test's world.
  init(_ waiting: [WaitingTask], in machine: TimeMachine?) {
    let limit = 10
    let names = SymbolTable.names(of: Set(waiting.prefix(limit).flatMap(\.functions)))
    let tasks =
      waiting.prefix(limit).map { $0.text(names) }.joined(separator: "; ")
      + (waiting.count > limit ? "; and \(waiting.count - limit) more" : "")
    let isForTime = waiting.contains { $0.deadline != nil } && !waiting.contains(where: \.isForSleepers)
    self.init(
      summary:
        "\(isForTime ? "Time stands still, and no" : "No") task of the test can go on. What the tasks wait for: \(tasks)",
      fixes: HaltReport.fixes(for: waiting, in: machine))
  }

  /// How tasks can go on that wait for each other, or for time.
  ///
  /// - Parameter machine: That of the test's world.
  static func fixes(for waiting: [WaitingTask], in machine: TimeMachine?) -> [String] {
    let next = waiting.compactMap(\.deadline).min { $0.left < $1.left }
    let isOfWorld = next.map { $0.machine === machine } ?? true
    let advance =
      "await \(isOfWorld ? "Current.time" : "machine").advance(by: .seconds(\((next?.left ?? .seconds(1)).inPlainSeconds)))"
    if waiting.contains(where: \.isForSleepers) {
      return [
        "don't wait for sleepers, since time moves when the tasks of the test have run as far as they can: \(advance)"
      ]
    }
    if next == nil { return ["let one of them end without waiting for the other"] }
    if !isOfWorld { return ["move the time machine that they wait for, beside them: \(advance)"] }
    return [
      "move time beside them: \(advance)",
      "let time pass when no task can go on: @Test(.world(.mock, autoAdvance: true))",
    ]
  }

  /// A task waits for something outside, others for time.
  static let timePassedTooEarly = HaltReport(
    summary: """
      Time passed by itself while a task waited for something outside of the test, so sleeps may have ended before that came: \
      Dispatch, a thread, or a system's service
      """,
    fixes: [
      "replace what is outside by a mock",
      "move time in the test, and leave out autoAdvance: await Current.time.advance(by: .seconds(1))",
    ])

  init(outside seconds: Int) {
    self.init(
      summary: """
        Tasks sleep in time that stands still, and for \(seconds) s nothing came from outside of the test that another task \
        waits for
        """,
      fixes: [
        "move time: await Current.time.advance(by: .seconds(1))",
        "let time pass when no task can go on: @Test(.world(.mock, autoAdvance: true))",
        "if the work outside takes longer, wait longer: @Test(.world(.mock, timeout: .seconds(60)))",
      ])
  }

  init(blockedIn functions: [CodeAddress], after seconds: Int) {
    let place = SymbolTable.names(of: Set(functions)).first(of: functions).map { " in `\($0)`" } ?? ""
    self.init(
      summary: """
        A step\(place) has blocked its thread for \(seconds) s: it waits for a lock, a semaphore or a queue, which no other \
        task of the test can end, because they run one at a time
        """,
      fixes: [
        "suspend the task instead: await a continuation, a stream or a task",
        "let the tasks of the test run in parallel: @Test(.world(.mock, inParallel: true))",
        "if it waits for another process, as an exit test does, wait longer: @Test(.world(.mock, timeout: .seconds(60)))",
      ])
  }

  init(mainQueueAfter seconds: Int) {
    self.init(
      summary:
        "The main actor waits for the main queue, which something outside of the test has held for \(seconds) s",
      fixes: ["find out what blocks the main thread: a test that isn't in a mock world, or code of Dispatch"])
  }

  init(yieldsAfter seconds: Int) {
    self.init(
      summary:
        "For \(seconds) s the tasks of the test did nothing but yield, as a loop does that waits for something",
      fixes: [
        "await what the loop waits for",
        "if time ends the loop, let it pass when no task can go on: @Test(.world(.mock, autoAdvance: true))",
      ])
  }
}
