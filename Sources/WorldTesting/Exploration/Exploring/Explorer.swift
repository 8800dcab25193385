// SPDX-License-Identifier: MIT

import Foundation
import World

/// Runs a body many times, on the calling thread.
final class Explorer {
  private let exploration: World.Exploration
  private let body: @Sendable () async throws -> Void
  private let monitor: TestMonitor
  /// How long to wait for threads outside when no task can go on.
  private var timeout: Duration
  /// Whether a thread outside ever resumed a task.
  private var hasArrivals = false
  private var deadlockCount = 0
  /// How many events of a recording came too early in the first run that replays it.
  private var earlyEvents: Int?
  private(set) var runCount = 0

  init(
    _ exploration: World.Exploration, body: @escaping @Sendable () async throws -> Void, monitor: TestMonitor
  ) {
    self.exploration = exploration
    timeout = exploration.timeout
    _ = RuntimeCheck.ofProcess
    self.body = body
    self.monitor = monitor
  }

  // MARK: All runs

  func explore() -> World.Exploration.Report {
    var report = World.Exploration.Report(seed: exploration.seed)
    report.isOfProgram = TestIdentity.current == nil
    if exploration.isRehearsal {
      _ = run(Plan(input: RunInput()))
      return report
    }
    if let only = exploration.only {
      report.isReplay = true
      replay(only, &report)
      report.runs = 1
      if exploration.mustBeRepeatable { report.requireRepeatability() }
      return report
    }
    for token in exploration.including where report.failure == nil { replay(token, &report) }
    report.isRemembered = report.isReplay
    if exploration.runs < 1 {
      report.failure = Failure(
        identity: "runs",
        text: "An exploration of \(exploration.runs) runs says nothing. It needs one at least.")
    }
    var planner = Planner(
      exploration.dimensions, seed: exploration.seed, sharesOnlyActors: exploration.sharesOnlyActors)
    var first: RunOutcome?
    while !endsRuns(&report), let plan = planner.next() {
      let outcome = run(plan)
      first = first ?? outcome
      report.note(outcome)
      planner.note(outcome, of: plan)
      // Threads outside may take part in another order.
      if !report.hasArrivals, !outcome.begins(as: plan) {
        report.differs = ((outcome.stepCount, outcome.stepCount), 0)
      }
      // A deadlock is confirmed anyway.
      if Explorer.checked.contains(runCount), !outcome.isDeadlock { _ = isRepeatable(outcome, &report) }
      if outcome.isDeadlock { deadlockCount += 1 }
      if outcome.failure != nil,
        report.failure == nil || outcome.isOfOrder && report.needsWorld
          || report.needsExactTimes && !outcome.input.dimensions.contains(.durations)
      {
        fail(outcome, &report)
      }
    }
    report.runs = runCount
    report.orders = planner.orders
    report.sharesOnlyActors = exploration.sharesOnlyActors
    // Values that no run chooses may still differ, so the remaining runs are repetitions.
    if exploration.mustBeRepeatable, let first {
      for _ in runCount..<max(runCount, min(exploration.runs, 1_000)) {
        if endsRuns(&report) || !isRepeatable(first, &report) { break }
      }
    }
    if exploration.mustReachStates, exploration.stopsAtFailure { report.requireStates() }
    if exploration.mustBeRepeatable { report.requireRepeatability() }
    return report
  }

  /// Returns whether no more runs begin, and notes why in the report.
  private func endsRuns(_ report: inout World.Exploration.Report) -> Bool {
    if runCount >= exploration.runs { return true }
    if exploration.processes?.isInEachRun == true {
      report.startsProcesses = true
      return true
    }
    // A deadlock that isn't proved waits for the timeout.
    if report.failure != nil, exploration.stopsAtFailure || deadlockCount >= 10 { return true }
    // check-world: allow the time that a person waits for tests is real time
    if runCount > 0, let deadline = exploration.deadline, ContinuousClock.now >= deadline {
      report.isOutOfTime = true
      report.plannedRuns = exploration.runs
      return true
    }
    return false
  }

  /// The numbers of runs after which to check whether runs can be repeated.
  private static let checked: Set<Int> = [1, 10, 100, 1_000, 10_000, 100_000]

  private static let divergence = "recording"

  /// How long shrinking may take.
  static let shrinkingTime = Duration.seconds(30)

