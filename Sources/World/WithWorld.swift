// SPDX-License-Identifier: MIT

/// Runs an operation in another world.
///
/// ```swift
/// let title = withWorld(.mock) { HomeBuilder.build().title }
/// ```
///
/// Scopes follow tasks: the world is current in the operation, in everything it calls, and in every `Task {}`, `async let` and task
/// group it starts, even if they outlive it. `Task.detached`, Dispatch, `OperationQueue` and `Thread` don't inherit it. There,
/// capture the world and enter it again:
///
/// ```swift
/// let world = Current
/// queue.async { withWorld(world) { work() } }
/// ```
///
/// The captured world is a copy: writes to it don't change the original scope. Both share their mocks.
///
/// Writes to ``Current`` inside the operation change only its scope. When the operation returns or throws, the outer world is
/// current again. Scopes nest, in any number of tasks at the same time.
///
/// **Cost.** A copy of the world and a task-local binding, regardless of the number of services.
///
/// - Parameters:
///   - world: The world. Copies of a mock world share its mocks; a new `.mock` has new ones.
///   - fileID: The call's file, for explanations.
///   - line: The call's line.
///   - operation: The operation, which runs synchronously on the calling thread.
/// - Returns: The operation's result.
/// - Throws: The operation's error, with its type.
@inlinable
public func withWorld<Result, Failure: Error>(
  _ world: World, fileID: StaticString = #fileID, line: UInt = #line,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try Scope(world, fileID: fileID, line: line).run(operation)
}

/// Runs an asynchronous operation in another world.
///
/// The operation runs in the caller's isolation: on the caller's actor, such as the main actor, if there is one.
///
/// ```swift
/// let receipt = try await withWorld(world) { try await checkout() }
/// ```
///
/// See the synchronous form for the extent of a scope.
@inlinable
public func withWorld<Result, Failure: Error>(
  _ world: World, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line, operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await Scope(world, fileID: fileID, line: line).run(isolation: isolation, operation)
}

/// Runs an operation in a changed copy of the current world.
///
/// ```swift
/// withWorld {
///   $0.timezone = { tokyo }
/// } operation: {
///   Current.calendar().timeZone      // tokyo
/// }
/// ```
///
/// Unchanged dependencies are inherited from the enclosing scope, as are mocks.
///
/// `update` changes a copy of ``Current``. If it throws, its error is rethrown and the operation doesn't run.
@inlinable
public func withWorld<Result, Failure: Error>(
  _ update: (inout World) throws(Failure) -> Void, fileID: StaticString = #fileID, line: UInt = #line,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try Scope.changed(fileID: fileID, line: line, update).run(operation)
}

/// Runs an asynchronous operation in a changed copy of the current world, in the caller's isolation.
///
/// ```swift
/// try await withWorld { $0.locale = { french } } operation: { try await render() }
/// ```
@inlinable
public func withWorld<Result, Failure: Error>(
  _ update: (inout World) throws(Failure) -> Void, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, line: UInt = #line, operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await Scope.changed(fileID: fileID, line: line, update).run(isolation: isolation, operation)
}

extension Scope {
  @inlinable
  static func changed<Failure: Error>(
    fileID: StaticString, line: UInt, _ update: (inout World) throws(Failure) -> Void
  ) throws(Failure) -> Scope {
    // check-world: allow withWorld changes a copy of the current world
    var world = Current
    try update(&world)
    return Scope(consume world, isInherited: true, fileID: fileID, line: line)
  }
}
