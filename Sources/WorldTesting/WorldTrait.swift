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
    /// `nil` to use the enclosing trait's.
    var system: System?
    var timeout: Duration
  }

  /// Where code that asks the system for the time or for random numbers gets them during a test.
  ///
  /// ```swift
  /// @Test(.world(.mock, system: .live)) func theCertificateIsValid() async throws { … }
  /// ```
  ///
  /// This has an effect only on Linux, and on dates only if the world's time stands still. `Current` always returns the
  /// values of the test's world. See <doc:TestingOtherPackages>.
  public enum System: Sendable {
    /// The test's world, for `Date()`, `Int.random(in:)`, `shuffled()` and others, and in an exploration for `UUID()`.
    case world
    /// The system. Only the clocks of `Task.sleep` show the test's time.
    case live
  }

  fileprivate let options: Options
  /// Reads the recording that the tests replay.
  fileprivate var recording: (@Sendable (Test) throws(Recording.Unreadable) -> Recording)?
  /// Makes the world that is changed; `nil` to change a copy of the enclosing trait's.
  fileprivate var world: (@Sendable () -> World)?
  fileprivate let change: @Sendable (inout World) async -> Void
  /// Whether a suite has it, and not a test. Copies share it.
  private let isOfSuite = LockedValue(false)

  /// A suite's trait applies to each of its tests.
  public var isRecursive: Bool { true }

  /// Notes the suite that has the trait, before any test runs.
  public func prepare(for test: Test) async throws {
    if test.isSuite { isOfSuite.withLock { $0 = true } }
  }

  /// Each test case has a scope, one for each argument; a suite has none.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> WorldTrait? {
    testCase == nil ? nil : self
  }

  /// Makes the enclosing traits' world anew for each run of an exploration.
  @TaskLocal static var maker: Maker?

  /// A structure, because a closure as a task-local crashes optimized programs in Swift 6.3.
  struct Maker: Sendable {
    let makeWorld: @Sendable () async -> World
    /// Whether time passes by itself in that world.
    let autoAdvance: Bool
    let system: System
    /// The number of traits that made it.
    let depth: Int
    /// Whether the innermost of them is a suite's.
    let isOfSuite: Bool
    /// What the traits assigned to their world.
    let changes: Changes
    /// What a failure says of an enclosing trait whose world was discarded.
    let comment: String?
  }

  /// Runs a test case in a world of its own, or in many worlds if `WORLD_EXPLORE` is set.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await TestFailures.recordEarlyIssues()
    // Tasks that run in parallel have no order to vary.
    let isInParallel = test.traits.contains { ($0 as? WorldTrait)?.options.inParallel == true }
    guard let sweep = ExploringTrait.sweep, !isInParallel else { return try await enter(test, function) }
    try await sweep.provideScope(for: test, testCase: testCase) { try await enter(test, function) }
  }

  private func enter(_ test: Test, _ function: @Sendable () async throws -> Void) async throws {
    // Without an enclosing scope a change starts from a mock world, so that nothing in a test is live by accident.
    // check-world: allow a test's world is a changed copy of its suite's
    var world = self.world?() ?? (Scope.innermost != nil ? Current : .mock)
    var changes = await world.update(change)
    Scheduler.current?.reads.noteFixed(changes.builtIns)
    if changes.builtIns.contains(.timezone) { TestFailures.checkCalendar(of: world) }
    var recording: Recording?
    do throws(Recording.Unreadable) { recording = try self.recording?(test) } catch {
      Issue.record(Comment(rawValue: error.description), sourceLocation: test.sourceLocation)
      return
    }
    if Scheduler.current == nil { recording?.matching = Matching() }
    let outerMaker = WorldTrait.maker
    var comment = outerMaker?.comment
    if self.world != nil {
      comment = outerMaker.flatMap { reportDiscarding($0, in: test) }
    } else if let outerMaker {
      changes.formUnion(outerMaker.changes)
    }
    let maker = Maker(
      makeWorld: { [makeWorld = self.world, change, recording] in
        var world: World = if let makeWorld { makeWorld() } else { await outerMaker?.makeWorld() ?? .mock }
        await change(&world)
        _ = recording?.replay(in: &world)
        return world
      }, autoAdvance: options.autoAdvance || self.world == nil && outerMaker?.autoAdvance == true,
      system: options.system ?? outerMaker?.system ?? .world,
      depth: (outerMaker?.depth ?? 0) + 1, isOfSuite: isOfSuite.value,
      changes: changes, comment: comment)
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

  /// Fails a test of which one trait discards another.
  ///
  /// - Returns: What a failure says if the other is a suite's, which a test may replace on purpose.
  private func reportDiscarding(_ outer: Maker, in test: Test) -> String? {
    let fix = "To keep it, write .world { … }, which changes a copy"
    if outer.isOfSuite || isOfSuite.value {
      return outer.changes.isEmpty
        ? nil : "The trait .world(…) discards what the suite's traits assigned\(outer.changes.names). \(fix)."
    }
    Issue.record(
      """
      The test's trait .world(…) discards the trait .world before it, and what that assigned\(outer.changes.names). To fix \
      it, write one trait, .world(.mock) { … }, or the one with a world first: .world(.mock), .world { … }
      """, sourceLocation: test.sourceLocation)
    return nil
  }

  /// Runs a test only to find out which running task is which recorded task.
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
    // Only the innermost trait makes a scheduler. An exploring test has a scheduler for each run.
    if maker.depth < traits.count || !world.isMock || test.isExploring {
      defer { run.end() }
      return try await world.run(run, operation: function)
    }
    if traits.contains(where: { $0.options.inParallel }) {
      defer { run.end() }
      return try await withEscaping(function) { function in
        try await FailureComments(of: test, in: world, maker).explaining {
          try await world.run(run, operation: function)
        }
      }
    }
    let slot = await HooksAlone.takeSlot()
    defer { slot.free() }
    let scheduler = Scheduler()
    scheduler.use(world.time, autoAdvance: maker.autoAdvance)
    scheduler.answerSystem(from: world, as: maker.system)
    scheduler.atEnd { run.end() }
    defer { run.recordIssues() }
    try await withEscaping(function) { [options] function in
      try await FailureComments(of: test, in: world, maker, scheduler).explaining {
        try await scheduler.runTest(timeout: options.timeout, report: { $0.report(of: run.description) }) {
          try await world.run(run, operation: function)
        }
      }
    }
  }
}

