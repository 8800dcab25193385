// SPDX-License-Identifier: MIT

import Synchronization
import World

/// An asynchronous build in flight, in a task of its own.
final class BuildTask<Value: Sendable, Failure: Error>: Sendable {
  let build: Build
  private let task: Task<Result<Value, Failure>, Never>

  /// Begins a build.
  ///
  /// - Parameter atEnd: Called when the build ends, before its result is available.
  init(
    name: String, _ body: @escaping @Sendable () async throws(Failure) -> Value,
    atEnd: @escaping @Sendable () -> Void
  ) {
    let build = Build(name)
    self.build = build
    task = Task {
      await build.run {
        defer { atEnd() }
        do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
      }
    }
  }

  /// Waits for the value.
  ///
  /// - Throws: The error of the build. If `Failure` allows it, also a ``CircularConstruction``, and a `CancellationError` as soon
  ///   as the waiting task is cancelled.
  func value() async throws(Failure) -> Value {
    try await build.waitInTask { (cycle) throws(Failure) in
      let circle = CircularConstruction(path: cycle.path)
      if let circle = circle as? Failure { throw circle }
      circle.reportWait()
    } end: { () async throws(Failure) in
      guard let cancellation = CancellationError() as? Failure else { return try await task.value.get() }
      let (results, continuation) = AsyncStream.makeStream(of: Result<Value, Failure>.self)
      Task { [task] in continuation.yield(await task.value) }
      // When the task that iterates is cancelled, the stream ends.
      for await result in results { return try result.get() }
      throw cancellation
    }
  }
}
