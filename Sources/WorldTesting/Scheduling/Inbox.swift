// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization
import World

/// The messages of other threads to the thread that runs a run's steps.
final class Inbox: Sendable {
  typealias Message = @Sendable (Scheduler) -> Void

  private struct State: Sendable {
    var messages: [Message] = []
    var isResting = false
    var isClosed = false

    mutating func take() -> [Message] {
      defer { messages = [] }
      return messages
    }
  }

  private let state = Lock(State())
  private let hasAny = Atomic(false)
  private let signals = DispatchSemaphore(value: 0)

  /// Whether no thread runs steps, nor is about to.
  var isResting: Bool { state.withLock { $0.isResting } }

  /// Whether there are messages, which is checked at each step.
  var hasMessages: Bool { hasAny.load(ordering: .acquiring) }

  /// - Returns: Whether the run is open, so that the message will be handled, and whether it was idle.
  func add(_ message: @escaping Message) -> (isOpen: Bool, wasIdle: Bool) {
    state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      state.messages.append(message)
      hasAny.store(true, ordering: .releasing)
      defer { state.isResting = false }
      return (true, state.isResting)
    }
  }

  func take() -> [Message] {
    state.withLock { state in
      hasAny.store(false, ordering: .relaxed)
      return state.take()
    }
  }

  /// Ends the run, which gets no more messages.
  ///
  /// - Returns: The last ones.
  func close() -> [Message] {
    state.withLock { state in
      state.isClosed = true
      return state.take()
    }
  }

  /// Notes that no thread runs steps until a message comes.
  ///
  /// - Returns: `false` if a message has come meanwhile.
  func rest() -> Bool {
    state.withLock { state in
      state.isResting = state.messages.isEmpty
      return state.isResting
    }
  }

  /// Notes that the thread goes on without a message.
  ///
  /// - Returns: `false` if a message has come meanwhile. The thread then gets a signal.
  func stopResting() -> Bool {
    state.withLock { state in
      defer { state.isResting = false }
      return state.isResting
    }
  }

  /// Wakes the thread of an exploration, which rested when a message came.
  func signal() { signals.signal() }

  func wait() { signals.wait() }

  /// - Returns: Whether a signal came in time.
  func wait(for timeout: Duration) -> Bool {
    // check-world: allow threads outside of a run are in real time
    signals.wait(timeout: .now() + timeout.interval) == .success
  }
}
