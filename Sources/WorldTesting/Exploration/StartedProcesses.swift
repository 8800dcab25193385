// SPDX-License-Identifier: MIT

import CWorldTesting
import World

/// Detects tests that start processes, which a sweep shouldn't run hundreds of times.
///
/// A process that ended during a run may belong to another test, so it takes three runs in a row.
final class StartedProcesses: Sendable {
  private let state = Lock<(runs: Int, runsWithProcess: Int)>((0, 0))

  /// Whether a process ended in each of the first three runs.
  var isInEachRun: Bool { state.withLock { $0.runs >= 3 && $0.runsWithProcess == 3 } }

  /// Performs a run, and notes whether a process ended in it.
  func noting(_ run: @Sendable () async throws -> Void) async throws {
    if state.withLock({ $0.runs >= 3 }) { return try await run() }
    let before = world_testing_child_use()
    defer {
      let hasProcess = world_testing_child_use() != before
      state.withLock { state in
        state.runs += 1
        if hasProcess { state.runsWithProcess += 1 }
      }
    }
    try await run()
  }
}
