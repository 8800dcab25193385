/// Runs an operation with another world in force.
///
/// ```swift
/// let title = withWorld(.mock) { HomeBuilder.build().title }
/// ```
///
/// Scopes follow tasks: the world is in force in the operation, in everything it calls, and in every `Task {}`,
/// `async let` and task group it starts, also when they outlive it. It is lost in `Task.detached`, Dispatch,
/// OperationQueue and Thread; there, capture the world and enter it again:
///
/// ```swift
/// let world = Current
/// queue.async { withWorld(world) { work() } }
/// ```
///
/// What is entered is a copy: its writes don't reach the scope it came from. The mocks that were built there are
/// shared.
///
/// Writes to ``Current`` inside the operation stay inside. Whether the operation returns or throws, the outer
/// world is in force again afterwards. Scopes nest, in any number of tasks at a time.
///
/// **Cost.** That of copying the world: some fifteen to twenty reads of an unsafe global with a closure that captures,
/// however many services the world holds.
///
/// - Parameters:
///   - world: The world to put in force. A mock world that wasn't in force before builds its mocks anew, so
///     that two scopes made from one value never share them.
///   - fileID: The call's file, for explanations.
///   - line: The call's line.
///   - operation: What to run, synchronously, on the calling thread.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws, with its type.
@inlinable
public func withWorld<Result, Failure: Error>(
  _ world: World, fileID: StaticString = #fileID, line: UInt = #line,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try Scope(world, fileID: fileID, line: line).run(operation)
}

/// Runs an asynchronous operation with another world in force.
///
/// The operation runs in the caller's isolation, without a hop: on the main actor when called there, in an actor
/// when called from it.
///
/// ```swift
/// let receipt = try await withWorld(world) { try await checkout() }
/// ```
///
/// See the synchronous form for what a scope is and where it reaches.
@inlinable
public func withWorld<Result, Failure: Error>(
  _ world: World, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line, operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await Scope(world, fileID: fileID, line: line).run(isolation: isolation, operation)
}

/// Runs an operation with a changed copy of the world in force.
///
/// ```swift
/// withWorld {
///   $0.timezone = { tokyo }
/// } operation: {
///   Current.calendar().timeZone      // tokyo
/// }
/// ```
///
/// Everything that isn't changed is inherited from the enclosing scope, the mocks it built included.
///
/// - Parameters:
///   - update: Changes a copy of ``Current``. What it throws is thrown, and the operation doesn't run.
///   - fileID: The call's file, for explanations.
///   - line: The call's line.
///   - operation: What to run, synchronously, on the calling thread.
@inlinable
public func withWorld<Result, Failure: Error>(
  _ update: (inout World) throws(Failure) -> Void, fileID: StaticString = #fileID, line: UInt = #line,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try Scope.changed(fileID: fileID, line: line, update).run(operation)
}

/// Runs an asynchronous operation with a changed copy of the world in force, in the caller's isolation.
///
/// ```swift
/// try await withWorld { $0.locale = { french } } operation: { try await render() }
/// ```
@inlinable
public func withWorld<Result, Failure: Error>(
  _ update: (inout World) throws(Failure) -> Void, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, line: UInt = #line, operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await Scope.changed(fileID: fileID, line: line, update).run(
    isolation: isolation, operation)
}

extension Scope {
  /// A scope with a changed copy of the current world.
  @inlinable
  static func changed<Failure: Error>(
    fileID: StaticString, line: UInt, _ update: (inout World) throws(Failure) -> Void
  ) throws(Failure) -> Scope {
    let scope = Scope(fileID: fileID, line: line)
    // Nobody else knows the scope yet.
    try update(&scope.firstAddress.pointee)
    scope.begin(isInherited: true)
    return scope
  }

  /// Runs an operation inside, and hands on what it returns or throws.
  @inlinable
  func run<Result, Failure: Error>(_ operation: () throws(Failure) -> Result) throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    enter {
      do throws(Failure) { outcome = .success(try operation()) } catch { outcome = .failure(error) }
    }
    return try outcome.afterwards.get()
  }

  /// Runs an asynchronous operation inside, in the caller's isolation.
  @inlinable
  func run<Result, Failure: Error>(
    isolation: isolated (any Actor)?, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    await enter(isolation: isolation) {
      _ = isolation  // A closure that captures it stays in it.
      do throws(Failure) { outcome = .success(try await operation()) } catch { outcome = .failure(error) }
    }
    return try outcome.afterwards.get()
  }
}

extension Optional {
  /// What an operation left behind that has run.
  @inlinable package var afterwards: Wrapped {
    guard let self else { fatalError("an operation was to be run in a scope, and wasn't") }
    return self
  }
}

extension World {
  /// Runs a test with a world in force, and reports work that goes on using that world after the test.
  package func run(
    during test: TestOrigin, operation: @Sendable () async throws -> Void
  ) async throws {
    defer { test.end() }
    try await Scope(self, test: test).run(isolation: nil, operation)
  }

  /// Runs a test with a world in force, and reports work that goes on using that world after the test.
  package func run(during test: TestOrigin, operation: () -> Void) {
    defer { test.end() }
    Scope(self, test: test).enter(operation)
  }

  /// Whether the running task is inside a `withWorld`.
  package static var isScoped: Bool { Scope.innermost != nil }
}
