// SPDX-License-Identifier: MIT

import CWorldTesting
import Foundation
import World

/// Reports which run of an exploration ended the process by `exit`, `fatalError`, a trap, or a bad access, which no
/// test can catch.
final class CrashReport: Sendable {
  static let ofProcess: CrashReport = {
    let report = CrashReport()
    world_testing_on_crash { CrashReport.ofProcess.line($0).map(writeLineToStandardError) }
    atexit { CrashReport.ofProcess.line(world_testing_thread(), isExit: true).map(writeLineToStandardError) }
    return report
  }()

  /// The running explorations, by thread.
  private let explorations = Lock<[UInt: (test: String?, monitor: TestMonitor)]>([:])

  /// Registers the calling thread as exploring while an operation runs.
  func noting<Result>(_ test: String?, _ monitor: TestMonitor, _ operation: () -> Result) -> Result {
    let thread = world_testing_thread()
    explorations.withLock { $0[thread] = (test, monitor) }
    defer { explorations.withLock { $0[thread] = nil } }
    return operation()
  }

  /// Returns the line to print.
  ///
  /// - Parameters:
  ///   - thread: The thread that crashed. If it runs no step of an exploration, as in another test, there is none.
  ///   - isExit: Whether the calling thread exits.
  func line(_ thread: UInt, isExit: Bool = false) -> String? {
    let all = explorations.withLock { $0 }
    let scheduler = isExit ? Scheduler.current : nil
    let isMain = world_testing_is_main_thread(thread)
    let own =
      all[thread]
      ?? all.values.first {
        isExit ? scheduler != nil && $0.monitor.scheduler === scheduler : isMain && $0.monitor.runsOnMain
      }
    guard let own, let scheduler = own.monitor.scheduler, let input = scheduler.input else { return nil }
    let token = RunOutcome(scheduler, input).token
    return
      "World: The process ends in this run of " + (own.test.map { "the test \($0)" } ?? "an exploration")
      + ". Again: @Test(.exploring(only: \"\(token)\")) or \(EnvironmentOptions.again)\(token)"
  }
}
