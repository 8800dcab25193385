// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// The reason why a test doesn't go on.
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
    if isFailure { return IssueReporter.report(summary, fixes: fixes) }
    writeLineToStandardError("World: \(test ?? "An exploration"): \(summary).\(World.Issue.text(of: fixes))")
  }
}

extension HaltReport {
  /// Creates a report for tasks that all wait for each other, or for time.
  ///
  /// - Parameter machine: The time machine of the test's world.
  init(_ waiting: [WaitingTask], in machine: TimeMachine?) {
    let isForTime = waiting.contains { $0.deadline != nil } && !waiting.contains(where: \.isForSleepers)
    self.init(
      summary:
        "\(isForTime ? "Time stands still, and no" : "No") task of the test can go on. What the tasks wait for: \(HaltReport.text(waiting))",
      fixes: HaltReport.fixes(for: waiting, in: machine))
  }

  private static func text(_ waiting: [WaitingTask], saysHowLong: Bool = false) -> String {
    let limit = 10
    let places = CodePlaces(of: Set(waiting.prefix(limit).flatMap(\.functions)))
    return waiting.prefix(limit).map { task in
      let seconds = saysHowLong ? task.looks.map { " (\((Ticker.interval * $0).inPlainSeconds) s)" } : nil
      return task.text(places) + (seconds ?? "")
    }.joined(separator: "; ")
      + (waiting.count > limit ? "; and \(waiting.count - limit) more" : "")
  }

  /// Returns fixes for tasks that wait for each other, or for time.
  ///
  /// - Parameter machine: The time machine of the test's world.
  static func fixes(for waiting: [WaitingTask], in machine: TimeMachine?) -> [String] {
    let next = waiting.compactMap(\.deadline).min { $0.left < $1.left }
    let isOfWorld = next.map { $0.machine === machine } ?? true
    let duration = next.map { ".seconds(\($0.left.inSecondsToType))" } ?? "…"
    let advance = "await \(isOfWorld ? "Current.time" : "machine").advance(by: \(duration))"
    if !waiting.isEmpty, waiting.allSatisfy({ $0.number == nil }) {
      return ["see what they wait for: World doesn't control what runs on an executor of its own"]
    }
    if waiting.contains(where: \.isForSleepers) {
      return [
        "don't wait for sleepers, since time moves when the tasks of the test have run as far as they can: \(advance)"
      ]
    }
    let continuations = waiting.count { if case .continuation = $0.reason { true } else { false } }
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

  /// Creates a report for a test that doesn't go on. It is a failure if the test is ended.
  ///
  /// - Parameters:
  ///   - halt: The reason.
  ///   - functions: Where the running step began, and its callers.
  ///   - passesTime: Whether time passes by itself.
  init(
    _ halt: StepMonitor.Halt, after duration: Duration, in functions: [CodeAddress],
    isExploration: Bool = false, passesTime: Bool = false, isFailure: Bool
  ) {
    let seconds = duration.inPlainSeconds
    let step = "step" + (CodePlaces(of: Set(functions)).nameAndCall(of: functions).map { " in \($0)" } ?? "")
    let wait = HaltReport.wait(isExploration: isExploration)
    let (summary, fixes): (String, [String]) =
      switch halt {
      case .blocked:
        (
          """
          A \(step) has blocked its thread for \(seconds) s: it sleeps, or waits for a lock, a semaphore or a queue, which no other \
          task of the test can end, because they run one at a time
          """,
          [
            "suspend the task instead: await a continuation, a stream or a task",
            "let the tasks of the test run in parallel: @Test(.world(.mock, inParallel: true))",
            "if it waits for another process, as an exit test does, \(wait)",
          ]
        )
      case .runs(let used):
        (
          """
          A \(step) has run for \(seconds) s and used \(String(format: "%.1f", used)) s of processor time. It computes, or asks \
          again and again for what no other task of the test can do meanwhile, because they run one at a time
          """,
          ["await what it asks for", "if it computes, \(wait)"]
        )
      case .mainQueue:
        (
          "The main actor waits for the main queue, which something outside of the test has held for \(seconds) s",
          ["find out what blocks the main thread: a test that isn't in a mock world, or code of Dispatch"]
        )
      case .calls:
        (
          "For \(seconds) s one task of the test did nothing but call actors or yield",
          ["if it waits for something, await that", "if it works, \(wait)"]
        )
      case .timeStands:
        (
          "For \(seconds) s tasks of the test have gone on while others sleep, and time passes by itself only when no task can go on",
          ["if a loop waits for time, sleep in it: try await Current.sleep(…)"]
        )
      case .yieldsSlowly:
        (
          "For \(seconds) s the tasks of the test did nothing but yield, on average a millisecond or longer after each other",
          ["if they wait for something, await that", "if they compute, \(wait)"]
        )
      case .yields, .idle:
        (
          "For \(seconds) s the tasks of the test did nothing but yield, as a loop does that waits for something",
          [
            "await what the loop waits for",
            passesTime
              ? "if time ends the loop, sleep in it, as time passes only to the end of a sleep: try await Current.sleep(…)"
              : "if time ends the loop, let it pass when no task can go on: @Test(.world(.mock, autoAdvance: true))",
          ]
        )
      }
    self.init(summary: summary, fixes: fixes, isFailure: isFailure)
  }

  /// Creates a report for a test that goes on only if something outside resumes it.
  ///
  /// - Parameter machine: The time machine of the test's world.
  init(_ waiting: [WaitingTask], outside duration: Duration, in machine: TimeMachine?, isFailure: Bool) {
    let stands =
      waiting.contains(where: \.isAsleep) ? "Tasks sleep in time that stands still, and for" : "For"
    self.init(
      summary: "\(stands) \(duration.inPlainSeconds) s nothing came from outside of the test"
        + (waiting.isEmpty
          ? ""
          : ". What the tasks wait for, and how long already: \(HaltReport.text(waiting, saysHowLong: true))"),
      fixes: HaltReport.fixesOutside(for: waiting, in: machine), isFailure: isFailure)
  }

  /// Returns fixes for tasks that wait for something outside.
  static func fixesOutside(
    for waiting: [WaitingTask], in machine: TimeMachine?, isExploration: Bool = false
  ) -> [String] {
    fixes(for: waiting, in: machine)
      + ["if the work outside takes longer, \(wait(isExploration: isExploration))"]
  }

  private static func wait(isExploration: Bool) -> String {
    "wait longer: @Test(\(isExploration ? ".exploring(timeout: .seconds(60))" : ".world(.mock, timeout: .seconds(60))"))"
  }
}
