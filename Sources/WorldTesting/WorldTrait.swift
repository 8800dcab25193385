// SPDX-License-Identifier: MIT

import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation

/// Gives each test a world of its own.
///
/// See ``Testing/Trait/world(_:autoAdvance:inParallel:system:timeout:_:)`` and
/// ``Testing/Trait/world(autoAdvance:inParallel:system:timeout:_:)``.
public struct WorldTrait: TestTrait, SuiteTrait, TestScoping {
  /// How the tasks of a test run.
  fileprivate struct Options: Sendable {
    var autoAdvance: Bool
    var inParallel: Bool
    /// `nil` where it is as around.
    var system: System?
    var timeout: Duration
  }

  /// What code gets in the steps of a test that asks the system for the time or for random numbers.
  ///
  /// ```swift
  /// @Test(.world(.mock, system: .live)) func theCertificateIsValid() async throws { … }
  /// ```
  ///
  /// It matters on Linux; for the date, in a world whose time stands still. The values of `Current` are those of the test's world in any case.
  /// See <doc:TestingOtherPackages>.
  public enum System: Sendable {
    /// What the test's world has: in `Date()`, `Int.random(in:)`, `shuffled()` and others, and in an exploration in `UUID()`.
    case world
    /// The system's own. Only the clocks of `Task.sleep` show the test's time.
    case live
  }

  private let options: Options
  /// Reads the recording that the tests replay.
  fileprivate let recording: RecordingFile?
  /// Whether the world is a changed copy of the one around.
  private let isChange: Bool
  private let change: @Sendable (inout World) -> Void

  fileprivate init(
    _ options: Options, isChange: Bool,
    recording: RecordingFile? = nil,
    change: @escaping @Sendable (inout World) -> Void
  ) {
    self.options = options
    self.recording = recording
    self.isChange = isChange
    self.change = change
  }

  /// A suite's trait applies to each of its tests.
  public var isRecursive: Bool { true }

