// SPDX-License-Identifier: MIT

// Emitted only into programs that call these functions, because they are 10 kB. The four forms differ only in effects. Merging them
// by typed throws crashes clients of Swift 6.3.1, as it does for `lifetime` and `recording`.
extension World {
  /// Wraps a closure so that it runs in this world wherever it is called: on a queue, in a callback, in a detached task.
  ///
  /// ```swift
  /// queue.async(execute: Current.wrap { print(Current.date()) })
  /// let onPrice = Current.wrap { (cents: Int) in print(cents, Current.date()) }
  /// ```
  ///
  /// Each call runs in its own `withWorld`, without a place in explanations: writes stay inside.
  ///
  /// **Cost.** Each call enters a scope.
  @_alwaysEmitIntoClient
  public func wrap<each Argument, Result>(
    _ operation: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    { (argument: repeat each Argument) in
      withWorld(self, fileID: "", line: 0) { operation(repeat each argument) }
    }
  }

  /// Wraps a throwing closure so that it runs in this world. See the nonthrowing form.
  @_alwaysEmitIntoClient
  public func wrap<each Argument, Result>(
    _ operation: @escaping @Sendable (repeat each Argument) throws -> Result
  ) -> @Sendable (repeat each Argument) throws -> Result {
    { (argument: repeat each Argument) in
      try withWorld(self, fileID: "", line: 0) { try operation(repeat each argument) }
    }
  }

  /// Wraps an asynchronous closure so that it runs in this world. See the synchronous form.
  ///
  /// ```swift
  /// Task.detached(operation: Current.wrap { await Task.yield() })
  /// ```
  @_alwaysEmitIntoClient
  public func wrap<each Argument, Result>(
    _ operation: @escaping @Sendable (repeat each Argument) async -> Result
  ) -> @Sendable (repeat each Argument) async -> Result {
    { (argument: repeat each Argument) in
      await withWorld(self, fileID: "", line: 0) { await operation(repeat each argument) }
    }
  }

  /// Wraps a throwing asynchronous closure so that it runs in this world. See the synchronous form.
  @_alwaysEmitIntoClient
  public func wrap<each Argument, Result>(
    _ operation: @escaping @Sendable (repeat each Argument) async throws -> Result
  ) -> @Sendable (repeat each Argument) async throws -> Result {
    { (argument: repeat each Argument) in
      try await withWorld(self, fileID: "", line: 0) { try await operation(repeat each argument) }
    }
  }
}
