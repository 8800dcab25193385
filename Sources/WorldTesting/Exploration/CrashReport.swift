// SPDX-License-Identifier: MIT

import CWorldTesting
import Foundation
import World

/// Says which run of an exploration ended the process: `exit`, `fatalError`, a trap, or a bad access. No test can catch them.
final class CrashReport: Sendable {
  static let ofProcess: CrashReport = {
    let report = CrashReport()
    world_testing_on_crash { thread in
      for line in CrashReport.ofProcess.lines(thread) { writeLineToStandardError(line) }
    }
    atexit {
      for line in CrashReport.ofProcess.lines(world_testing_thread(), isExit: true) {
        writeLineToStandardError(line)
      }
    }
    return report
  }()

  private struct Exploring: Sendable {
    var test: String?
    var monitor: StepMonitor
  }

  /// The explorations that are under way, by their threads.
  private let explorations = Lock<[UInt: Exploring]>([:])

  /// Notes that the calling thread explores, while an operation runs.
  func noting<Result>(_ test: String?, _ monitor: StepMonitor, _ operation: () -> Result) -> Result {
    let thread = world_testing_thread()
    explorations.withLock { $0[thread] = Exploring(test: test, monitor: monitor) }
    defer { explorations.withLock { $0[thread] = nil } }
    return operation()
  }

  /// What to print.
  ///
  /// - Parameters:
  ///   - thread: The thread that crashed. If it doesn't explore, as the main thread that runs a step of the main actor,
  ///     each exploration may be to blame.
  ///   - isExit: Whether it is the calling thread, which exits. If it runs no step, no exploration is to blame.
  func lines(_ thread: UInt, isExit: Bool = false) -> [String] {
    let all = explorations.withLock { $0 }
    let scheduler = isExit ? Scheduler.current : nil
    let own = all[thread] ?? all.values.first { scheduler != nil && $0.monitor.scheduler === scheduler }
    return (own.map { [$0] } ?? (isExit ? [] : Array(all.values))).compactMap { exploring in
      guard let scheduler = exploring.monitor.scheduler, let input = scheduler.input else { return nil }
      let token = RunOutcome(scheduler, input).token
      return
        "World: The process ends in \(own == nil ? "this run, or another one that is under way" : "this run") of "
        + (exploring.test.map { "the test \($0)" } ?? "an exploration")
        + ". Again: @Test(.exploring(only: \"\(token)\")) or \(EnvironmentOptions.again)\(token)"
    }
  }
}
