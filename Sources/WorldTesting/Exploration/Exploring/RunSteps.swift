// SPDX-License-Identifier: MIT

/// The steps of a run with the entries of tasks into actors, and the jobs that became ready. From these, `RunStates` tells which
/// orders only repeat others.
struct RunSteps: Sendable {
  /// A job that became ready.
  struct Job: Sendable {
    var task: Int
    var isTask: Bool
    var isMain: Bool
    /// The number of steps when it became ready, and whether the last of them made it ready.
    var made: Int
    var isMade: Bool
  }

  struct Step: Sendable {
    var job: Int
    var entries: [RunLog.Entry] = []
    /// The tasks that began to wait for a time machine.
    var waiters: [Int] = []
  }

  private(set) var jobs: [Job] = []
  private(set) var steps: [Step] = []
  /// The steps before which one of several jobs was chosen.
  private(set) var choices: [Int] = []
  /// The steps before which time passed by itself.
  private(set) var passages: [(step: Int, duration: Duration)] = []

  /// - Parameter log: A log with entries.
  init(_ log: RunLog) {
    var isTimePassing = false
    for event in log.events {
      switch event {
      case .ready(let job):
        jobs.append(
          Job(
            task: job.task, isTask: job.isTask, isMain: job.place == .main, made: steps.count,
            isMade: !isTimePassing))
      case .step(let step):
        isTimePassing = false
        if step.isChoice { choices.append(steps.count) }
        steps.append(Step(job: step.job))
      case .entry(let entry): if !steps.isEmpty { steps[steps.count - 1].entries.append(entry) }
      case .timeWait(let task): if !steps.isEmpty { steps[steps.count - 1].waiters.append(task) }
      case .timePasses: isTimePassing = true
      case .timePassed(let duration): passages.append((steps.count, duration))
      case .created, .slept, .late, .cancellation, .nestedCall, .end, .failure: break
      }
    }
  }
}
