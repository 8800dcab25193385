// SPDX-License-Identifier: MIT

import World

/// One value of a closure with a lifetime, and its build, which threads or tasks share.
@usableFromInline
final class CachedValue<Value: Sendable, Failure: Error>: Sendable {
  private let name: String
  @usableFromInline let storage: World.Lifetime<Value>.Storage
  let task = Lock<BuildTask<Value, Failure>?>(nil)

  init(storage: World.Lifetime<Value>.Storage, name: String) {
    self.name = name
    self.storage = storage
  }

  // MARK: On threads

  @inlinable func load(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    if let value = storage.load() { return value }
    return try built(by: body)
  }

  @usableFromInline
  func built(by body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let outcome: Result<Value, Failure>
    do throws(BuildCycle) {
      outcome = try Build.output(for: self, name: name) {
        Result { () throws(Failure) in
          // Another thread may have stored it since the caller looked.
          if let value = storage.load() { return value }
          let value = try body()
          storage.store(value)
          return value
        }
      }
    } catch {
      let circle = CircularConstruction(path: error.path)
      if let failure = circle as? Failure { throw failure }
      fatalError("World: \(circle)")
    }
    return try outcome.get()
  }

  // MARK: In tasks

  func loadInTask(
    _ body: @escaping @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    if let value = storage.load() { return value }
    return try await buildTask(body).value()
  }

  /// The build in progress, or a new one.
  private func buildTask(
    _ body: @escaping @Sendable () async throws(Failure) -> Value
  ) -> BuildTask<Value, Failure> {
    task.withLock { task in
      if let task { return task }
      let new = BuildTask(name: name) { () async throws(Failure) in
        // Another task may have stored it since the caller looked.
        if let value = self.storage.load() { return value }
        let value = try await body()
        self.storage.store(value)
        return value
      } atEnd: {
        self.task.withLock { $0 = nil }
      }
      task = new
      return new
    }
  }
}

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