  /// Repeats a run, and returns whether the repetition is the same.
  private func isRepeatable(_ outcome: RunOutcome, _ report: inout World.Exploration.Report) -> Bool {
    let again = run(Plan(input: outcome.input))
    runCount -= 1
    if again.isSame(as: outcome) { return true }
    report.differs = ((outcome.stepCount, again.stepCount), max(outcome.arrivals, again.arrivals))
    if again.trace == outcome.trace { report.otherEnd = again.failure?.text ?? "it passed" }
    return false
  }

  private func fail(_ outcome: RunOutcome, _ report: inout World.Exploration.Report) {
    (report.failedAt, report.failures) = (runCount, report.tally().failures)
    // These belong to an earlier failure.
    (report.failingInput, report.described, report.neighbours, report.compared) = (nil, nil, [], [])
    // Other orders diverge, too, or aren't those of the recording.
    if outcome.failure?.identity == Explorer.divergence { return report.failure = outcome.failure }
    let counted = runCount
    defer { runCount = counted }
    guard isRepeatable(outcome, &report) else {
      report.failure = outcome.failure
      report.token = outcome.token
      return
    }
    waitBriefly(after: outcome)
    // check-world: allow the time that a person waits for tests is real time
    let start = ContinuousClock.now
    var shrinker = Shrinker(
      outcome, limit: outcome.isDeadlock ? 100 : 2_000,
      shrinksNumbers: exploration.dimensions.contains(.randomSeed),
      triesOrders: exploration.dimensions.contains(.schedule)
    ) {
      // check-world: allow the time that a person waits for tests is real time
      ContinuousClock.now - start > Explorer.shrinkingTime
    }
    shrinker.shrink { self.run(Plan(input: $0)) }
    report.isShrinkingCutShort = shrinker.isCutShort
    describe(shrinker.smallest, &report)
    report.shrinkRuns = shrinker.runs
    report.neighbours = Neighbour.passing(
      beside: shrinker.smallest, in: exploration.dimensions, limit: outcome.isDeadlock ? 2 : 20,
      // check-world: allow the time that a person waits for tests is real time
      isOutOfTime: { ContinuousClock.now - start > Explorer.shrinkingTime }, compared: &report.compared
    ) { self.run(Plan(input: $0)) }
  }

  /// Shortens the timeout, if a run waited in vain and no thread outside ever resumed a task.
  private func waitBriefly(after outcome: RunOutcome) {
    if outcome.isDeadlock, !outcome.isProved, !hasArrivals { timeout = min(timeout, .milliseconds(100)) }
  }

  /// Runs a failing run once more with a log of where its tasks go on, and once with the starting world's random numbers if it has others.
  private func describe(_ outcome: RunOutcome, _ report: inout World.Exploration.Report) {
    var start = outcome.input
    start.randomNumbers = nil
    report.failsWithStartingNumbers =
      start != outcome.input && run(Plan(input: start)).failure?.identity == outcome.failure?.identity
    let logged = run(Plan(input: outcome.input), noting: outcome.arrivals == 0 ? .changes : .functions)
    report.failure = logged.failure ?? outcome.failure
    report.failingInput = outcome.input
    report.token = outcome.token
    report.described = logged.described
    report.drawnValues = logged.drawnValues
    report.randomCallers = logged.randomCallers
    report.readsOfSystem = logged.readsOfSystem
    if outcome.input.date != nil, report.reads.contains(.timezone) {
      report.timezone = logged.timezone
    }
    let hasNoEnd = report.hasNoEnd
    report.described?.findNames(ofLastSteps: hasNoEnd)
  }

  private func replay(_ text: String, _ report: inout World.Exploration.Report) {
    guard let token = Token(text) else {
      report.failure = Failure(identity: "token", text: Token.problem(text))
      return
    }
    let outcome = run(Plan(input: token.input))
    report.note(outcome)
    if exploration.mustBeRepeatable { _ = isRepeatable(outcome, &report) }
    report.missingFaults.formUnion(Set(token.input.faults.keys).subtracting(outcome.faults))
    if outcome.isCutShort || outcome.trace.short != token.trace { report.changedTokens.append(text) }
    if outcome.failure != nil {
      report.isReplay = true
      report.failedAt = 1
      waitBriefly(after: outcome)
      describe(outcome, &report)
    }
  }

  // MARK: One run

  /// Returns whether an error says that a test can't be run with this input, as `try Test.cancel("…")` does.
  private static func rejectsRun(_ error: any Error) -> Bool {
    String(reflecting: type(of: error)) == "Testing.SkipInfo"
  }

  /// Identifies an error in other runs: its type, and for an enumeration its case, but not the values that belong to it.
  private static func identity(of error: any Error) -> String {
    "\(type(of: error)) \((error as NSError).code)"
  }

