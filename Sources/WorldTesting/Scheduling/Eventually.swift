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
  /// nothing can change the condition any more, it throws, and says what each task waits for. In an exploration, the looks aren't
  /// steps of an order, but not all orders are then run.
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
          "didn't hold within \(limit.inPlainSeconds) s of real time: in this test, tasks run as Swift runs them, and the condition was looked at every 10 ms",
          at: place,
          fixes: ["give the test a mock world, in which nothing waits in real time: @Test(.world(.mock))"])
      }
      // check-world: allow tasks that run as Swift runs them need real time
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// The error of a condition that doesn't hold.
  fileprivate struct ConditionFailed: Error, CustomStringConvertible {
    let description: String

    init(_ text: String, at place: String, fixes: [String]) {
      description = "The condition at \(place) \(text).\(World.Issue.text(of: fixes))"
    }
  }
}

extension Scheduler {
  /// Lets the other tasks go on until a condition holds.
  fileprivate func wait(
    within limit: Duration, isolation: isolated (any Actor)? = #isolation, at place: String,
    _ condition: () async throws -> Bool
  ) async throws {
    let task = core.step.task
    let watch = core.watches.begin(task)
    defer { core.watches.end(task) }
    var (reason, hasTimer) = (Watches.Reason.step, false)
    while try await !condition() {
      try Task.checkCancellation()
      // Time no longer passes, and others end.
      if core.phase != .running, reason == .idle { throw CancellationError() }
      if reason == .timeout {
        throw failure(
          "didn't hold within \(limit.inPlainSeconds) s of real time, in which something outside of the test's tasks could have changed it",
          at: place)
      }
      if reason == .idle, !canTimePass {
        if !canOthersChange {
          throw failure("doesn't hold, and no task of the test can change that", at: place)
        }
        if !hasTimer { endWatch(watch, after: limit) }
        hasTimer = true
      }
      reason = await withUnsafeContinuation {
        core.watch(watch, isIdle: reason == .idle, $0)
      }
    }
    // Others may go on before this task does.
    if isExplored { await Task.yield() }
  }

  /// Whether time can pass by itself.
  private var canTimePass: Bool {
    let time = core.time
    return time.passing.map { [$0] + time.chosen }?.contains { $0.timeUntilNextSleepEnds != nil } ?? false
  }

  /// Whether something outside may change what a condition reads, while the running task looks at it and no other is ready.
  private var canOthersChange: Bool {
    !isDurablyBlocked(besides: core.step.task) || core.tasks.haveWaits && test.hasWorkOutside
  }

  private func endWatch(_ watch: Int, after limit: Duration) {
    let queue = DispatchQueue.global()
    asOutside {
      // check-world: allow what is outside of the test's tasks is in real time
      queue.asyncAfter(deadline: .now() + limit.interval) { [weak self] in
        self?.post { $0.core.watches.next(watch)?.resume(returning: .timeout) }
      }
    }
  }

  private func failure(_ text: String, at place: String) -> any Error {
    let order = core.order(of: core.step.task)
    let others = activities.filter { $0.order != order }
    if others.isEmpty {
      return World.ConditionFailed(
        "\(text): there is no other", at: place,
        fixes: ["start what changes it in a task of the test, before this"])
    }
    return World.ConditionFailed(
      "\(text): \(HaltReport.text(others))", at: place,
      fixes: HaltReport.fixes(for: others, in: core.time.machine))
  }
}
