// SPDX-License-Identifier: MIT

import CWorldTesting
import Foundation
import World
import WorldSimulation

/// Why a test doesn't go on, or that its time passed too early.
struct HaltReport: Sendable {
  var summary: String
  var fixes: [String]
  /// Whether the test fails. Otherwise it may still go on, and the report is a line on standard error.
  var isFailure = true

  /// - Parameter others: The tests that waited for actors shared with this test, and now go on.
  func noting(_ others: [String]) -> HaltReport {
    if others.isEmpty { return self }
    var report = self
    let verb = others.count == 1 ? "no longer waits" : "no longer wait"
    report.summary += "; \(others.joined(separator: ", ")) \(verb) for the actors that they share"
    return report
  }

  /// - Parameter test: The test's name and place.
  func report(of test: String?) {
    let fixes = fixes.adding(line: RuntimeCheck.ofProcess.notControlled)
    if isFailure { return IssueReporter.report(summary, fixes: fixes) }
    writeLineToStandardError("World: \(test ?? "An exploration"): \(summary).\(World.Issue.text(of: fixes))")
  }
}

extension HaltReport {
  /// Creates a report for tasks that all wait for each other, or for time.
  ///
  /// - Parameters:
  ///   - machine: The time machine of the test's world.
  ///   - waited: How long code outside had to end a wait; zero if there is none.
  init(_ tasks: [TaskActivity], in machine: TimeMachine?, waited: Duration = .zero) {
    let isForTime = tasks.contains { $0.deadline != nil } && !tasks.contains(where: \.isForSleepers)
    let outside =
      waited > .zero
      ? ", and nothing outside moved time or cancelled a task in \(waited.inPlainSeconds) s" : ""
    self.init(
      summary:
        "\(isForTime ? "Time stands still, and no" : "No") task of the test can go on\(outside): \(HaltReport.text(tasks))",
      fixes: HaltReport.fixes(for: tasks, in: machine))
  }

  static func text(_ tasks: [TaskActivity]) -> String {
    let limit = 10
    let places = CodePlaces(of: Set(tasks.prefix(limit).flatMap(\.functions)))
    return tasks.prefix(limit).map { $0.text(places) }.joined(separator: "; ")
      + (tasks.count > limit ? "; and \(tasks.count - limit) more" : "")
  }

  /// Returns fixes for tasks that wait for each other, or for time.
  ///
  /// - Parameter machine: The time machine of the test's world.
  static func fixes(for waiting: [TaskActivity], in machine: TimeMachine?) -> [String] {
    let next = waiting.compactMap(\.deadline).min { $0.left < $1.left }
    let isOfWorld = next.map { $0.machine === machine } ?? true
    let duration = next.map { ".seconds(\($0.left.inSecondsToType))" } ?? "…"
    let advance = "await \(isOfWorld ? "Current.time" : "machine").advance(by: \(duration))"
    if !waiting.isEmpty, waiting.allSatisfy({ $0.order == nil }) {
      return ["see what they wait for: World doesn't control what runs on an executor of its own"]
    }
    if waiting.contains(where: \.isForSleepers) {
      return [
        "don't wait for sleepers, since time moves when the tasks of the test have run as far as they can: \(advance)"
      ]
    }
    let continuations = waiting.count { if case .continuation = $0.state { true } else { false } }
    let resume =
      continuations == 0 ? [] : ["resume the continuation, or finish the stream, that a task waits for"]
    if next == nil {
      return resume
        + (continuations == 1
          ? []
          : [
            "let one end without waiting for the other; release a lock before it is taken again, and take locks in one order everywhere"
          ])
    }
    if !isOfWorld {
      return [
        "start what sleeps in a Task { … }, and move its time machine, which of a withWorld in the test is Current.time: \(advance)"
      ] + resume
    }
    return [
      "start what sleeps in a Task { … }, and move time: \(advance)",
      "let time pass when no task can go on: @Test(.world(.mock, autoAdvance: true))",
    ] + resume
  }

  /// The report for time that passed by itself while a task waited for something outside.
  static let timePassedTooEarly = HaltReport(
    summary: """
      Time passed by itself while a task waited for something outside of the test, so sleeps may have ended before that came: \
      Dispatch, a thread, or a system's service
      """,
    fixes: [
      "replace what is outside by a mock",
      "move time in the test by as much as the sleeps take, and leave out autoAdvance: await Current.time.advance(by: …)",
    ])

