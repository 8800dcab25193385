// SPDX-License-Identifier: MIT

import Foundation
import SweepReports
import Testing
import World
import WorldSimulation

/// Runs a test in many worlds, and with its tasks in many orders.
///
/// See ``Testing/Trait/exploring(_:varying:startingFrom:including:seed:deadline:timeout:mustBeRepeatable:sharesOnlyActors:)``.
public struct ExploringTrait: TestTrait, SuiteTrait, TestScoping {
  let exploration: World.Exploration
  /// Whether the seed was given. Otherwise, it is made from the test's name.
  var hasSeed = false
  /// Whether the starting world was given. Otherwise, it comes from the enclosing traits, or is a mock world.
  var hasStart = false
  /// The time from the test's beginning after which no run begins.
  var deadline: Duration?
  /// Whether the test is explored only because `WORLD_EXPLORE` is set.
  var isSweep = false
  /// Returns the remembered runs of a test, which failed once.
  var rememberedRuns: @Sendable (Test) -> RememberedRuns? = { RememberedRuns.of($0) }

  /// The trait with which `WORLD_EXPLORE` explores each test that has a world.
  static let sweep: ExploringTrait? =
    EnvironmentOptions.ofProcess.isSweep
    ? ExploringTrait(exploration: World.Exploration(runs: 1), isSweep: true) : nil

  /// Whether each exploration prints its result, and each test how long it waited for another: set by
  /// `swift test --verbose`.
  static let isVerbose = !Set(ProcessInfo.processInfo.arguments).isDisjoint(with: ["--verbose", "-v"])

  /// Whether the running task's issues belong to one of many runs, and not to the test.
  @TaskLocal static var suppressesIssues = false

  /// Whether an outer trait of the test has already reported an invalid variable.
  @TaskLocal private static var hasReported = false

  /// How many of the test's exploring traits came before.
  @TaskLocal private static var number = 0

  /// A suite's trait applies to each of its tests.
  public var isRecursive: Bool { true }