  /// Each test case has a scope, one for each argument; a suite has none.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> WorldTrait? {
    testCase == nil ? nil : self
  }

  /// Makes the world of the enclosing traits anew: what a run of an exploration begins with.
  @TaskLocal static var maker: Maker?

  /// A structure, since a task-local that is a closure ends an optimized program of Swift 6.3.
  struct Maker: Sendable {
    let makeWorld: @Sendable () -> World
    /// Whether time passes by itself in that world.
    let autoAdvance: Bool
    let system: System
    /// How many traits made it.
    let depth: Int
  }

  /// Runs a test case in a world of its own, or in many worlds if `WORLD_EXPLORE` is set.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Tasks that run in parallel have no order to vary.
    let isInParallel = test.traits.contains { ($0 as? WorldTrait)?.options.inParallel == true }
    guard let sweep = ExploringTrait.sweep, !isInParallel else { return try await enter(test, function) }
    try await sweep.provideScope(for: test, testCase: testCase) { try await enter(test, function) }
  }

  private func enter(_ test: Test, _ function: @Sendable () async throws -> Void) async throws {
    // Without an enclosing scope a change starts from a mock world, so that nothing in a test is live by accident.
    // check-world: allow a test's world is a changed copy of its suite's
    let outer = Scope.innermost != nil ? Current : .mock
    var world = outer
    world.assignments.changes = Dependencies()
    change(&world)
    if world.assignments.changes.builtIns.contains(.timezone) { TestFailures.checkCalendar(of: world) }
    var recording: Recording?
    do throws(Recording.Unreadable) { recording = try self.recording?.recording(for: test) } catch {
      Issue.record(Comment(rawValue: error.description), sourceLocation: test.sourceLocation)
      return
    }
    if Scheduler.current == nil { recording?.matching = Matching() }
    let outerMaker = WorldTrait.maker
    let maker = Maker(
      makeWorld: { [change, recording] in
        var world = outerMaker?.makeWorld() ?? .mock
        change(&world)
        _ = recording?.replay(in: &world)
        return world
      }, autoAdvance: options.autoAdvance || isChange && outerMaker?.autoAdvance == true,
      system: options.system ?? outerMaker?.system ?? .world,
      depth: (outerMaker?.depth ?? 0) + 1)
    if let recording, recording.isAmbiguous, !test.isExploring, !World.Exploration.isExploring {
      try await rehearse(test, maker, function)
    }
    let replay = recording?.replay(in: &world)
    // An exploration reports its runs itself.
    defer { if !test.isExploring, !World.Exploration.isExploring { replay?.report(of: test) } }
    try await WorldTrait.$maker.withValue(maker) { [world] in
      try await run(test, in: world, maker, function)
    }
  }

  /// Runs a test for which recorded tasks the running ones are, and nothing else.
  private func rehearse(
    _ test: Test, _ maker: Maker, _ function: @Sendable () async throws -> Void
  ) async throws {
    #if compiler(>=6.2)
      var exploration = World.Exploration(runs: 1, startingFrom: maker.makeWorld)
      (exploration.isRehearsal, exploration.timeout) = (true, options.timeout)
      try await withEscaping(function) { [exploration] function in
        let handler = IssueHandlingTrait.filterIssues { _ in false }
        try await handler.provideScope(for: test, testCase: nil) {
          await ExploringTrait.$suppressesIssues.withValue(true) {
            _ = await exploration.run(whenBlocked: { _ in }, function)
          }
        }
      }
    #endif
  }

  private func run(
    _ test: Test, in world: World, _ maker: Maker, _ function: @Sendable () async throws -> Void
  ) async throws {
    let run = TestRun(test.nameAndPlace)
    if let scheduler = Scheduler.current {
      // A run of an exploration.
      scheduler.use(world.time, autoAdvance: maker.autoAdvance)
      scheduler.answerSystem(from: world, as: maker.system)
      scheduler.atEnd { run.end() }
      return try await world.run(run, operation: function)
    }
    let traits = test.traits.compactMap { $0 as? WorldTrait }
    // The innermost trait has the last word. An exploring test has a scheduler for each run.
    if maker.depth < traits.count || traits.contains(where: { $0.options.inParallel }) || !world.isMock
      || test.isExploring
    {
      defer { run.end() }
      return try await world.run(run, operation: function)
    }
    let scheduler = Scheduler()
    scheduler.use(world.time, autoAdvance: maker.autoAdvance)
    scheduler.answerSystem(from: world, as: maker.system)
    scheduler.atEnd { run.end() }
    defer { run.recordIssues() }
    try await withEscaping(function) { [options] function in
      try await WorldTrait.notingDates(of: scheduler, test) {
        try await scheduler.runTest(
          timeout: options.timeout,
          report: { $0.report(of: run.description) }
        ) {
          try await world.run(run, operation: function)
        }
      }
    }
  }

  /// Says with each issue that is recorded whether code asked the system for the date before, and got the world's.
  private static func notingDates(
    of scheduler: Scheduler, _ test: Test, _ operation: @escaping @Sendable () async throws -> Void
  ) async throws {
    #if compiler(>=6.2)
      let handler = IssueHandlingTrait.compactMapIssues { issue in
        // One of no test is shown to all handlers, and to Swift Testing itself.
        if Test.current == nil || TestFailures.isOfNoTest { return nil }
        guard let date = scheduler.dateThatWasRead else { return issue }
        var issue = issue
        issue.comments.append(
          "Date() was asked for, and is \(date.ISO8601Format()), the date of the test's world. For the system's: .world(.mock, system: .live)"
        )
        return issue
      }
      try await handler.provideScope(for: test, testCase: nil, performing: operation)
    #else
      try await operation()
    #endif
  }
}

extension Test {
  fileprivate var isExploring: Bool { traits.contains { $0 is ExploringTrait } }

  /// Whether it replays a recording.
  var isReplaying: Bool { traits.contains { ($0 as? WorldTrait)?.recording != nil } }
}

extension Trait where Self == WorldTrait {
  /// The trait needs a world.
  @available(*, unavailable, message: "write .world(.mock), or .world { $0.locale = … }")
  public static var world: WorldTrait { fatalError("unavailable") }

