// SPDX-License-Identifier: MIT

import World

/// Tasks that wait until a number is reached.
package final class CountWaiters: Sendable {
  private struct Waiter: Sendable {
    let ticket: Int
    let count: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let state = Lock<(waiting: [Waiter], lastTicket: Int)>(([], 0))

  package init() {}

  /// Suspends the task until a number is reached.
  ///
  /// - Parameters:
  ///   - count: The number.
  ///   - current: Returns the current number.
  ///   - limit: The limit of the wait, and what is said of it. It has no effect if a scheduler runs the task, or in a process
  ///     that runs no tests.
  ///   - real: The time that the limit counts.
  ///   - isBrief: Whether the limit ends it after a sixth of the time, with a `CancellationError`.
  ///   - noting: Called with a closure that ends the wait, if the number isn't reached yet.
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  package func wait(
    for count: Int, _ current: () -> Int, limit: WaitLimit, in real: RealTime = .system,
    isBrief: Bool = false,
    saying text: @escaping @Sendable (Duration) -> WaitLimit.Text,
    noting: (_ end: @escaping @Sendable () -> Void) -> Void = { _ in }
  ) async throws {
    let hasLimit = SchedulerProvider.current == nil && IssueReporter.tests != nil
    var watch: Task<Void, Never>?
    defer { watch?.cancel() }
    do {
      try await wait(for: count, current) { end in
        if hasLimit {
          watch = limit.watch(in: real, isBrief: isBrief, text: text) { end($0 ?? CancellationError()) }
        }
        noting { end(CancellationError()) }
      }
    } catch let error as WaitLimit.Exceeded {
      error.report()
      throw error
    }
  }

  private func wait(
    for count: Int, _ current: () -> Int,
    noting: (_ end: @escaping @Sendable (any Error) -> Void) -> Void
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
      if reached < count { noting { [weak self] in self?.end(ticket, $0) } } else { resume(reached: reached) }
    } onCancel: {
      self.end(ticket, CancellationError())
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

  private func end(_ ticket: Int, _ error: any Error) {
    let waiter = state.withLock { state in
      state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0) }
    }
    waiter?.continuation.resume(throwing: error)
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
