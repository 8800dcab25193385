// SPDX-License-Identifier: MIT

import World

/// The one limit of a test in a mock world: after its timeout a line on standard error says what each of its tasks does; after six
/// times that, the test fails with the same text and is ended, whatever its tasks do; after once more, its steps end.
///
/// Of a step of an exploration: after the timeout, one that blocks its thread fails, and another has a line; after six times that, it
/// fails.
final class TestLimit: Sendable {
  /// What is done, one after the other.
  enum Stage: Int, Comparable, Sendable {
    /// A line on standard error says what each task does.
    case warning = 1
    case failure
    /// Tasks that are still there go on no longer.
    case end

    static func < (first: Stage, second: Stage) -> Bool { first.rawValue < second.rawValue }
  }

  private struct State: Sendable {
    var posted: Stage?
    var done: Stage?
    /// When the test was cancelled, for example by its time limit. It then has as long as its timeout to end.
    var cancelledAt: Duration?
    /// Why the process ends unless the test does.
    var reason: String?
    var isReported = false
  }

  let timeout: Duration
  private let state = Lock(State())

  init(_ timeout: Duration) { self.timeout = min(max(timeout, Ticker.interval), .seconds(100_000_000)) }

  /// Returns what is due after the time in which the test could run.
  func stage(after time: Duration, isCancelled: Bool) -> Stage? {
    state.withLock { state in
      if isCancelled { state.cancelledAt = state.cancelledAt ?? time }
      let end = min(timeout * 6, state.cancelledAt.map { $0 + timeout } ?? timeout * 6)
      return time >= end + timeout ? .end : time >= end ? .failure : time >= timeout ? .warning : nil
    }
  }

  /// Notes that the thread that runs the steps gets a message to do this between two steps.
  ///
  /// - Returns: `false` if it has got one.
  func claimMessage(_ stage: Stage) -> Bool { state.withLock { TestLimit.advance(&$0.posted, to: stage) } }

  /// Notes that the caller does this.
  ///
  /// - Returns: `false` if another did.
  func claim(_ stage: Stage) -> Bool { state.withLock { TestLimit.advance(&$0.done, to: stage) } }

  private static func advance(_ stage: inout Stage?, to next: Stage) -> Bool {
    if let last = stage, last >= next { return false }
    stage = next
    return true
  }

  /// Notes why the test failed. The process ends for that if the test doesn't.
  func noteFailure(_ reason: String) { state.withLock { $0.reason = reason } }

  /// Notes that the failure was reported.
  func noteReport() { state.withLock { $0.isReported = true } }

  /// Why the process ends unless a test that failed does.
  var stuck: Ticker.Stuck? {
    state.withLock { state in state.reason.map { Ticker.Stuck(reason: $0, isReported: state.isReported) } }
  }
}
