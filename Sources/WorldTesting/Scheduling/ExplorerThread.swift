// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import World

/// A thread for the runs of one exploration.
///
/// It isn't part of the runtime's pool, which has one thread for each core: a step that blocks forever would take one
/// away from all other tests.
final class ExplorerThread: TaskExecutor {
  private let jobs = Lock<[UnownedJob?]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  init() {
    let thread = Thread { [self] in
      while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
    // As large as the main thread's, because a test's recursion may be deep.
    thread.stackSize = 8 << 20
    thread.name = "exploration"
    thread.start()
  }

  func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job)) }

  /// Ends the thread after its pending jobs.
  func end() { add(nil) }

  private func add(_ job: UnownedJob?) {
    jobs.withLock { $0.append(job) }
    semaphore.signal()
  }

  private func next() -> UnownedJob? {
    semaphore.wait()
    return jobs.withLock { $0.removeFirst() }
  }
}

extension ExplorerThread {
  /// Limits the explorations that run at a time to the number of cores, so that hundreds of exploring tests, which
  /// Swift Testing begins all at once, don't start hundreds of threads.
  private static let limit = ConcurrencyLimit(ProcessInfo.processInfo.activeProcessorCount)

  /// Waits until fewer explorations run. One inside another one counts with it.
  static func takeSlot() async -> ConcurrencyLimit.Slot {
    World.Exploration.isExploring ? ConcurrencyLimit.Slot(of: nil) : await limit.acquire()
  }
}

/// Limits how many callers go on at a time.
final class ConcurrencyLimit: Sendable {
  private struct State: Sendable {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Lock<State>

  init(_ count: Int) { state = Lock(State(free: max(count, 1))) }

  /// Waits until fewer callers go on.
  func acquire() async -> Slot {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
    return Slot(of: self)
  }

  fileprivate func release() {
    let next = state.withLock { state in
      if state.waiting.isEmpty { state.free += 1 }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.resume()
  }

  /// What a caller has that goes on.
  final class Slot: Sendable {
    private let limit: Lock<ConcurrencyLimit?>

    /// - Parameter limit: `nil` for a caller that isn't limited.
    init(of limit: ConcurrencyLimit?) { self.limit = Lock(limit) }

    /// Lets another caller go on. Later calls do nothing.
    func free() { limit.exchange(nil)?.release() }
  }
}