  /// Creates a report for a test that isn't over after its timeout, between two steps.
  ///
  /// - Parameters:
  ///   - time: The time in which the test could run.
  ///   - passed: The time that passed in the test.
  ///   - passesTime: Whether time passes by itself.
  ///   - date: What `Date()` shows, if code asked for it.
  init(
    _ tasks: [TaskActivity], after time: Duration, in machine: TimeMachine?, passed: Duration,
    passesTime: Bool, date: Date? = nil, isFailure: Bool
  ) {
    var fixes = HaltReport.fixes(for: date)
    if tasks.contains(where: { $0.isReady || $0.sleeps > 100 }) {
      fixes.append("await what a loop waits for, or let World look for it: try await World.eventually { … }")
      if tasks.contains(where: \.isReady) {
        fixes.append(
          passesTime
            ? "if time ends a loop, sleep in it, as time passes only to the end of a sleep: try await Current.sleep(…)"
            : "if time ends a loop, let it pass when no task can go on: @Test(.world(.mock, autoAdvance: true))"
        )
      }
    } else if !tasks.isEmpty {
      fixes += HaltReport.fixes(for: tasks, in: machine)
    }
    let ofTest = passed > .zero ? " (\(passed.inPlainSeconds) s of its own time)" : ""
    let process = world_testing_has_child() ? "; a process that the tests started is running" : ""
    self.init(
      summary: HaltReport.isNotOver(after: time) + ofTest
        + (tasks.isEmpty ? "" : ": \(HaltReport.text(tasks))") + process,
      fixes: fixes + ["if it works, \(HaltReport.fixByWaiting(isExploration: false))"], isFailure: isFailure)
  }

  private static func isNotOver(after time: Duration, isExploration: Bool = false) -> String {
    "\(isExploration ? "The exploration" : "The test") isn't over after \((Ticker.interval * Ticker.ticks(in: time)).inPlainSeconds) s in which it could run"
  }

  /// Creates a report for a step that doesn't end, or can't begin.
  ///
  /// - Parameters:
  ///   - date: What `Date()` shows, if code asked for it.
  ///   - stack: Where the step's thread is, and its callers; none if that isn't known.
  init(
    _ look: TestMonitor.Look, in monitor: TestMonitor, stack: [CodeAddress] = [], date: Date? = nil,
    isExploration: Bool = false, isFailure: Bool = false
  ) {
    let functions = monitor.functions
    let seconds = (Ticker.interval * Ticker.ticks(in: look.stepTime)).inPlainSeconds
    let places = CodePlaces(of: Set(functions + stack))
    let begin = places.nameAndCall(of: functions).map { " in \($0)" } ?? ""
    let place = begin + (places.nameAndCall(of: stack, isStart: false).map { ", now in \($0)," } ?? "")
    let task = (monitor.scheduler.map { $0.core.order(of: $0.core.step.task) } ?? 0) + 1
    let wait = HaltReport.fixByWaiting(isExploration: isExploration)
    let (what, fixes): (String, [String]) =
      if look.isWaitingForMain {
        (
          "the main actor waits for the main queue, which something outside of the test has held for \(seconds) s",
          ["find out what blocks the main thread: a test that isn't in a mock world, or code of Dispatch"]
        )
      } else if look.isBlocked {
        (
          """
          a step of task \(task)\(place) has blocked its thread for \(seconds) s: it sleeps, or waits for a lock, a semaphore, a \
          queue or a run loop, which no other task of the test can end, because they run one at a time
          """,
          [
            "suspend the task instead: await a continuation, a stream or a task",
            "let the tasks of the test run in parallel: @Test(.world(.mock, inParallel: true))",
            "if it waits for another process, as an exit test does, \(wait)",
          ]
        )
      } else {
        (
          """
          a step of task \(task)\(place) has run for \(seconds) s. It computes, or asks again and again for what no other task of \
          the test can do meanwhile, because they run one at a time
          """, ["await what it asks for", "if it computes, \(wait)"]
        )
      }
    self.init(
      summary: "\(HaltReport.isNotOver(after: look.time, isExploration: isExploration)): \(what)",
      fixes: HaltReport.fixes(for: date) + fixes, isFailure: isFailure)
  }

  private static func fixes(for date: Date?) -> [String] {
    date.map {
      [
        "if it waits for Date(), which stays \($0.ISO8601Format()), sleep, or use the system's: .world(.mock, system: .live)"
      ]
    } ?? []
  }

  /// Returns fixes for tasks of an exploration that wait for something outside.
  static func fixesOutside(for waiting: [TaskActivity], in machine: TimeMachine?) -> [String] {
    fixes(for: waiting, in: machine)
      + ["if the work outside takes longer, \(fixByWaiting(isExploration: true))"]
  }

  private static func fixByWaiting(isExploration: Bool) -> String {
    "wait longer: @Test(\(isExploration ? ".exploring(timeout: .seconds(60))" : ".world(.mock, timeout: .seconds(60))"))"
  }
}

extension [String] {
  /// Returns these fixes with a line below the last one, if there is one.
  fileprivate func adding(line: String?) -> [String] {
    guard let line, let last else { return self }
    return dropLast() + ["\(last)\n\(line)"]
  }
}
