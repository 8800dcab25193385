// SPDX-License-Identifier: MIT

import World
import WorldMocks

extension World {
  /// A body of code that runs in many worlds, and with its tasks in many orders.
  ///
  /// ```swift
  /// let report = await World.Exploration(runs: 1_000).run {
  ///   let account = AccountBuilder.build()
  ///   async let first: Void = account.withdraw(60)
  ///   async let second: Void = account.withdraw(60)
  ///   _ = await (first, second)
  ///   if await account.balance < 0 { throw Overdrawn() }
  /// }
  /// ```
  ///
  /// In a test, write `@Test(.exploring(1_000))` instead.
  public struct Exploration: Sendable {
    /// The largest number of runs. The first run that fails is the last.
    public var runs: Int
    /// In what the runs differ.
    public var dimensions: Dimensions
    /// The seed of all random choices. The same seed gives the same runs.
    public var seed: UInt64
    /// Makes the world that a run begins with, anew for each run. What the run chooses is changed in it.
    public var start: @Sendable () -> World
    /// Tokens of runs that failed before. They run before all others.
    public var including: [String]
    /// The token of the only run; `nil` for all.
    public var only: String?
    /// How long to wait for threads outside of the run before a run in which no task can continue is a deadlock. A step that
    /// blocks its thread, computes, or waits for the main queue is reported after four times that, and a second at
    /// least.
    ///
    /// A test that waits for no such thread may have less.
    public var timeout = Duration.seconds(5)
    /// Whether it is a failure, and not a remark of the report, that a run isn't the same each time: that it reads a real clock, a
    /// random number that isn't the world's, or state that outlives a run.
    public var mustBeRepeatable = false
    /// Whether tasks share nothing but actors, so that orders are left out which differ only in when independent steps run. See
    /// <doc:ExplorationReference#Tasks-that-share-only-actors>.
    public var sharesOnlyActors = false
    /// Whether time passes by itself when no task can go on; the traits of a test's world may say otherwise.
    var autoAdvance = true
    /// After how many steps a run is ended and fails.
    var stepLimit = 100_000
    /// What code gets that asks the system.
    var answers = WorldTrait.maker?.system ?? .world
    /// Whether no run follows one that fails. Otherwise the runs that fail are counted.
    var stopsAtFailure = true
    /// Whether orders in which actors are entered as in no other come first.
    var readsActors = EnvironmentOptions.ofProcess.readsActors
    /// Whether there is one run, of which nothing is reported.
    var isRehearsal = false
    /// Whether states that no run reached are a failure.
    var mustReachStates = true
    /// When no more runs begin; the first always does.
    var deadline: ContinuousClock.Instant?
    /// The processes that a body starts; with them, no more runs begin. `nil` to run it all the same.
    var processes: StartedProcesses?
    /// What notes the failures of a run besides what the body throws.
    var failures = FailureLog()

    /// An exploration of so many runs.
    ///
    /// - Parameters:
    ///   - runs: The largest number of runs.
    ///   - dimensions: In what the runs differ.
    ///   - seed: The seed of all random choices.
    ///   - start: Makes the world that a run begins with.
    ///   - including: Tokens of runs that come first.
    ///   - only: The token of the only run.
    public init(
      runs: Int, varying dimensions: Dimensions = .all, seed: UInt64 = 0,
      startingFrom start: @escaping @Sendable () -> World = Exploration.silentMock, including: [String] = [],
      only: String? = nil
    ) {
      self.runs = runs
      self.dimensions = dimensions
      self.seed = seed
      self.start = start
      self.including = including
      self.only = only
    }

    /// `World.mock` with analytics that print nothing.
    @Sendable public static func silentMock() -> World {
      var world = World.mock
      world.analytics = Analytics { _ in }
      return world
    }

    /// Runs the body until a run fails, or all are done; shrinks what failed to the smallest difference from the starting
    /// world.
    ///
    /// - Parameter body: A run fails when it throws, when its tasks wait for each other, or when it doesn't end.
    public func run(_ body: @escaping @Sendable () async throws -> Void) async -> Report {
      RuntimeCheck.require()
      return await withCheckedContinuation { continuation in
        // A step that blocks its thread may end after it was reported: the first report counts.
        let waiting = Lock<CheckedContinuation<Report, Never>?>(continuation)
        let finish: @Sendable (Report) -> Void = { report in
          waiting.withLock { $0.take() }?.resume(returning: report)
        }
        Task { finish(await run(whenBlocked: finish, body)) }
      }
    }

    /// The same, but returns only when no step of a run is under way.
    ///
    /// - Parameter whenBlocked: Called if a step blocks its thread; then this may never return.
    func run(
      whenBlocked: @escaping @Sendable (Report) -> Void, _ body: @escaping @Sendable () async throws -> Void
    ) async -> Report {
      // It has a watch of its own, and may wait long until others end.
      let outer = Scheduler.current?.monitor
      outer?.noteExplorations(1)
      defer { outer?.noteExplorations(-1) }
      await ExplorerThread.limit.acquire()
      let test = TestIdentity.current?.name
      let monitor = StepMonitor(seed: TestIdentity.seed)
      let thread = ExplorerThread()
      // Before that, a run in which no task can go on has ended.
      let limit = max(Watch.looks(in: timeout) * 4, Watch.looks(in: .seconds(1)))
      let watching = Watch.ofProcess.add {
        guard let (halt, looks) = monitor.look(), looks >= limit else { return false }
        // Others needn't wait for it.
        let others = monitor.giveUpTurn()
        if halt == .blocked {
          whenBlocked(monitor.report(after: Watch.interval * looks))
        } else if halt.isInStep, looks == limit || looks == 6 * limit {
          HaltReport(
            halt, after: Watch.interval * looks, in: monitor.functions, isExploration: true, isFailure: false
          ).noting(others).report(of: test)
        }
        return halt.isBlocked
      }
      defer {
        monitor.endTurn()
        Watch.ofProcess.remove(watching)
        thread.end()
        ExplorerThread.limit.release()
      }
      return await Task(executorPreference: thread) {
        // No suspension: all runs are inside this one job of the explorer's thread.
        CrashReport.ofProcess.noting(test, monitor) {
          Explorer(self, body: body, monitor: monitor).explore()
        }
      }.value
    }
  }
}

extension World.Exploration {
  /// Whether this code is part of a run.
  static var isExploring: Bool { Scheduler.current?.input != nil }

  /// A world as it is in the run that this code is part of; outside of runs, the world.
  static func applyingInput(to world: World) -> World {
    guard let scheduler = Scheduler.current, let input = scheduler.input else { return world }
    return world.applying(input, in: scheduler)
  }
}

/// What failed in a run.
struct Failure: Hashable, Sendable {
  /// What is the same whenever it is this failure: a place in the source, or a type of error.
  var identity: String
  var text: String
  var line: SourceLine?
}

/// The failures of the run that is under way.
final class FailureLog: Sendable {
  private let failures = Lock<[Failure]>([])

  func note(_ failure: Failure) {
    failures.withLock { $0.append(failure) }
    Scheduler.current?.state.withLock { $0.stepLog?.fail(at: failure.line) }
  }

  /// The failures so far, which are then forgotten.
  func drain() -> [Failure] {
    failures.withLock { failures in
      defer { failures = [] }
      return failures
    }
  }
}
