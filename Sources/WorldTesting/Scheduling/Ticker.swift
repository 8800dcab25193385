// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization
import World
import WorldSimulation

/// Counts tenths of a second, for what watches the running tests.
///
/// Tests of what is watched move a ticker of their own by hand, so that they depend neither on the machine's speed nor on its load.
final class Ticker: Sendable {
  /// Follows real time while something is watched.
  static let ofProcess = Ticker(isReal: true)
  /// The ticker of schedulers that are created from now on.
  @TaskLocal static var current = ofProcess

  private struct State: Sendable {
    var watched: [Int: @Sendable () -> Bool] = [:]
    var last = 0
    var isTicking = false
    /// How many ticks in a row found a blocked test and an idle process.
    var idleTicks = 0
  }

  /// The time from one tick to the next.
  static let interval = Duration.milliseconds(100)
  /// The idle time after which a process with a blocked test ends.
  private static let limit = Duration.seconds(60)

  let isReal: Bool
  private let state = Lock(State())
  private let tickCount = Atomic(0)

  /// Creates a ticker that is moved by hand.
  convenience init() { self.init(isReal: false) }

  private init(isReal: Bool) { self.isReal = isReal }

  /// The number of ticks so far.
  var count: Int { tickCount.load(ordering: .relaxed) }

  /// Returns the number of ticks in a duration, at least one.
  static func ticks(in duration: Duration) -> Int { Int(min(max(duration / interval, 1), 1e9)) }

  /// Calls a closure at each tick.
  ///
  /// - Parameter look: Returns whether a step of the watched test blocks its thread.
  /// - Returns: The number to pass to `remove`.
  func add(_ look: @escaping @Sendable () -> Bool) -> Int {
    let (number, isFirst) = state.withLock { state in
      state.last += 1
      state.watched[state.last] = look
      defer { state.isTicking = true }
      return (state.last, !state.isTicking)
    }
    // Not one of Dispatch's threads: tests that compute may occupy all of them.
    if isFirst, isReal { Thread.detachNewThread { self.tickUntilNothingIsWatched() } }
    return number
  }

  func remove(_ number: Int) { _ = state.withLock { $0.watched.removeValue(forKey: number) } }

  /// Calls a closure once, after a number of ticks.
  func call(after ticks: Int, _ operation: @escaping @Sendable () -> Void) {
    if ticks <= 0 { return operation() }
    let end = count + ticks
    let number = Lock<Int?>(nil)
    let added = add { [self] in
      guard count >= end, let added = number.withLock({ $0.take() }) else { return false }
      remove(added)
      operation()
      return false
    }
    number.withLock { $0 = added }
  }

  private func tickUntilNothingIsWatched() {
    var before: Int
    repeat {
      before = processorTime(processorClockOfProcess)
      // check-world: allow what watches a test is outside of its time
      Thread.sleep(forTimeInterval: Ticker.interval / .seconds(1))
    } while tick(since: before)
  }

  /// Lets a tenth of a second pass, for a ticker that is moved by hand.
  func tick() { _ = tick(since: 0) }

  /// - Returns: Whether something is watched.
  private func tick(since before: Int) -> Bool {
    tickCount.add(1, ordering: .relaxed)
    let blocked = state.withLock { $0.watched.values }.count { $0() }
    let isIdle = isReal && processorTime(processorClockOfProcess) - before < 5_000_000
    let (goesOn, isStuck) = state.withLock { state in
      state.isTicking = !state.watched.isEmpty
      state.idleTicks = blocked > 0 && isIdle ? state.idleTicks + 1 : 0
      return (state.isTicking, state.idleTicks >= Ticker.ticks(in: Ticker.limit))
    }
    if isStuck {
      // A blocked thread can't be ended, and a test that isn't over can't be left: its code may go on.
      writeLineToStandardError(
        "World: \(blocked) blocked \(blocked == 1 ? "test" : "tests"), and nothing else happened for \(Ticker.limit.inPlainSeconds) s: the process ends."
      )
      exit(EXIT_FAILURE)
    }
    return goesOn
  }
}
