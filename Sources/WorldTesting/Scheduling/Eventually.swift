// SPDX-License-Identifier: MIT

import CWorldTesting
import Dispatch
import World
import WorldSimulation

extension World {
  /// Waits until a condition holds.
  ///
  /// ```swift
  /// @Test(.world(.mock)) @MainActor func thePageIsShown() async throws {
  ///   let model = PageBuilder.build()
  ///   model.reload()
  ///   try await World.eventually { model.text == "a" }
  /// }
  /// ```
  ///
  /// In a test of a mock world, the other tasks go on, and the condition is looked at after each of their steps. If none can go on,
  /// time passes, where the test has `autoAdvance`. So this needs no real time, and sees a value also if it doesn't stay. As soon as
  /// nothing can change the condition any more, it throws, and says what each task waits for; after 30,000 steps, too. If a step used a
  /// queue or a thread, or a task waits for a continuation, which something outside may resume, it looks every ten milliseconds. In an
  /// exploration, looks aren't choices, but not all orders are then run. A condition that awaits an actor looks when the actor answers.
  ///
  /// Elsewhere, as with `inParallel`, in a `WorldTestCase` or without a mock world, it looks at the condition every ten milliseconds.
  ///
  /// **Errors.** What the condition throws; a `CancellationError` if the task is cancelled; otherwise an error that says why the
  /// condition doesn't hold.
  ///
  /// - Parameters:
  ///   - limit: How long to wait in real time: elsewhere, and for something outside of the test's tasks, such as a thread.
  ///   - isolation: The caller's isolation, which is the condition's.
  ///   - fileID: The call's file, for the error.
  ///   - line: The call's line.
  ///   - condition: The condition. It should change nothing. While it awaits an actor, other tasks may go on.
  public static func eventually(
    within limit: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line, _ condition: () async throws -> Bool
  ) async throws {
    let place = "\(fileID):\(line)"
    if let scheduler = Scheduler.current {
      return try await scheduler.wait(within: limit, at: place, condition)
    }
    // check-world: allow tasks that run as Swift runs them need real time
    let end = ContinuousClock.now + limit
    while try await !condition() {
      // check-world: allow tasks that run as Swift runs them need real time
      if ContinuousClock.now >= end {
        throw ConditionFailed(
          "didn't hold within \(limit.inPlainSeconds) s of real time: this code isn't in a step of a test, so the condition was looked at every 10 ms",
          at: place,
          fixes: [
            "let its tasks run step by step, so that nothing waits in real time: @Test(.world(.mock)), without inParallel"
          ])
      }
      // check-world: allow tasks that run as Swift runs them need real time
      try await Task.sleep(for: lookInterval)
    }
  }

  /// The real time between two looks, where a queue or a thread may change what a condition reads.
  fileprivate static let lookInterval = Duration.milliseconds(10)

  /// The error of a condition that doesn't hold.
  fileprivate struct ConditionFailed: Error, CustomStringConvertible {
    let description: String

    init(_ text: String, at place: String, fixes: [String]) {
      description = "The condition at \(place) \(text).\(World.Issue.text(of: fixes))"
    }
  }
}

extension Scheduler {
  /// After so many steps of other tasks, a condition doesn't hold: a loop that sleeps or polls has no end.
  private static let watchedStepLimit = 30_000

  /// Lets the other tasks go on until a condition holds.
  fileprivate func wait(
    within limit: Duration, isolation: isolated (any Actor)? = #isolation, at place: String,
    _ condition: () async throws -> Bool
  ) async throws {
    let (task, start) = (core.step.task, core.time.passed)
    let watch = core.watches.begin(task)
    defer { core.watches.end(task) }
    var (reason, steps) = (Watches.Reason.step, 0)
    var waited = Duration.zero
    while try await !condition() {
      try Task.checkCancellation()
      // Time no longer passes, and others end.
      if !core.isUnderWay, reason != .step { throw CancellationError() }
      if reason == .step { steps += 1 }
      if steps > Scheduler.watchedStepLimit {
        let passed = core.time.passed - start
        throw failure(
          "still doesn't hold after \(Scheduler.watchedStepLimit) steps of other tasks, in which \(passed.inPlainSeconds) s of the test's time passed",
          at: place,
          fixes: [
            "end what goes on forever, such as a loop that sleeps or polls",
            "if it takes so many steps, await the task that takes them",
          ])
      }
      if reason == .idle, !canTimePass, !canOthersChange {
        throw failure("doesn't hold, and no task of the test can change that", at: place)
      }
      if reason != .step, !canTimePass {
        // The clock shows the test's time.
        if reason == .outside { waited += World.lookInterval }
        if waited >= limit {
          throw failure(
            "didn't hold within \(limit.inPlainSeconds) s of real time, in which a queue, a thread or a continuation's caller could have changed it",
            at: place)
        }
        lookLater(watch)
      }
      reason = await withUnsafeContinuation {
        core.watch(watch, of: task, isIdle: reason != .step, $0)
      }
      core.watches.beginLook()
    }
    // Others may go on before this task does.
    if isExplored { await Task.yield() }
  }

  /// Whether time can pass by itself.
  private var canTimePass: Bool {
    core.time.allPassing.contains { $0.timeUntilNextSleepEnds != nil }
  }

  /// Whether something outside may change what a condition reads, while the running task looks at it and no other is ready.
  private var canOthersChange: Bool {
    test.hasWorkOutside || !isDurablyBlocked(besides: core.step.task)
  }

  private func lookLater(_ watch: Int) {
    let queue = DispatchQueue.global()
    asOutside {
      // check-world: allow what is outside of the test's tasks is in real time
      queue.asyncAfter(deadline: .now() + World.lookInterval.interval) { [weak self] in
        self?.post { $0.core.watches.take(watch)?.resume(returning: .outside) }
      }
    }
  }

  /// - Parameter fixes: `nil` for those of what the other tasks wait for.
  private func failure(_ text: String, at place: String, fixes: [String]? = nil) -> any Error {
    let others = activitiesOfOthers
    let known = world_testing_knows_layout()
    return World.ConditionFailed(
      text + (others.isEmpty ? known ? ": no other is left" : "" : ": \(HaltReport.text(others))"), at: place,
      fixes: fixes
        ?? (others.isEmpty
          ? [
            "start what changes it in a task of the test, before this",
            "if that task has ended, await its value: it throws what the task threw",
          ] : HaltReport.fixes(for: others, in: core.time.machine)))
  }
}
