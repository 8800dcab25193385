// SPDX-License-Identifier: MIT

import CWorldTesting
import Foundation
import World

/// The outcome of a run.
struct RunOutcome: Sendable {
  var failure: Failure?
  var isDeadlock = false
  /// Whether only a step of the run could have ended the deadlock.
  var isProved = false
  /// The choices that were made, with which it can be run again.
  var input: RunInput
  var trace: Trace
  /// How many jobs were ready at each choice.
  var limits: [Int]
  /// The trace before each choice.
  var prefixes: [UInt64]
  /// Whether Swift may have orders that begin like this one, and that no choice makes.
  var omitsOrders: Bool
  /// The steps of each task, and its lineage.
  var steps: [Int]
  var lineages: [UInt64]
  var stepCount: Int
  /// How often a thread outside made a job ready.
  var arrivals: Int
  /// Where the first of these jobs goes on, and its callers; none if it isn't a task.
  var arrivalFunctions: [CodeAddress]
  var reads: World.Exploration.Dimensions
  /// The dimensions that the test or its traits assigned.
  var fixed: World.Exploration.Dimensions
  /// Whether time passed in it.
  var usesTime: Bool
  /// The dimensions that it read only from the system.
  var readsOfSystem: World.Exploration.Dimensions
  /// Where it called `UUID()` first, and the callers.
  var uuidCallers: [CodeAddress]
  /// The random numbers that it read, up to a limit.
  var randomNumbers: [UInt64]
  /// Which of them it asked the system for, and where.
  var randomCallers: [Int: CodeAddress]
  /// The values that it drew, up to a limit.
  var drawnValues: [DrawnValue]
  /// Whether a step used a queue or a thread, or a task ran on another executor: their orders aren't explored.
  var hasWorkOutside: Bool
  /// Whether a planned choice didn't come up.
  var isCutShort: Bool
  var sleeps: Int
  /// The fault points that were reached, and all that were declared.
  var faults: Set<String>
  var declaredFaults: Set<String>
  var faultFiles: [StaticString]
  /// The states of `World.mustReach`, and whether the run reached each.
  var states: [String: Bool]
  /// The time zone of the starting world, if a report describes the run.
  var timezone: TimeZone?
  /// What it did.
  var log: RunLog
  /// What its tasks did, if a report describes the run.
  var described: DescribedRun?

  /// Whether it differs from the starting world only in its order, durations or faults.
  var isOfOrder: Bool { !input.dimensions.isEmpty && input.dimensions.isDisjoint(with: .ofWorld) }

  /// Whether tasks were seen to share something besides actors, or to call one actor from another.
  var sharesMoreThanActors: Bool {
    !reads.isDisjoint(with: .chance)
      || log.events.contains {
        switch $0 {
        case .cancellation, .nestedCall: true
        default: false
        }
      }
  }

  init(_ scheduler: Scheduler, _ input: RunInput) {
    self.init(scheduler.core, scheduler.reads, input)
    if world_testing_sees_work_outside(), scheduler.test.hasWorkOutside { hasWorkOutside = true }
    timezone = scheduler.test.timezone
  }

  private init(_ core: borrowing RunCore, _ seen: Reads, _ input: RunInput) {
    self.input = input
    self.input.schedule = core.chooser.row.taken
    self.input.durations = core.lateness.sleeps.taken
    self.input.lateSteps = core.lateness.steps.taken
    self.input.faults = core.faults.taken
    (randomNumbers, randomCallers) = seen.randomNumbers.withLock { ($0.read, $0.callers) }
    drawnValues = seen.drawnValues
    uuidCallers = seen.uuidCallers.withLock { $0 }
    if input.randomNumbers != nil { self.input.randomNumbers = randomNumbers }
    log = core.log
    (trace, prefixes, limits) = log.choices
    omitsOrders = core.coverage.omitsOrders
    hasWorkOutside = !core.tasks.outside.isEmpty
    steps = core.tasks.steps
    lineages = core.chooser.row.lineages
    stepCount = core.stepCount
    arrivals = core.log.outsideArrivals
    arrivalFunctions = core.log.arrivalFunctions
    faults = Set(core.faults.rows.keys)
    declaredFaults = core.faults.declared.union(faults)
    faultFiles = core.faults.files
    states = core.faults.states
    sleeps = core.lateness.sleeps.count
    isCutShort =
      core.chooser.row.isCutShort || core.lateness.sleeps.isCutShort || core.lateness.steps.isCutShort
      || core.faults.rows.values.contains { $0.isCutShort }
      || !faults.isSuperset(of: input.faults.keys)
      || randomNumbers.count < input.randomNumbers?.count ?? 0
    if log.hasFunctions {
      described = DescribedRun(log)
      described?.faults = core.faults.words
    }
    readsOfSystem = seen.onlyOfSystem
    (fixed, usesTime) = (seen.fixed, core.time.passed > .zero)
    var reads = seen.dimensions
    if !limits.isEmpty { reads.insert(.schedule) }
    if sleeps > 0 { reads.insert(.durations) }
    if !faults.isEmpty { reads.insert(.faults) }
    // A calendar that isn't set is made of both.
    if reads.isSuperset(of: [.timezone, .locale]) { reads.insert(.calendar) }
    self.reads = reads
  }

  /// The text from which it can be run again.
  var token: String {
    let text = Token(input, trace: trace).text
    assert(Token(text)?.input == input, "the token is of another run")
    return text
  }

  /// Returns whether it did the same as the run that its order follows, up to the added choice.
  func begins(as plan: Plan) -> Bool {
    guard let prefix = plan.order?.prefix, let last = plan.input.schedule.switches.last else { return true }
    return last.index < prefixes.count && prefixes[last.index] == prefix
  }

  /// Whether two runs did the same: the same steps, and the same failure.
  func isSame(as other: RunOutcome) -> Bool {
    trace == other.trace && failure?.identity == other.failure?.identity
  }
}

extension RunLog {
  /// The run's trace, the hash before each choice, and how many jobs were ready at each.
  var choices: (trace: Trace, prefixes: [UInt64], counts: [Int]) {
    var (trace, prefixes, counts) = (Trace(), [UInt64](), [Int]())
    // A debug build takes long to iterate over an array.
    events.withUnsafeBufferPointer { events in
      var index = 0
      while index < events.count {
        if case .step(let step) = events[index] {
          if step.isChoice {
            prefixes.append(trace.hash)
            counts.append(step.count)
          }
          trace.add(step.order, of: step.count)
        }
        index += 1
      }
    }
    return (trace, prefixes, counts)
  }
}