extension Test {
  fileprivate var isExploring: Bool { traits.contains { $0 is ExploringTrait } }

  /// Whether the test replays a recording.
  var isReplaying: Bool { traits.contains { ($0 as? WorldTrait)?.recording != nil } }
}

extension Trait where Self == WorldTrait {
  /// The trait needs a world.
  @available(*, unavailable, message: "write .world(.mock), or .world { $0.locale = … }")
  public static var world: WorldTrait { fatalError("unavailable") }

  /// The options need a world.
  @available(*, unavailable, message: "write .world(.mock, autoAdvance: true)")
  public static func world(
    autoAdvance: Bool = false, inParallel: Bool = false, system: WorldTrait.System? = nil,
    timeout: Duration = .seconds(10)
  ) -> WorldTrait { fatalError("unavailable") }

  /// Gives each test, or each case of a parameterized test, this world.
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
  /// In a mock world, a test's tasks run one step at a time, in the same order each time: child tasks, `Task {}` and
  /// `Task.detached`, actors, and the main actor. See <doc:DeterministicTests>.
  ///
  /// Time stands still until the test moves it: `await Current.time.advance(by: .seconds(30))`. With `autoAdvance: true` it
  /// moves by itself to the end of the next sleep when no task of the test can continue.
  ///
  /// If no task of the test can continue, the test fails at once and says what its tasks wait for.
  ///
  /// - Parameters:
  ///   - world: The test's world. It is evaluated for each case, so that cases don't share what `.mock` counts and stores.
  ///   - autoAdvance: Whether time moves by itself when no task of the test can continue.
  ///   - inParallel: Whether the test's tasks run on several threads, as usual in Swift. The time machine then doesn't
  ///     know when they sleep.
  ///   - system: Where `Date()` and `Int.random(in:)` get their values during the test: from its world, or from the system.
  ///   - timeout: The time after which a line on standard error says what the test's tasks do; at least a tenth of a second. After
  ///     six times that, the test fails and is ended. Only time in which the test could run counts.
  ///   - change: Changes the world, before the test begins. It may be asynchronous, or the main actor's. `Current` isn't the test's
  ///     world yet: read `$0`. The limit begins after it.
  public static func world(
    _ world: @autoclosure @escaping @Sendable () -> World, autoAdvance: Bool = false,
    inParallel: Bool = false, system: WorldTrait.System = .world,
    timeout: Duration = .seconds(10), _ change: @escaping @Sendable (inout World) async -> Void = { _ in }
  ) -> WorldTrait {
    WorldTrait(
      options: WorldTrait.Options(
        autoAdvance: autoAdvance, inParallel: inParallel, system: system, timeout: timeout),
      world: { World.Exploration.applyingInput(to: world()) }, change: change)
  }

