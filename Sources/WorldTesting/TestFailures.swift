// SPDX-License-Identifier: MIT

import Synchronization
import Testing
import World
import WorldSimulation

/// Turns the library's issues into failures of the running test, and finds mistakes that only tests make.
enum TestFailures: TestIntegration {
  /// Whether the issue that is being recorded belongs to no known test. It fails the run, and Swift Testing passes it
  /// to the handlers of all running tests.
  @TaskLocal static var isOfNoTest = false

  static func record(_ issue: World.Issue) -> String? {
    let text = issue.description
    let isLate = issue.kind != .lost && issue.isAfterTest && Test.current == nil
    // XCTest would fail the test that runs now.
    if isLate, XCTestObserver.ofProcess.hasBegun { return text }
    if issue.kind == .unassigned, issue.location == nil, !isFirst(text) { return nil }
    let caller = issue.isAtCaller ? CallSite.find() : nil
    let place = caller ?? issue.location.map(SourceLocation.init)
    if let test = Test.current {
      // Before the tests, Swift Testing evaluates their traits and arguments.
      let isEarly =
        Test.Case.current == nil
        && early.withLock { early in
          early?.append((text, place ?? test.sourceLocation))
          return early != nil
        }
      if !isEarly {
        record(text, at: place)
        return nil
      }
      return "\((place ?? test.sourceLocation).fileID):\((place ?? test.sourceLocation).line): " + text
    }
    if issue.kind == .lost, let run = TestRun.current {
      run.add(text, at: place)
      return nil
    }
    if issue.kind != .lost, !isLate {
      if XCTestObserver.ofProcess.fail(text, at: place ?? .unknown) { return nil }
      if let run = TestRun.current {
        run.add(text, at: place)
        return nil
      }
      // An exit test runs in a process of its own, and may check that process's output.
      if TestIdentity.current != nil || !LiveReads.ofProcess.hasBegun() { return text }
    }
    $isOfNoTest.withValue(true) { record(text, at: place) }
    return (caller.map { "\($0.fileID):\($0.line): " } ?? "") + text
  }

  /// The issues that came before the first test, such as the issue of a condition in `.enabled(if:)`, which Swift Testing drops. `nil`
  /// when a test with a trait has begun.
  private static let early = Lock<[(text: String, place: SourceLocation?)]?>([])

  /// Records the issues that came before the first test.
  static func recordEarlyIssues() async {
    guard let issues = early.exchange(nil), !issues.isEmpty else { return }
    await Task.detached {
      $isOfNoTest.withValue(true) { for issue in issues { record(issue.text, at: issue.place) } }
    }.value
  }

  private static let uses = Lock<Set<String>>([])

  /// Returns whether a use of a value that a live world lacks is new in this test.
  private static func isFirst(_ text: String) -> Bool {
    if let run = TestRun.current { return run.isFirst(text) }
    return uses.withLock { $0.insert("\(TestIdentity.current?.name ?? "") \(text)").inserted }
  }

  /// Records an issue at a source location, or at the running test if there is none.
  static func record(_ text: String, at place: SourceLocation?) {
    Issue.record(
      Comment(rawValue: text), sourceLocation: place ?? Test.current?.sourceLocation ?? .unknown)
  }

  static var runningTest: String? {
    guard let test = TestIdentity.current, test.framework != .exitTest else { return nil }
    return test.name
  }

  static var seed: UInt64 { TestIdentity.seed }

  static func observeLiveUses(of world: inout World) { UnnamedUses.observe(&world) }

  static func checkCalendar(of world: World) {
    // In a run of an exploration, the exploration chose the time zone.
    if Scheduler.current?.input?.timezone != nil { return }
    // The test doesn't make these calls. A calendar may read the current world.
    let collector = IssueCollector(isAudit: true)
    let (own, zone) = IssueReporter.$collector.withValue(collector) {
      withWorld(world) {
        let own = world.explicitCalendar(world.locale, world.timezone)?.timeZone
        return (own, own.map { _ in world.timezone() })
      }
    }
    guard collector.end().isEmpty, let own, let zone, !own.isSameZone(as: zone) else { return }
    IssueReporter.report(
      "The time zone is \(zone.identifier), and the calendar, which was set explicitly, has another: \(own.identifier)",
      fixes: [
        "leave the calendar out: it follows the time zone and the locale",
        "set the calendar, too, in that time zone, before this or in the same update",
        "to use both on purpose, set the calendar after the time zone, in a withWorld or a write of its own",
      ])
  }

  /// Whether a process-wide write by an unknown test was reported. Code that makes one such write makes many.
  private static let isUnknownTestReported = Atomic(false)

  static func reportProcessWideWrite(_ changes: String) {
    let test = TestIdentity.current
    // An exit test has a process of its own.
    if test?.framework == .exitTest { return }
    if let test {
      IssueReporter.report(
        "The test \(test.name) wrote the process-wide world\(changes), which all tests share",
        fixes: [
          World.Issue.fixInTest,
          "write inside a withWorld, whose writes stay inside",
          "in Task.detached, Dispatch and threads, run it in a copy of the test's world: Current.wrap { … }",
        ])
    } else if LiveReads.ofProcess.hasBegun(),
      !isUnknownTestReported.exchange(true, ordering: .relaxed)
    {
      IssueReporter.report(
        "Work without its test's world wrote the process-wide world\(changes), which all tests share",
        kind: .lost,
        fixes: [
          "in Task.detached, Dispatch and threads, run it in a copy of the test's world: Current.wrap { … }",
          "to change the test's world, write it in the test's own task",
        ])
    }
  }
}

extension SourceLocation {
  /// Used if neither the test that began the work nor its caller is known, as on a Dispatch thread.
  fileprivate static let unknown = SourceLocation(
    fileID: "unknown/unknown", filePath: "unknown", line: 1, column: 1)

  fileprivate init(_ place: World.SourceLocation) {
    self.init(
      fileID: place.fileID, filePath: place.filePath, line: Int(place.line), column: Int(place.column))
  }
}
