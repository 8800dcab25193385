// SPDX-License-Identifier: MIT

import Foundation
import SweepReports
import World

extension World.Exploration {
  /// The result of an exploration.
  public struct Report: Sendable, CustomStringConvertible {
    /// The number of runs, without those of shrinking.
    public internal(set) var runs = 0
    /// The number of the run that failed, counted from 1; `nil` if none did.
    public internal(set) var failedAt: Int?
    /// A description of the failure; `nil` if no run failed.
    public var failureText: String? { failure?.text }
    /// The dimensions in which the smallest failing run differs from the starting world.
    public var failingDimensions: Dimensions {
      (failingInput?.dimensions ?? []).subtracting(failsWithStartingNumbers ? .randomSeed : [])
    }
    /// The token of the smallest failing run. `World.Exploration(runs: 1, only: token)` runs it again.
    public internal(set) var token: String?
    /// The number of runs that shrinking took.
    package internal(set) var shrinkRuns = 0
    /// The dimensions that runs read, and in which they could therefore differ.
    public internal(set) var reads: Dimensions = []
    /// Whether all orders of the starting world's tasks were run, in the steps of this build, each from one suspension
    /// to the next. It is `false` if a run can't be repeated, or if a thread outside took part. With
    /// ``World/Exploration/sharesOnlyActors``, orders that only repeat others don't count.
    public var hasRunAllOrders: Bool { orders.areComplete && knowsOrders }
    /// Whether choices are known to make all orders: nothing outside took part, and World knows the runtime.
    var knowsOrders: Bool {
      isRepeatable && !hasArrivals && !hasWorkOutside && RuntimeCheck.ofProcess.knowsOrders
    }
    /// The number of orders of the starting world's tasks that were run systematically.
    public var orderCount: Int { orders.count }
    /// The fault points that no run reached: those that `World.Fault.inject` made, and those of each source file,
    /// except tests, in which a run reached another `World.Fault.point`.
    public var unreachedFaults: [String] {
      let inFiles = faultFiles.map { FaultPoints.names(inFile: $0.description) }
      return inFiles.reduce(declaredFaults) { $0.union($1) }.subtracting(reachedFaults)
        .subtracting(states.keys).sorted()
    }
    /// The states of `World.mustReach` that no run reached.
    public var unreachedStates: [String] { states.filter { !$0.value }.keys.sorted() }

    /// The seed of all random choices.
    public let seed: UInt64
    var failure: Failure?
    /// The number of runs that had failed up to then.
    var failures = 1
    var failingInput: RunInput?
    /// Whether it also fails with the starting world's random numbers, which are larger than its own.
    var failsWithStartingNumbers = false
    /// Whether sets and dictionaries have the same order in each process.
    var hasSameHashes = EnvironmentOptions.ofProcess.hasSameHashes
    /// The values that the failing run drew.
    var drawnValues: [DrawnValue] = []
    /// The random numbers that the failing run asked the system for, and where.
    var randomCallers: [Int: CodeAddress] = [:]
    /// The dimensions that the failing run read only from the system.
    var readsOfSystem: Dimensions = []
    /// The values that the test or its traits assigned, so that runs didn't differ in them.
    private(set) var fixed: Dimensions = []
    /// Whether a run used the time of its world.
    private(set) var usesTime = false
    /// Whether nothing could differ.
    var readsNothing: Bool { reads.isEmpty && !usesTime }
    /// Whether this is the report of a token's run.
    var isReplay = false
    /// Whether that token was given beside others, or remembered.
    var isRemembered = false
    /// Whether a program explored, and not a test.
    var isOfProgram = false
    /// The tokens whose runs are no longer those that they were made from.
    var changedTokens: [String] = []
    /// The fault points in tokens that their runs didn't reach.
    var missingFaults: Set<String> = []
    /// The maximum number of runs that was planned.
    var plannedRuns = 0
    /// Whether a process ended in each run, so that only a few runs were made.
    var startsProcesses = false
    /// Whether time was over before all runs were made.
    var isOutOfTime = false
    /// Whether shrinking was stopped before it was done.
    var isShrinkingCutShort = false
    /// The runs, by the dimensions in which they differed from the starting world.
    private var tallies: [Dimensions: Tally] = [:]
    /// Hashes of the runs' orders, up to a limit.
    private var traces: Set<UInt64> = []
    /// The step counts of two runs of one input that differed, and how often a thread outside took part; twice the same count if a run
    /// didn't begin like the one that its order follows.
    var differs: (steps: (Int, Int), arrivals: Int)?
    /// How the second run ended if its steps were the same.
    var otherEnd: String?
    var orders = Orders()
    /// Whether the test says that its tasks share only actors.
    var sharesOnlyActors = false
    var described: DescribedRun?
    /// The time zone of the starting world, if a date is explained.
    var timezone: TimeZone?
    /// Inputs that pass, and differ from the failing one in a single dimension.
    var neighbours: [Neighbour] = []
    /// The dimensions in which neighbours were sought.
    var compared: Dimensions = []
    var reachedFaults: Set<String> = []
    var declaredFaults: Set<String> = []
    private var faultFiles: [StaticString] = []
    /// The states of `World.mustReach`, and whether any run reached each.
    private(set) var states: [String: Bool] = [:]
    private(set) var arrivals = 0
    /// Whether a step used a queue or a thread, or a task ran on another executor.
    private(set) var hasWorkOutside = false
    /// Where the first task that something outside resumed went on.
    private var arrivalFunctions: [CodeAddress] = []
    /// Where the first run that called `UUID()` did so first, and the callers.
    private var uuidCallers: [CodeAddress] = []

