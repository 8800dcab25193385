// check-world: allow-file a program that stresses Current itself

import Foundation
import World

/// Two dependencies, each of which counts the writes to it. Eight threads or tasks write, every other one the same; half of
/// their steps are a write nested in a write of the other dependency, and some last across an `await`.
///
/// Who writes a dependency reads it first; so the writers of one take turns. Those of the other don't wait for them. A
/// write that is lost is missing at the end.
struct Counting: Sendable {
  let writes: Int
  let tally: Tally
  private let turns = [Turn(), Turn()]
  private static let writers = 8

  init(writes: Int, tally: Tally) {
    self.writes = writes
    self.tally = tally
  }

  private func increment(_ dependency: Int, in world: inout World) {
    if dependency == 0 {
      let next = world.date().timeIntervalSince1970 + 1
      world.date = { Date(timeIntervalSince1970: next) }
    } else {
      let next = Counting.count(of: world.settings) + 1
      world.settings.read = { _ in .int(next) }
    }
  }

  private static func count(of settings: World.Settings) -> Int {
    if case .int(let count)? = settings.read("") { count } else { -1 }
  }

  /// A write of one dependency inside a write of the other.
  private func incrementNested(_ dependency: Int, in world: inout World) {
    increment(dependency, in: &Current)
    increment(1 - dependency, in: &world)
  }

  private func incrementSlowly(_ dependency: Int, in world: inout World) async {
    await Task.yield()
    increment(dependency, in: &world)
    await Task.yield()
  }

  private enum Step { case plain, nested, slow }

  private func kind(_ step: Int) -> Step { step % 64 == 0 ? .slow : step % 2 == 0 ? .plain : .nested }

  /// How often each writer writes both dependencies together.
  private var steps: Int { writes * 2 / 3 / Counting.writers }

  /// How many writes each dependency has seen in the end.
  private var expected: (dates: Int, settings: Int) {
    var (own, other) = (0, 0)
    for step in 0..<steps {
      own += 1
      if kind(step) == .nested { other += 1 }
    }
    let each = (own + other) * Counting.writers / 2
    return (each, each)
  }

  // MARK: Process-wide, on threads

  func onThreads() {
    Current = Register.world(0)
    let group = DispatchGroup()
    for writer in 0..<Counting.writers {
      group.enter()
      Thread.detachNewThread {
        let mine = writer % 2
        for step in 0..<steps {
          switch kind(step) {
          case .plain:
            turns[mine].wait()
            increment(mine, in: &Current)
            turns[mine].end()
          case .nested:
            // In one order, so that nobody waits for the other in a circle.
            for turn in turns { turn.wait() }
            incrementNested(mine, in: &Current)
            for turn in turns { turn.end() }
          case .slow:
            turns[mine].wait()
            let isDone = DispatchSemaphore(value: 0)
            Task {
              await incrementSlowly(mine, in: &Current)
              isDone.signal()
            }
            isDone.wait()
            turns[mine].end()
          }
        }
        group.leave()
      }
    }
    group.wait()
    check("process-wide, by threads")
  }

  // MARK: In a scope, in tasks

  func inAScope() async {
    tally.enter()
    await withWorld(Register.world(0)) {
      await withTaskGroup { group in
        for writer in 0..<Counting.writers {
          group.addTask {
            let mine = writer % 2
            for step in 0..<steps {
              switch kind(step) {
              case .plain:
                await turns[mine].begin()
                increment(mine, in: &Current)
                turns[mine].end()
              case .nested:
                for turn in turns { await turn.begin() }
                incrementNested(mine, in: &Current)
                for turn in turns { turn.end() }
              case .slow:
                await turns[mine].begin()
                await incrementSlowly(mine, in: &Current)
                turns[mine].end()
              }
            }
          }
        }
      }
      check("in a scope, by tasks")
    }
  }

  private func check(_ place: String) {
    let dates = Int(Current.date().timeIntervalSince1970)
    let settings = Counting.count(of: Current.settings)
    tally.write(expected.dates + expected.settings)
    tally.expect(dates == expected.dates, "\(place): \(dates) writes of the date, not \(expected.dates)")
    tally.expect(
      settings == expected.settings, "\(place): \(settings) writes of the settings, not \(expected.settings)")
  }
}

/// Lets one thread or task at a time go on, first come, first served.
private final class Turn: Sendable {
  private enum Waiter: Sendable {
    case thread(DispatchSemaphore)
    case task(CheckedContinuation<Void, Never>)
  }

  private struct State: Sendable {
    var isTaken = false
    var waiters: [Waiter] = []
  }

  private let state = Lock(State())

  /// - Returns: Whether it has begun; else the waiter is told later.
  private func begin(_ waiter: Waiter) -> Bool {
    state.withLock { state in
      if state.isTaken { state.waiters.append(waiter) }
      defer { state.isTaken = true }
      return !state.isTaken
    }
  }

  func wait() {
    let semaphore = DispatchSemaphore(value: 0)
    if !begin(.thread(semaphore)) { semaphore.wait() }
  }

  func begin() async {
    await withCheckedContinuation { continuation in
      if begin(.task(continuation)) { continuation.resume() }
    }
  }

  func end() {
    let next: Waiter? = state.withLock { state in
      state.isTaken = !state.waiters.isEmpty
      return state.waiters.isEmpty ? nil : state.waiters.removeFirst()
    }
    switch next {
    case .thread(let semaphore): semaphore.signal()
    case .task(let continuation): continuation.resume()
    case nil: break
    }
  }
}
