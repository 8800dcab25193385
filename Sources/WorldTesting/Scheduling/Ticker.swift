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
  /// The ticker of what is created from now on: schedulers of plain tests, and what watches explorations.
  @TaskLocal static var current = ofProcess

  private struct State: Sendable {
    var watched: [Int: @Sendable () -> Stuck?] = [:]
    var last = 0
    var isTicking = false
    /// The count when the runtime's threads were last asked whether one of them is free; `nil` if one has answered.
    var askedAt: Int?
    /// How many ticks in a row found a test that can't be ended.
    var stuckTicks = 0
  }

  /// Why the process must end: a test has failed, and can't be ended.
  struct Stuck: Sendable {
    var reason: String
    /// Whether the failure is reported. If all are and no other test goes on, the process ends at once, otherwise after a minute.
    var isReported: Bool
  }

  /// The time from one tick to the next.
  static let interval = Duration.milliseconds(100)
  /// How long other tests may go on beside a test that can't be ended.
  private static let limit = Duration.seconds(60)

  let isReal: Bool
  /// Whether ticks count while a thread runs steps. They don't where another thread moves the ticker, at any speed.
  let countsSteps: Bool
  private let state = Lock(State())
  private let tickCount = Atomic(0)

  /// Creates a ticker that is moved by hand.
  convenience init(countsSteps: Bool = true) { self.init(isReal: false, countsSteps: countsSteps) }

  private init(isReal: Bool, countsSteps: Bool = true) {
    (self.isReal, self.countsSteps) = (isReal, countsSteps)
  }

  /// The number of ticks so far.
  var count: Int { tickCount.load(ordering: .relaxed) }

  /// Whether the runtime's threads haven't answered for more than a tick, and less than five minutes, so that a task outside of a test
  /// may wait for one.
  var isPoolBusy: Bool {
    state.withLock { state in
      state.askedAt.map { count > $0 + 1 && count < $0 + Ticker.ticks(in: .seconds(300)) } ?? false
    }
  }

  /// Asks the runtime's threads whether one of them is free.
  private func askPool() {
    let asks = state.withLock { state in
      defer { state.askedAt = state.askedAt ?? count }
      return state.askedAt == nil
    }
    if asks { Task.detached { self.state.withLock { $0.askedAt = nil } } }
  }

  /// Whether a test has failed and can't be ended.
  var isStuck: Bool { state.withLock { $0.stuckTicks > 0 } }

  /// Returns the number of ticks in a duration, at least one.
  static func ticks(in duration: Duration) -> Int { Int(min(max(duration / interval, 1), 1e9)) }

  /// Calls a closure at each tick.
  ///
  /// - Parameter look: Returns why the process must end; `nil` if it needn't.
  /// - Returns: The number to pass to `remove`.
  func add(_ look: @escaping @Sendable () -> Stuck?) -> Int {
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
      guard count >= end, let added = number.withLock({ $0.take() }) else { return nil }
      remove(added)
      operation()
      return nil
    }
    number.withLock { $0 = added }
  }

  private func tickUntilNothingIsWatched() {
    repeat {
      // check-world: allow what watches a test is outside of its time
      Thread.sleep(forTimeInterval: Ticker.interval / .seconds(1))
    } while tick()
  }

  /// Lets a tenth of a second pass.
  ///
  /// - Returns: Whether something is watched.
  @discardableResult func tick() -> Bool {
    tickCount.add(1, ordering: .relaxed)
    if isReal { askPool() }
    let looks = state.withLock { $0.watched.values }.map { $0() }
    let stuck = looks.compactMap { $0 }
    let (goesOn, ticks) = state.withLock { state in
      state.isTicking = !state.watched.isEmpty
      state.stuckTicks = stuck.isEmpty ? 0 : state.stuckTicks + 1
      return (state.isTicking, state.stuckTicks)
    }
    // What was reported in this tick may not be written yet.
    let areOthersOver = ticks > 1 && stuck.count == looks.count && stuck.allSatisfy(\.isReported)
    if areOthersOver || ticks >= Ticker.ticks(in: Ticker.limit) {
      // A step can't be ended, and a test that isn't over can't be left: its code may go on.
      for test in stuck { writeLineToStandardError("World: \(test.reason). The process ends.") }
      exit(EXIT_FAILURE)
    }
    return goesOn
  }
}