  /// Only test cases are explored, one after the other for each argument.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> ExploringTrait? {
    testCase == nil ? nil : self
  }

  /// Runs a test case in many worlds, and then repeats the failing run as the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if World.Exploration.isExploring { return try await function() }
    // A suite's trait comes before the test's own, which replaces it.
    let number = ExploringTrait.number + 1
    if number < test.traits.count(where: { $0 is ExploringTrait }) {
      return try await ExploringTrait.$number.withValue(number) { try await function() }
    }
    if let problem = EnvironmentOptions.ofProcess.problem {
      if !ExploringTrait.hasReported {
        Issue.record(Comment(rawValue: problem), sourceLocation: test.sourceLocation)
      }
      return try await ExploringTrait.$hasReported.withValue(true) { try await function() }
    }
    RuntimeCheck.require()
    var exploration = exploration
    exploration.failures = FailureLog()
    if !hasSeed { exploration.seed = SplitMix.seed(from: "\(test.id)") }
    if test.isReplaying { exploration.dimensions.formIntersection(.schedule) }
    if !hasStart, let make = WorldTrait.maker?.makeWorld { exploration.start = make }
    exploration.autoAdvance = WorldTrait.maker?.autoAdvance ?? true
    exploration.answers = WorldTrait.maker?.system ?? .world
    // check-world: allow the time that a person waits for tests is real time
    exploration.deadline = deadline.map { .now + $0 }
    EnvironmentOptions.ofProcess.apply(to: &exploration)
    let remembered = exploration.only == nil ? rememberedRuns(test) : nil
    let given = exploration.including
    if let problem = remembered?.problem {
      Issue.record(Comment(rawValue: problem), sourceLocation: test.sourceLocation)
    }
    exploration.including += remembered?.tokens.filter { !given.contains($0) } ?? []
    exploration.processes = isSweep ? StartedProcesses() : nil
    try await withEscaping(function) { [exploration] function in
      #if compiler(>=6.2)
        try await explore(exploration, remembered, test, testCase, function)
      #else
        try await runGivenWorlds(of: exploration, test.sourceLocation, function)
      #endif
    }
  }

  /// Runs only the starting world and those of the given tokens, and reports all their issues. Used with Swift 6.1,
  /// which can't suppress the issues of a run.
  func runGivenWorlds(
    of exploration: World.Exploration, _ place: Testing.SourceLocation,
    _ function: @escaping @Sendable () async throws -> Void
  ) async throws {
    writeLineToStandardError(
      "Swift 6.1 can't suppress the issues of runs: only the starting world and those of given tokens are run."
    )
    var given = exploration
    given.runs = 1
    given.mustReachStates = false
    if exploration.only == nil { given.runs += exploration.including.count }
    let thrown = Lock<(any Error)?>(nil)
    let report = await given.run {
      do { try await function() } catch {
        thrown.withLock { $0 = $0 ?? error }
        throw error
      }
    }
    if let error = thrown.withLock({ $0 }) { throw error }
    if report.failureText != nil { Issue.record(Comment(rawValue: "\(report)"), sourceLocation: place) }
  }

  #if compiler(>=6.2)
    private func explore(
      _ exploration: World.Exploration, _ remembered: RememberedRuns?, _ test: Test, _ testCase: Test.Case?,
      _ function: @escaping @Sendable () async throws -> Void
    ) async throws {
      let report = Lock<World.Exploration.Report?>(nil)
      let (blocked, reportBlocked) = AsyncStream.makeStream(of: World.Exploration.Report.self)
      async let _: Void = {
        for await report in blocked {
          SweepTable.ofProcess?.add(report, of: test, isSweep: isSweep)
          Issue.record(Comment(rawValue: "\(report)"), sourceLocation: test.sourceLocation)
        }
      }()
      defer { reportBlocked.finish() }
      // The issues of runs aren't the test's.
      let handler = IssueHandlingTrait.compactMapIssues { issue in
        if TestFailures.isOfNoTest { return nil }
        #if compiler(>=6.3)
          // A warning isn't a failure.
          if !issue.isFailure { return nil }
        #endif
        exploration.failures.note(Failure(issue))
        return nil
      }
      try await handler.provideScope(for: test, testCase: testCase) {
        let result = await ExploringTrait.$suppressesIssues.withValue(true) {
          await exploration.run(whenBlocked: { reportBlocked.yield($0) }) {
            guard let processes = exploration.processes else { return try await function() }
            try await processes.noting(function)
          }
        }
        report.withLock { $0 = result }
      }
      guard var report = report.withLock({ $0 }) else { return }
      let result = SweepReport.Verdict(report, isSweep: isSweep)
      SweepTable.ofProcess?.add(report, of: test, isSweep: isSweep)
      let note = remembered?.note(report, result, of: exploration)
      // For remembered tokens, the file notes that the code has changed.
      let isRemembered = Set(remembered?.tokens ?? []).subtracting(self.exploration.including).contains
      report.changedTokens.removeAll { isRemembered($0) }
      if ExploringTrait.isVerbose, result >= .passes {
        writeLineToStandardError(
          "World: \(test.nameAndPlace): \(SweepReport.ExploredTest(report, of: test, isSweep: isSweep).summary)"
        )
        if let note { writeLineToStandardError("World: \(note)") }
      }
      // A test that expects a certain date or language, or exact times, isn't wrong.
      if result == .needsItsWorld || result == .needsExactTimes { return }
      let name = SweepReport.name(ofTest: "\(test.id)")
      let again = report.token.map {
        "In one command:  \(EnvironmentOptions.again)\($0) swift test --filter \(SweepReport.filter(ofTest: name).inShell)"
      }
      let lines = ["\(test.displayName ?? test.name): \(report)", again, note].compactMap { $0 }
      try await show(
        report, Comment(rawValue: lines.joined(separator: "\n")), of: exploration, test, function)
    }

    /// Runs the failing run once more, as the test.
    private func show(
      _ report: World.Exploration.Report, _ text: Comment, of exploration: World.Exploration, _ test: Test,
      _ function: @escaping @Sendable () async throws -> Void
    ) async throws {
      guard report.failureText != nil else {
        #if compiler(>=6.3)
          if report.isWeak, !isSweep {
            Issue.record(text, severity: .warning, sourceLocation: test.sourceLocation)
          }
        #endif
        return
      }
      Issue.record(text, sourceLocation: test.sourceLocation)
      let heading = [
        test.name, report.failureText?.split(separator: "\n").first.map(String.init), report.token,
      ]
      if let picture = report.described?.svg(under: heading.compactMap(\.self)) {
        Attachment.record(picture, named: "\(test.name) steps.svg", sourceLocation: test.sourceLocation)
      }
      guard report.isRepeatable, let token = report.token else { return }
      var again = exploration
      again.only = token
      if !report.hasArrivals { again.timeout = .milliseconds(100) }
      let thrown = Lock<(any Error)?>(nil)
      _ = await again.run(whenBlocked: { _ in }) {
        do { try await function() } catch { thrown.withLock { $0 = error } }
      }
      if let error = thrown.withLock({ $0 }) { throw error }
    }
  #endif
}

