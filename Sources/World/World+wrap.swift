// SPDX-License-Identifier: MIT

// Emitted only into programs that call them, because they are 10 kB. The four forms differ by effects only. Merged by typed throws,
// they crash clients of Swift 6.3.1; so do `lifetime` and `recording`.
extension World {
  /// A closure that runs in this world wherever it is called: on a queue, in a callback, in a detached task.
  ///
  /// ```swift
  /// queue.async(execute: Current.wrap { print(Current.date()) })
  /// let onPrice = Current.wrap { (cents: Int) in print(cents, Current.date()) }
  /// ```
  ///
  /// Each call is a `withWorld` of its own: writes stay inside.
  ///
  /// **Cost.** Each call enters a scope.
  @_alwaysEmitIntoClient
  public func wrap<each Argument, Result>(
    _ operation: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    { (argument: repeat each Argument) in withWorld(self) { operation(repeat each argument) } }
  }

  /// A closure that runs in this world, and throws. See the form that doesn't.
  @_alwaysEmitIntoClient
  public func wrap<each Argument, Result>(
    _ operation: @escaping @Sendable (repeat each Argument) throws -> Result
  ) -> @Sendable (repeat each Argument) throws -> Result {
    { (argument: repeat each Argument) in try withWorld(self) { try operation(repeat each argument) } }
  }

  /// An asynchronous closure that runs in this world. See the synchronous form.
  ///
  /// ```swift
  /// Task.detached(operation: Current.wrap { await Task.yield() })
  /// ```
  @_alwaysEmitIntoClient
  public func wrap<each Argument, Result>(
    _ operation: @escaping @Sendable (repeat each Argument) async -> Result
  ) -> @Sendable (repeat each Argument) async -> Result {
    { (argument: repeat each Argument) in await withWorld(self) { await operation(repeat each argument) } }
  }

  /// An asynchronous closure that runs in this world, and throws. See the form that doesn't.
  @_alwaysEmitIntoClient
  public func wrap<each Argument, Result>(
    _ operation: @escaping @Sendable (repeat each Argument) async throws -> Result
  ) -> @Sendable (repeat each Argument) async throws -> Result {
    { (argument: repeat each Argument) in
      try await withWorld(self) { try await operation(repeat each argument) }
    }
  }
}
