// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization
import Testing
import World
import WorldSimulation
import WorldStorage

/// What World knows of a test in a mock world that may explain its failure: at most five lines for each issue.
struct FailureComments: Sendable {
  private let test: Test
  private let world: World
  private let maker: WorldTrait.Maker
  /// `nil` if the test's tasks run in parallel.
  private let scheduler: Scheduler?
  private let start: TimeMachine.Instant
  // check-world: allow a queue's time is real
  private let realStart = DispatchTime.now()

  init(of test: Test, in world: World, _ maker: WorldTrait.Maker, _ scheduler: Scheduler? = nil) {
    (self.test, self.world, self.maker, self.scheduler) = (test, world, maker, scheduler)
    start = world.time.now
  }

  /// Runs a test, and adds the comments to its issues.
  func explaining(_ operation: @escaping @Sendable () async throws -> Void) async throws {
    #if compiler(>=6.2)
      let handler = IssueHandlingTrait.compactMapIssues { issue in
        // An issue without a test is passed to all handlers, and to Swift Testing itself.
        if Test.current == nil || TestFailures.isOfNoTest { return nil }
        // It follows from the divergence, which fails the test.
        if world.replay?.divergence != nil { return nil }
        var issue = issue
        issue.comments += (lines(on: issue) + notControlled(at: issue)).map { Comment(rawValue: $0) }
        return issue
      }
      try await handler.provideScope(for: test, testCase: nil, performing: operation)
    #else
      try await operation()
    #endif
  }

  private func lines(on issue: Issue) -> [String] {
    let limit = 5
    let lines = (valuesOfSystem(at: issue) + DateVariables.comments(on: "\(issue)") + otherWorlds).prefix(
      limit)
    // A report of World's explains itself.
    if issue.comments.contains(where: { $0.rawValue.contains("To fix it") }) { return Array(lines) }
    guard let scheduler else {
      return Array((lines + [world.time.sleepsInWords].compactMap { $0 }).prefix(limit))
    }
    let others = [scheduler.timeOutside(since: realStart), scheduler.sharedActorInWords].compactMap { $0 }
    let rest = others.prefix(limit - lines.count)
    return lines + scheduler.otherTasksInWords(atMost: limit - lines.count - rest.count) + rest
  }

  /// Whether an issue of this process says what isn't controlled.
  private static let isNoted = Atomic(false)

  /// Says what isn't controlled, at the first failure of the process.
  private func notControlled(at issue: Issue) -> [String] {
    #if compiler(>=6.3)
      if !issue.isFailure { return [] }
    #endif
    guard scheduler != nil, let missing = RuntimeCheck.ofProcess.notControlled,
      !FailureComments.isNoted.exchange(true, ordering: .relaxed)
    else { return [] }
    // A report of World's says so itself.
    return issue.comments.contains { $0.rawValue.contains(missing) } ? [] : [missing + "."]
  }

  /// Names what code asked the system for.
  private func valuesOfSystem(at issue: Issue) -> [String] {
    var lines: [String] = []
    if let date = scheduler?.dateThatWasRead {
      lines.append(
        "Date() was asked for, and is \(date.ISO8601Format()), the date of the test's time. Use Current.date(). For the system's: .world(.mock, system: .live)"
      )
    }
    if scheduler?.reads.onlyOfSystem.contains(.identifiers) == true {
      lines.append("UUID() was asked for, and is the system's. Use Current.uuid(), which counts.")
    }
    // Nobody knows of these calls, but the line of the failure may show one.
    let text = issue.sourceLocation.flatMap { SourceLine(path: $0.path, number: $0.line).text } ?? ""
    for (name, own) in [("Calendar", "calendar"), ("TimeZone", "timezone"), ("Locale", "locale")]
    where text.contains("\(name).current") || text.contains("\(name).autoupdatingCurrent") {
      lines.append("\(name).current is the system's. Use Current.\(own)().")
    }
    return lines
  }

  /// Says that a trait's assignments are lost, because another trait or a `withWorld` replaced the world.
  private var otherWorlds: [String] {
    // check-world: allow an issue is explained in the world in which it is recorded
    let current = Current
    var lines = [current.commentOnAssignedDate(since: start, of: world.time), maker.comment].compactMap { $0 }
    // A report of World's is recorded outside of the test's scope.
    let isInStep = scheduler?.isOnItsThread ?? (Scope.innermost?.test != nil)
    if isInStep, !maker.changes.isEmpty, !current.isCopy(of: world) {
      lines.append(
        "A withWorld(…) replaced the test's world here, and what the test's traits assigned\(maker.changes.names). To change a copy, write withWorld { … }."
      )
    }
    return lines
  }
}

extension World {
  /// The recording that is replayed in this world.
  fileprivate var replay: Replay? {
    if case .replay(let replay) = recorder?.target { replay as? Replay } else { nil }
  }

  /// Says that an assigned date didn't follow time, which passed since the start of a test; otherwise `nil`.
  fileprivate func commentOnAssignedDate(since start: TimeMachine.Instant, of machine: TimeMachine) -> String?
  {
    // Another machine's time says nothing about the test's.
    guard isMock, isAssigned(.date), !isSimulated(.date), time === machine else { return nil }
    let passed = start.duration(to: time.now)
    if passed <= .zero { return nil }
    return
      "Current.date was assigned, and doesn't follow Current.sleep and Current.clock, for which \(passed.inSeconds) s "
      + "passed in the test. To move them together: Current.use(TimeMachine(frozenAt: date))"
  }
}

extension TimeMachine {
  /// Says that tasks sleep while time stands still, where no scheduler knows them; `nil` if none does.
  var sleepsInWords: String? {
    guard motion == .frozen, let left = timeUntilNextSleepEnds else { return nil }
    let count = sleeperCount
    return
      "Time stands still, and \(count == 1 ? "a task sleeps" : "\(count) tasks sleep"), the first for \(left.inPlainSeconds) s more. "
      + "To let it go on: await Current.time.advance(by: .seconds(\(left.inSecondsToType)), sleepers: \(count))"
  }
}