  func run(_ plan: Plan, noting detail: RunLog.Detail? = nil) -> RunOutcome {
    runCount += 1
    while true { if let outcome = outcome(of: plan, detail) { return outcome } }
  }

  /// - Returns: `nil` if the run must be made again.
  private func outcome(of plan: Plan, _ detail: RunLog.Detail?) -> RunOutcome? {
    let input = plan.input
    let scheduler = Scheduler(
      RunCore(
        chooser: Chooser(plan.strategy, planned: input.schedule, seed: plan.seed, estimate: plan.estimate),
        lateness: Lateness(
          planned: input.durations, steps: input.lateSteps, rate: plan.lateRate, seed: plan.seed ^ 1),
        faults: FaultRows(planned: input.faults, rate: plan.faultRate, seed: plan.seed ^ 2),
        log: detail ?? (plan.isOrder && exploration.sharesOnlyActors ? .entries : .steps)),
      of: input, monitor: monitor)
    scheduler.core.time.passesByItself = exploration.autoAdvance
    scheduler.core.limit = exploration.stepLimit
    scheduler.test.answers = exploration.answers
    monitor.scheduler = scheduler
    defer { monitor.scheduler = nil }
    let failures = exploration.failures
    _ = failures.drain()
    var root: Task<Void, Never>?
    let ending = scheduler.runUntilOver(timeout: timeout) {
      root = Task(executorPreference: scheduler) {
        [body, start = exploration.start, isDescribed = detail != nil] in
        do {
          let world = await start()
          if isDescribed { scheduler.test.timezone = world.timezone() }
          try await withWorld(world.applying(input, in: scheduler)) { try await body() }
        } catch {
          if !Explorer.rejectsRun(error) {
            failures.note(Failure(identity: Explorer.identity(of: error), text: "threw \(error)"))
          }
        }
        scheduler.core.endBody()
      }
    }
    if scheduler.test.hasAwaitedEntry {
      if ending != .finished { root?.cancel() }
      scheduler.windDown()
      return nil
    }
    let waiting = ending == .deadlock ? scheduler.activities : []
    let isProved = ending == .deadlock && scheduler.isDurablyBlocked()
    var outcome = RunOutcome(scheduler, input)
    if ending != .finished, outcome.described != nil {
      let machine = scheduler.core.time.machine
      outcome.described?.waiting = waiting
      outcome.described?.fixes =
        if case .tooLong(let steps) = ending {
          [
            "if it waits for something, await that",
            "if it works, explore it with less work: a run has \(steps) steps at most",
          ]
        } else if isProved {
          HaltReport.fixes(for: waiting, in: machine)
        } else {
          HaltReport.fixesOutside(for: waiting, in: machine)
        }
    }
    var failed = failures.drain()
    switch ending {
    case .finished: break
    case .deadlock:
      (outcome.isDeadlock, outcome.isProved) = (true, isProved)
      failed.append(
        Failure(
          identity: "deadlock",
          text: !isProved
            ? "deadlock: no task went on, and nothing outside of the run resumed one within its timeout"
            : waiting.contains(where: \.isAsleep)
              ? "time stands still, and no task can go on" : "deadlock: no task can go on, and none sleeps"))
    case .tooLong(let steps):
      let ran = scheduler.core.tasks.steps
      let most = ran.indices.max { ran[$0] < ran[$1] }.map { ", \(ran[$0]) of them task \($0 + 1)'s" } ?? ""
      failed.append(Failure(identity: "steps", text: "still running after \(steps) steps\(most)"))
    }
    // See `hasTaskSleep`.
    if ending != .finished, !scheduler.core.time.hasTaskSleep { root?.cancel() }
    if let replay = scheduler.test.replay {
      if replay.isToBeMadeAgain() {
        scheduler.windDown()
        return nil
      }
      earlyEvents = earlyEvents ?? replay.earlyEvents
      // An order that contradicts the recording isn't one that it leaves open.
      if !outcome.input.isEmpty, replay.earlyEvents > earlyEvents ?? 0 { failed = [] }
      if let divergence = replay.divergence {
        let failure = Failure(identity: Explorer.divergence, text: "the replay diverged: \(divergence)")
        failed = outcome.input.isEmpty ? [failure] : []
      }
    }
    outcome.failure = failed.first
    hasArrivals = hasArrivals || outcome.arrivals > 0
    scheduler.windDown()
    return outcome
  }
}