extension Trait where Self == ExploringTrait {
  /// The trait needs a number of runs.
  @available(*, unavailable, message: "write .exploring(1_000): how many runs there may be")
  public static var exploring: ExploringTrait { fatalError("unavailable") }

  /// Runs the test in many worlds, and with its tasks in many orders, until a run fails.
  ///
  /// ```swift
  /// @Test(.exploring(1_000))
  /// func nobodyOverdraws() async {
  ///   let account = AccountBuilder.build()
  ///   async let first: Void = account.withdraw(60)
  ///   async let second: Void = account.withdraw(60)
  ///   _ = await (first, second)
  ///   let balance = await account.balance
  ///   #expect(balance >= 0)
  /// }
  /// ```
  ///
  /// The run that fails is shrunk to the smallest difference from the starting world, and run once more as the test.
  ///
  /// Runs start from the world of a `.world(…)` of the test or of its suite. A test's own `.exploring(…)` replaces the one of its
  /// suite.
  ///
  /// If the package has a folder `Tests/Worlds`, the run that fails is remembered there, and comes first from then on. See
  /// <doc:ExploringWorlds#Failures-are-remembered>.
  ///
  /// - Parameters:
  ///   - runs: The maximum number of runs. The variable `WORLD_EXPLORE` overrides it.
  ///   - dimensions: The dimensions in which the runs differ.
  ///   - start: Makes the world that a run begins with, such as `{ .mock }`. Without it, the other traits' world or a
  ///     mock world is used.
  ///   - including: Tokens of runs that failed before. They run first.
  ///   - seed: The seed of all random choices. Without it, the seed is made from the test's name.
  ///   - deadline: The real time after which no further run begins. The first run always does. `nil` means no limit. The
  ///     report says how many runs there were.
  ///   - timeout: How long a run in which no task can continue waits for something outside, such as a thread, before it fails.
  ///   - mustBeRepeatable: Whether the test fails if a run can't be repeated; see
  ///     <doc:ExplorationReference#Repeatable-runs>. Otherwise, the report only says so.
  ///   - sharesOnlyActors: Whether the test's tasks share nothing but actors: no locks, classes, streams, settings or
  ///     statics. Orders that only repeat others are then left out; see
  ///     <doc:ExplorationReference#Tasks-that-share-only-actors>.
  public static func exploring(
    _ runs: Int, varying dimensions: World.Exploration.Dimensions...,
    startingFrom start: (@Sendable () async -> World)? = nil,
    including: [String] = [], seed: UInt64? = nil, deadline: Duration? = nil, timeout: Duration = .seconds(5),
    mustBeRepeatable: Bool = false, sharesOnlyActors: Bool = false
  ) -> ExploringTrait {
    let dimensions: World.Exploration.Dimensions =
      dimensions.isEmpty ? .all : dimensions.reduce(into: []) { $0.formUnion($1) }
    var exploration = World.Exploration(
      runs: runs, varying: dimensions, seed: seed ?? 0, startingFrom: start ?? World.Exploration.silentMock,
      including: including)
    exploration.timeout = timeout
    exploration.mustBeRepeatable = mustBeRepeatable
    exploration.sharesOnlyActors = sharesOnlyActors
    return ExploringTrait(
      exploration: exploration, hasSeed: seed != nil, hasStart: start != nil, deadline: deadline)
  }

  /// Runs the test once, exactly like the run that the token stands for.
  ///
  /// ```swift
  /// @Test(.exploring(only: "w2:tMihBgcDAAABAAEBAQEBAgA"))
  /// func nobodyOverdraws() async {}
  /// ```
  public static func exploring(
    only token: String, startingFrom start: (@Sendable () async -> World)? = nil
  ) -> ExploringTrait {
    let exploration = World.Exploration(
      runs: 1, startingFrom: start ?? World.Exploration.silentMock, only: token)
    return ExploringTrait(exploration: exploration, hasStart: start != nil)
  }
}

extension Failure {
  fileprivate init(_ issue: Issue) {
    let place = issue.sourceLocation.map { "\($0.fileID):\($0.line)" }
    self.init(
      identity: place ?? "\(issue.kind)",
      text: (place.map { "\($0): " } ?? "") + "\(issue)")
    #if compiler(>=6.3)
      line = issue.sourceLocation.map { SourceLine(path: $0.filePath, number: $0.line) }
    #endif
  }
}
