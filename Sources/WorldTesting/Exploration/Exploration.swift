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
    /// The maximum number of runs. The first run that fails is the last.
    package var runs: Int
    /// The dimensions in which the runs differ.
    package var dimensions: Dimensions
    /// The seed of all random choices. The same seed gives the same runs.
    package var seed: UInt64
    /// Makes the world that a run begins with, anew for each run. The run's choices are applied to it.
    package var start: @Sendable () async -> World
    /// Tokens of runs that failed before. They run before all others.
    package var including: [String]
    /// The token of the only run; `nil` for all runs.
    package var only: String?
    /// How long a run in which no task can continue waits for threads outside of it before it is a deadlock. A step that blocks
    /// its thread, computes, or waits for the main queue is reported after four times as long, and at least a second.
    ///
    /// A test that doesn't wait for such threads can use a shorter timeout.
    public var timeout = Duration.seconds(5)
    /// Whether a run that can't be repeated is a failure, and not only a remark in the report. Such a run reads a real
    /// clock, a random number from outside the world, or state that outlives a run.
    public var mustBeRepeatable = false
    /// Whether tasks share nothing but actors. Orders that differ only in when independent steps run are then left out.
    /// See <doc:ExplorationReference#Tasks-that-share-only-actors>.
    public var sharesOnlyActors = false
    /// Whether time passes by itself when no task can continue. The traits of a test's world override it.
    var autoAdvance = true
    /// The number of steps after which a run is ended and fails.
    var stepLimit = 100_000
    /// Where code that asks the system gets its values.
    var answers = WorldTrait.maker?.system ?? .world
    /// Whether the first failing run is the last. Otherwise, failing runs are counted.
    var stopsAtFailure = true
    /// Whether there is only one run, which isn't reported.
    var isRehearsal = false
    /// Whether states that no run reached are a failure.
    var mustReachStates = true
    /// The time after which no run begins; the first always does.
    var deadline: ContinuousClock.Instant?
    /// The processes that the body starts. If each run starts some, no more runs begin; `nil` to run the body anyway.
    var processes: StartedProcesses?
    /// Collects the failures of a run, except errors that the body throws.
    var failures = FailureLog()

    /// Creates an exploration.
    ///
    /// - Parameters:
    ///   - runs: The maximum number of runs.
    ///   - dimensions: The dimensions in which the runs differ.
    ///   - seed: The seed of all random choices.
    ///   - start: Makes the world that a run begins with.
    ///   - including: Tokens of runs that come first.
    ///   - only: The token of the only run.
    public init(
      runs: Int, varying dimensions: Dimensions = .all, seed: UInt64 = 0,
      startingFrom start: @escaping @Sendable () async -> World = Exploration.silentMock,
      including: [String] = [],
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

    /// Runs the body until a run fails or all runs are done, and shrinks a failing run to the smallest difference from
    /// the starting world.
    ///
    /// - Parameter body: The code to run. A run fails if it throws, if its tasks wait for each other, or if it doesn't end.
    public func run(_ body: @escaping @Sendable () async throws -> Void) async -> Report {
      RuntimeCheck.require()
      return await withCheckedContinuation { continuation in
        // A step that blocks its thread may still end after it was reported. The first report counts.
        let waiting = Lock<CheckedContinuation<Report, Never>?>(continuation)
        let finish: @Sendable (Report) -> Void = { report in
          waiting.withLock { $0.take() }?.resume(returning: report)
        }
        Task { finish(await run(whenBlocked: finish, canBeLeft: true, body)) }
      }
    }

    /// Runs the body like `run(_:)`, but returns only when no step of a run is under way.
    ///
    /// - Parameters:
    ///   - whenBlocked: Called if a step doesn't return; then this may never return.
    ///   - canBeLeft: Whether the caller goes on then. Otherwise the process ends.
    func run(
      whenBlocked: @escaping @Sendable (Report) -> Void, canBeLeft: Bool = false,
      _ body: @escaping @Sendable () async throws -> Void
    ) async -> Report {
      // The exploration has a watch of its own, and may wait long for others to end.
      let outer = Scheduler.current?.monitor
      outer?.beginWaitingForOther()
      defer { outer?.endWaitingForOther() }
      let slotOfProcess = await HooksAlone.takeSlot()
      let slot = await ExplorerThread.takeSlot()
      let test = TestIdentity.current?.name
      let monitor = TestMonitor(testNumber: TestIdentity.seed, slot: slot)
      let thread = ExplorerThread()
      // By then, a run in which no task can continue has ended.
      let ticker = Ticker.current
      let limit = TestLimit(max(timeout * 4, .seconds(1)))
      let watching = ticker.add {
        let look = monitor.look(ticker)
        // Steps are counted in a run, so only the running one has a limit.
        let stage = limit.stage(after: look.stepTime, isCancelled: false)
        guard let stage else { return nil }
        if look.isBlocked && !look.isWaitingForMain || stage > .warning, limit.claim(.failure) {
          _ = monitor.giveUpTurn()
          let report = monitor.report(after: look)
          limit.noteFailure("\(test ?? "An exploration"): \(report.failureText ?? "")")
          whenBlocked(report)
          limit.noteReport()
        } else if limit.claim(.warning) {
          // Other explorations needn't wait for this one.
          let others = monitor.giveUpTurn()
          HaltReport(look, in: monitor, isExploration: true).noting(others).report(of: test)
        }
        return canBeLeft ? nil : limit.stuck
      }
      defer {
        monitor.endTurn()
        ticker.remove(watching)
        thread.end()
        slot.free()
        slotOfProcess.free()
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
  static var isExploring: Bool { Scheduler.current?.isExplored == true }

  /// Returns a world with the input of the current run applied; outside of a run, the world unchanged.
  static func applyingInput(to world: World) -> World {
    guard let scheduler = Scheduler.current, let input = scheduler.input else { return world }
    return world.applying(input, in: scheduler)
  }
}

/// A failure of a run.
struct Failure: Hashable, Sendable {
  /// Identifies the failure in other runs: a source location, or a type of error.
  var identity: String
  var text: String
  var line: SourceLine?
}

/// The failures of the current run.
final class FailureLog: Sendable {
  private let failures = Lock<[Failure]>([])

  func note(_ failure: Failure) {
    failures.withLock { $0.append(failure) }
    Scheduler.current?.core.log.note(.failure(failure.line))
  }

  /// Returns the failures so far and removes them.
  func drain() -> [Failure] { failures.exchange([]) }
}
