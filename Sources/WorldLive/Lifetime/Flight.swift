import World

/// One building in a task of its own, for all tasks that wait for it.
final class Flight<Value: Sendable, Failure: Error>: Sendable {
  typealias Outcome = Result<Value, Failure>

  /// Who waits; told nothing when it is cancelled.
  private typealias Waiter = CheckedContinuation<Outcome?, Never>

  private struct State: Sendable {
    var outcome: Outcome?
    var waiting: [ObjectIdentifier: Waiter] = [:]
  }

  let construction: Construction
  private let state = Lock(State())

  /// How many wait now.
  var waiterCount: Int { state.withLock { $0.waiting.count } }

  init(name: String) { construction = Construction(name) }

  /// Builds, and then wakes all who wait.
  func take(
    _ build: @escaping @Sendable () async throws(Failure) -> Value, whenOver: @escaping @Sendable () -> Void
  ) {
    Task {
      let outcome = await construction.outcome(of: build)
      whenOver()
      let waiting = state.withLock { state in
        state.outcome = outcome
        defer { state.waiting = [:] }
        return state.waiting
      }
      for waiter in waiting.values { waiter.resume(returning: outcome) }
    }
  }

  /// Waits for the value.
  ///
  /// - Throws: What building throws; `CancellationError` at once when the waiting task is cancelled, if `Failure`
  ///   can be that.
  func value() async throws(Failure) -> Value {
    if let cancellation = CancellationError() as? Failure {
      guard let outcome = await outcome(isCancellable: true) else { throw cancellation }
      return try outcome.get()
    }
    return try await outcome(isCancellable: false).afterwards.get()
  }

  private func outcome(isCancellable: Bool) async -> Outcome? {
    let ticket = Ticket()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Waiter) in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.waiting[ObjectIdentifier(ticket)] = waiter }
          return state.outcome
        }
        if let outcome { return waiter.resume(returning: outcome) }
        // A cancellation before the waiter was there had nothing to cancel.
        if isCancellable, Task.isCancelled { leave(ticket) }
      }
    } onCancel: {
      if isCancellable { leave(ticket) }
    }
  }

  private func leave(_ ticket: Ticket) {
    state.withLock { $0.waiting.removeValue(forKey: ObjectIdentifier(ticket)) }?.resume(returning: nil)
  }

  /// Tells those who wait apart.
  private final class Ticket: Sendable {}
}