  /// Gives each test (each case of a parameterized one) this world.
  ///
  /// ```swift
  /// @Test(.world(.mock)) func greets() {
  ///   #expect(GreetingBuilder.build().text == "Good afternoon")
  /// }
  /// ```
  ///
  /// With a closure, the world is changed first: `.world(.mock) { $0.locale = { Locale(identifier: "fr_FR") } }`.
  ///
  /// On a suite it applies to every test inside. Traits compose, outermost first: a test's `.world { … }` changes a
  /// copy of its suite's world. Each case has a scope of its own, so tests run in parallel and don't see each other's
  /// worlds.
  ///
  /// In a mock world the tasks of a test run one step at a time, in the same order each time: its child tasks, those of
  /// `Task {}` and `Task.detached`, actors, and the main actor. See <doc:DeterministicTests>.
  ///
  /// Time stands still until the test moves it: `await Current.time.advance(by: .seconds(30))`. With `autoAdvance: true` it
  /// moves by itself to the end of the next sleep when no task of the test can continue.
  ///
  /// A test in which no task can continue fails at once, and says what its tasks wait for.
  ///
  /// - Parameters:
  ///   - world: Evaluated for each case, so that cases don't share what `.mock` counts and stores.
  ///   - autoAdvance: Whether time moves by itself when no task of the test can continue.
  ///   - inParallel: Whether the test's tasks run as Swift runs them, on several threads. The time machine then doesn't know when they sleep.
  ///   - system: What `Date()` and `Int.random(in:)` are in the test's steps: what its world has, or the system's own.
  ///   - timeout: After how long a line says what a test waits for, or which step computes or blocks its thread; in tenths
  ///     of a second, at least one. After six times that, a test that waits fails and ends.
  ///   - change: Changes the world.
  public static func world(
    _ world: @autoclosure @escaping @Sendable () -> World, autoAdvance: Bool = false,
    inParallel: Bool = false, system: WorldTrait.System = .world,
    timeout: Duration = .seconds(10), _ change: @escaping @Sendable (inout World) -> Void = { _ in }
  ) -> WorldTrait {
    WorldTrait(
      WorldTrait.Options(
        autoAdvance: autoAdvance, inParallel: inParallel, system: system, timeout: timeout), isChange: false
    ) {
      $0 = World.Exploration.applyingInput(to: world())
      $0.assignments.changes = Dependencies()
      change(&$0)
    }
  }

  /// Gives each test (each case of a parameterized one) a changed copy of the enclosing suite's world, or of
  /// `World.mock` if no enclosing suite has one.
  ///
  /// ```swift
  /// @Suite(.world { $0.locale = { Locale(identifier: "fr_FR") } })
  /// struct FrenchTests { … }
  /// ```
  ///
  /// - Parameters:
  ///   - autoAdvance: Whether time moves by itself when no task of the test can continue. It also does if that is so for the suite.
  ///   - inParallel: Whether the test's tasks run as Swift runs them, on several threads.
  ///   - system: What `Date()` and `Int.random(in:)` are in the test's steps; `nil` for what the suite says.
  ///   - timeout: How long a test may wait for something outside; see ``world(_:autoAdvance:inParallel:system:timeout:_:)``.
  ///   - change: Changes the world.
  public static func world(
    autoAdvance: Bool = false, inParallel: Bool = false, system: WorldTrait.System? = nil,
    timeout: Duration = .seconds(10),
    _ change: @escaping @Sendable (inout World) -> Void
  ) -> WorldTrait {
    WorldTrait(
      WorldTrait.Options(
        autoAdvance: autoAdvance, inParallel: inParallel, system: system, timeout: timeout), isChange: true,
      change: change)
  }

  /// Replays a recording of a live program in each test: what it read comes from the file, in the recorded order.
  ///
  /// ```swift
  /// @Test(.replaying("order-4711")) func order4711() async throws {
  ///   _ = try await checkout()
  /// }
  /// ```
  ///
  /// The file is `Tests/Worlds/order-4711.jsonl`, as a `World.Recorder` wrote it. The test does what the recorded operation did.
  /// The rest of its world is the mock world, or its suite's: what wasn't kept comes from the mocks. Time passes by itself.
  ///
  /// A call that isn't in the recording fails the test, with the first difference. Otherwise, a line on standard error says what
  /// the replay read more and less. If tasks of the recording begin with the same call, the test may run several times, of which the
  /// last one counts. See <doc:Replaying>.
  ///
  /// With ``exploring(_:varying:startingFrom:including:seed:deadline:timeout:mustBeRepeatable:sharesOnlyActors:)`` beside it, the orders
  /// that the recording leaves open are explored. Nothing else is.
  ///
  /// - Parameters:
  ///   - name: The name of the file, with or without `.jsonl`.
  ///   - timeout: How long a test may wait for something outside; see ``world(_:autoAdvance:inParallel:system:timeout:_:)``.
  ///   - change: Changes the world of which the recording replaces what it has.
  public static func replaying(
    _ name: String, timeout: Duration = .seconds(10),
    _ change: @escaping @Sendable (inout World) -> Void = { _ in }
  ) -> WorldTrait {
    replaying(timeout: timeout, change) { test throws(Recording.Unreadable) in
      try Recording(named: name.hasSuffix(".jsonl") ? String(name.dropLast(6)) : name, for: test)
    }
  }

  static func replaying(
    timeout: Duration = .seconds(10), _ change: @escaping @Sendable (inout World) -> Void = { _ in },
    _ recording: @escaping @Sendable (Test) throws(Recording.Unreadable) -> Recording
  ) -> WorldTrait {
    WorldTrait(
      WorldTrait.Options(autoAdvance: true, inParallel: false, system: nil, timeout: timeout), isChange: true,
      recording: RecordingFile(recording), change: change)
  }
}
