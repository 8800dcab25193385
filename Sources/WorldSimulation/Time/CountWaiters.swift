// SPDX-License-Identifier: MIT

import World

/// Tasks that wait until a number is reached.
package final class CountWaiters: Sendable {
  private struct Waiter: Sendable {
    let ticket: Int
    let count: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State: Sendable {
    var waiting: [Waiter] = []
    var lastTicket = 0
  }

  private let state = Lock(State())

  package init() {}

  /// Suspends the task until a number is reached.
  ///
  /// - Parameters:
  ///   - count: The number.
  ///   - current: Returns the current number.
  ///   - noting: Called with a closure that ends the wait, if the number isn't reached yet.
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  package func wait(
    for count: Int, _ current: () -> Int, noting: (_ end: @escaping @Sendable () -> Void) -> Void = { _ in }
  ) async throws {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    try await withCancellableContinuation { continuation in
      // Added before the check, in case the number is reached meanwhile.
      state.withLock { state in
        state.waiting.append(Waiter(ticket: ticket, count: count, continuation: continuation))
      }
      let reached = current()
      if reached < count { noting { [weak self] in self?.cancel(ticket) } } else { resume(reached: reached) }
    } onCancel: {
      self.cancel(ticket)
    }
  }

  /// Resumes the tasks that wait for this number or a smaller one.
  package func resume(reached count: Int) {
    let due = state.withLock { state in
      let due = state.waiting.filter { $0.count <= count }
      if !due.isEmpty { state.waiting.removeAll { $0.count <= count } }
      return due
    }
    for waiter in due { waiter.continuation.resume() }
  }

  private func cancel(_ ticket: Int) {
    let waiter = state.withLock { state in
      state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0) }
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }
}

/// Suspends the task until a continuation is resumed.
///
/// - Parameters:
///   - start: Stores the continuation.
///   - cancel: Resumes the continuation, if it is stored. Called when the task is cancelled, which may be earlier.
func withCancellableContinuation(
  _ start: (CheckedContinuation<Void, any Error>) -> Void, onCancel cancel: @escaping @Sendable () -> Void
) async throws {
  try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      start(continuation)
      if Task.isCancelled { cancel() }
    }
  } onCancel: {
    cancel()
  }
}