    init(seed: UInt64) { self.seed = seed }

    /// Returns the report of a step that doesn't end.
    ///
    /// - Parameter step: The step, in words.
    static func stuck(_ step: String, _ look: TestMonitor.Look, token: String?) -> Report {
      var report = Report(seed: 0)
      report.failure = Failure(
        identity: "blocked",
        text: look.isBlocked
          ? "\(step) has blocked its thread for \(look.stepTime.inPlainSeconds) s. It waits for a lock, a semaphore or input. No other task can end that, because all tasks of a run share one thread"
          : "\(step) has run for \(look.stepTime.inPlainSeconds) s. It computes, or asks again and again for what no other task can do meanwhile, because all tasks of a run share one thread"
      )
      report.token = token
      return report
    }

    mutating func note(_ outcome: RunOutcome) {
      tallies[outcome.input.dimensions, default: Tally()].runs += 1
      if outcome.failure != nil { tallies[outcome.input.dimensions, default: Tally()].failures += 1 }
      if traces.count < SweepReport.orderLimit { traces.insert(outcome.trace.hash) }
      reads.formUnion(outcome.reads)
      fixed.formUnion(outcome.fixed)
      usesTime = usesTime || outcome.usesTime
      reachedFaults.formUnion(outcome.faults)
      declaredFaults.formUnion(outcome.declaredFaults)
      for file in outcome.faultFiles where !faultFiles.contains(where: { $0.utf8Start == file.utf8Start }) {
        faultFiles.append(file)
      }
      states.merge(outcome.states) { $0 || $1 }
      if arrivals == 0 { arrivalFunctions = outcome.arrivalFunctions }
      if uuidCallers.isEmpty { uuidCallers = outcome.uuidCallers }
      arrivals += outcome.arrivals
      if outcome.hasWorkOutside { hasWorkOutside = true }
    }

    /// `: first in …`
    var firstArrival: String { Report.first(of: arrivalFunctions, isStart: true) }

    /// What is said of `UUID()` if runs can't be repeated; `nil` if no run called it.
    var uuidInWords: String? {
      if uuidCallers.isEmpty { return nil }
      // The functions of Foundation have no lines.
      let places = CodePlaces(of: Set(uuidCallers))
      let own = Array(uuidCallers.drop { places.line(of: [$0]) == nil })
      return
        "`UUID()` is called\(Report.first(of: own, isStart: false)). It makes the same identifiers in each run, so that a file that is named by one, and isn't removed, changes the next run."
    }

    private static func first(of functions: [CodeAddress], isStart: Bool) -> String {
      CodePlaces(of: Set(functions)).nameAndCall(of: functions, isStart: isStart).map { ": first in \($0)" }
        ?? ""
    }

    /// Fails if no run reached a state, unless something else failed or the runs were too few to say that.
    mutating func requireStates() {
      guard failure == nil, !isReplay, !isOutOfTime, !unreachedStates.isEmpty else { return }
      failure = Failure(
        identity: "unreached",
        text: "\(runsInWords), but no run reached \(unreachedStates.inQuotes): "
          + "the test proves nothing about that."
          + World.Issue.text(of: [
            "let the test do what leads there", "give it more runs, or faults by `World.Fault.inject`",
            "if it can't be reached, remove the `World.mustReach`",
          ]))
    }

    /// Fails if runs can't be repeated, unless something else failed. The report says what is known of the cause.
    mutating func requireRepeatability() {
      guard failure == nil, !isRepeatable else { return }
      failure = Failure(
        identity: "unrepeatable", text: "\(runsInWords), but runs must be repeatable, and aren't.")
    }

    /// Whether the run fails in another world, in the simplest order, maybe because the test expects a certain world.
    var needsWorld: Bool { !failingDimensions.isEmpty && failingDimensions.isSubset(of: .ofWorld) }

    /// Whether the run fails only because sleeps last a millisecond longer than asked for.
    var needsExactTimes: Bool {
      guard let input = failingInput, failingDimensions == .durations, input.lateSteps.isEmpty else {
        return false
      }
      return input.durations.entries.allSatisfy { $0.value == 1 }
    }

    /// The number of different orders, up to a limit.
    var distinctOrderCount: Int { traces.count }

    /// Whether each run that was repeated did the same again.
    public var isRepeatable: Bool { differs == nil }
    /// Whether a thread outside took part in any run.
    var hasArrivals: Bool { arrivals > 0 }
    /// Whether a step didn't return.
    var isStuck: Bool { failure?.identity == "blocked" }
    /// Whether a pass says little: runs can't be repeated, the run of a token has changed, or nothing could differ.
    var isWeak: Bool { !isRepeatable || !changedTokens.isEmpty || !isReplay && readsNothing }

    /// Counts the runs that differ in all these dimensions, and maybe in others, and the failures among them.
    func tally(of dimensions: Dimensions = []) -> Tally {
      tallies.reduce(into: Tally()) { sum, entry in
        guard entry.key.isSuperset(of: dimensions) else { return }
        sum.runs += entry.value.runs
        sum.failures += entry.value.failures
      }
    }
  }

  /// Some runs, and how many of them failed.
  struct Tally: Hashable, Sendable {
    var runs = 0
    var failures = 0
  }
}