  /// Gives each test, or each case of a parameterized test, a changed copy of the enclosing suite's world, or of
  /// `World.mock` if no enclosing suite has one.
  ///
  /// ```swift
  /// @Suite(.world { $0.locale = { Locale(identifier: "fr_FR") } })
  /// struct FrenchTests { … }
  /// ```
  ///
  /// - Parameters:
  ///   - autoAdvance: Whether time moves by itself when no task of the test can continue. It also moves if the suite sets this.
  ///   - inParallel: Whether the test's tasks run on several threads, as usual in Swift.
  ///   - system: Where `Date()` and `Int.random(in:)` get their values during the test; `nil` for the suite's choice.
  ///   - timeout: The limit of the test; see ``world(_:autoAdvance:inParallel:system:timeout:_:)``.
  ///   - change: Changes the world, before the test begins. It may be asynchronous, or the main actor's.
  public static func world(
    autoAdvance: Bool = false, inParallel: Bool = false, system: WorldTrait.System? = nil,
    timeout: Duration = .seconds(10),
    _ change: @escaping @Sendable (inout World) async -> Void
  ) -> WorldTrait {
    WorldTrait(
      options: WorldTrait.Options(
        autoAdvance: autoAdvance, inParallel: inParallel, system: system, timeout: timeout),
      change: change)
  }

  /// Replays a recording of a live program in each test: recorded values come from the file, in the recorded order.
  ///
  /// ```swift
  /// @Test(.replaying("order-4711")) func order4711() async throws {
  ///   _ = try await checkout()
  /// }
  /// ```
  ///
  /// The file is `Tests/Worlds/order-4711.jsonl`, as written by a `World.Recorder`. The test runs the code that was
  /// recorded. Values that weren't recorded come from the suite's world, or from the mock world. Time passes by itself.
  ///
  /// A call that isn't in the recording fails the test and shows the first difference. Otherwise, a line on standard
  /// error lists additional and missing reads. If several recorded tasks begin with the same call, the test may run
  /// several times; only the last run counts. See <doc:Replaying>.
  ///
  /// With ``exploring(_:varying:startingFrom:including:seed:deadline:timeout:mustBeRepeatable:sharesOnlyActors:)``,
  /// only the orders that the recording leaves open are explored.
  ///
  /// - Parameters:
  ///   - name: The name of the file, with or without `.jsonl`.
  ///   - timeout: The limit of the test; see ``world(_:autoAdvance:inParallel:system:timeout:_:)``.
  ///   - change: Changes the world before the recording replaces its values.
  public static func replaying(
    _ name: String, timeout: Duration = .seconds(10),
    _ change: @escaping @Sendable (inout World) async -> Void = { _ in }
  ) -> WorldTrait {
    replaying(timeout: timeout, change) { test throws(Recording.Unreadable) in
      try Recording(named: name.hasSuffix(".jsonl") ? String(name.dropLast(6)) : name, for: test)
    }
  }

  static func replaying(
    timeout: Duration = .seconds(10), _ change: @escaping @Sendable (inout World) async -> Void = { _ in },
    _ read: @escaping @Sendable (Test) throws(Recording.Unreadable) -> Recording
  ) -> WorldTrait {
    // It is read once for all runs.
    let known = LockedValue<Recording?>(nil)
    return WorldTrait(
      options: WorldTrait.Options(autoAdvance: true, inParallel: false, system: nil, timeout: timeout),
      recording: { test throws(Recording.Unreadable) in
        if let recording = known.value { return recording }
        let recording = try read(test)
        known.withLock { $0 = recording }
        return recording
      }, change: change)
  }
}
