import World

/// An operation took longer than its limit.
package struct TimedOut: Error, Equatable {}

/// Runs an operation, and throws ``TimedOut`` if it isn't over at its limit: a timeout as programs have them.
package func withTimeout<Output: Sendable>(
  _ limit: Duration,
  // check-world: allow the sleep of the test that calls it
  sleep: @escaping @Sendable (Duration) async throws -> Void = Current.sleep,
  _ operation: @escaping @Sendable () async throws -> Output
) async throws -> Output {
  try await withThrowingTaskGroup(of: Output.self) { group in
    group.addTask(operation: operation)
    group.addTask {
      try await sleep(limit)
      throw TimedOut()
    }
    defer { group.cancelAll() }
    guard let first = try await group.next() else { throw TimedOut() }
    return first
  }
}
