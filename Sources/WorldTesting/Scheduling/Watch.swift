// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization
import World
import WorldSimulation

/// Checks the running tests ten times a second.
final class Watch: Sendable {
  static let ofProcess = Watch()

  private struct State: Sendable {
    var watched: [Int: @Sendable () -> Bool] = [:]
    var last = 0
    var isLooking = false
    /// How many looks in a row found a blocked test and an idle process.
    var idleLooks = 0
  }

  /// The time from one look to the next.
  static let interval = Duration.milliseconds(100)
  /// The idle time after which a process with a blocked test ends.
  private static let limit = Duration.seconds(60)

  private let state = Lock(State())
  private let lookCount = Atomic(0)

  /// The number of looks so far.
  var looks: Int { lookCount.load(ordering: .relaxed) }

  /// Returns the number of looks in a duration, at least one.
  static func looks(in duration: Duration) -> Int { Int(min(max(duration / interval, 1), 1e9)) }

  /// Starts to watch a test.
  ///
  /// - Parameter look: Called at each look; returns whether a step blocks its thread.
  /// - Returns: The number to pass to `remove`.
  func add(_ look: @escaping @Sendable () -> Bool) -> Int {
    let (number, isFirst) = state.withLock { state in
      state.last += 1
      state.watched[state.last] = look
      defer { state.isLooking = true }
      return (state.last, !state.isLooking)
    }
    // Not one of Dispatch's threads: tests that compute may occupy all of them.
    if isFirst { Thread.detachNewThread { self.lookUntilNobodyIsWatched() } }
    return number
  }

  func remove(_ number: Int) { _ = state.withLock { $0.watched.removeValue(forKey: number) } }

  private func lookUntilNobodyIsWatched() {
    var before: Int
    repeat {
      before = processorTime(processorClockOfProcess)
      // check-world: allow what watches a test is outside of its time
      Thread.sleep(forTimeInterval: Watch.interval / .seconds(1))
    } while look(since: before)
  }

  /// - Returns: Whether a test is watched.
  private func look(since before: Int) -> Bool {
    lookCount.add(1, ordering: .relaxed)
    let blocked = state.withLock { $0.watched.values }.count { $0() }
    let isIdle = processorTime(processorClockOfProcess) - before < 5_000_000
    let (goesOn, isStuck) = state.withLock { state in
      state.isLooking = !state.watched.isEmpty
      state.idleLooks = blocked > 0 && isIdle ? state.idleLooks + 1 : 0
      return (state.isLooking, state.idleLooks >= Watch.looks(in: Watch.limit))
    }
    if isStuck {
      // A blocked thread can't be ended, and a test that isn't over can't be left: its code may go on.
      writeLineToStandardError(
        "World: \(blocked) blocked \(blocked == 1 ? "test" : "tests"), and nothing else happened for \(Watch.limit.inPlainSeconds) s: the process ends."
      )
      exit(EXIT_FAILURE)
    }
    return goesOn
  }
}
