// SPDX-License-Identifier: MIT

import World

/// Returns a closure that builds a value at its first call, and caches it for a lifetime.
///
/// ```swift
/// $0.database = lifetime(.singleton) { try Database.open() }              // one
/// $0.thumbnails = lifetime(.weak) { ThumbnailCache() }                    // one, while something references it
/// $0.mailbox = lifetime(.singleton) { (user: User.ID) in Mailbox(user) }  // one for each user
/// ```
///
/// The value is built exactly once. If several threads call the closure at once, one builds and the others wait. If a build throws,
/// all threads that wait for it throw its error, and the next call builds again. There is no timeout.
///
/// The closure owns the value: copies of the world share it, and it is released with the last of them. A scope keeps the worlds that
/// its writes replaced until it ends; the process-wide one, until the process ends. A build runs in the world of the call that starts
/// it.
///
/// **Errors.** The errors of `build`, and a ``CircularConstruction`` if a value is needed to build itself. In that case, a closure
/// that can't throw ends the process with the error's text.
///
/// **Cost.** Without arguments, once the value is built, a call costs a closure call, an atomic load and a copy of the value. With
/// arguments, a call also looks up a dictionary under a lock. Each combination of arguments has an entry, which is never removed,
/// even if its value has expired. An argument that isn't equal to itself, such as `Double.nan`, has no entry: each call with it
/// builds a value, and is reported.
///
/// **Thread-safety.** The closure may be called from any thread. None of your code runs under a lock.
///
/// - Parameters:
///   - lifetime: How long the value is cached.
///   - name: The value's name in errors; by default, its type and the place of the call.
///   - fileID: The call's file, for errors.
///   - line: The call's line.
///   - build: Builds a value. It may have any number of arguments; each combination has its own value.
@inlinable
public func lifetime<each Argument: Hashable & Sendable, Value>(
  _ lifetime: World.Lifetime<Value>, named name: String? = nil, fileID: StaticString = #fileID,
  line: UInt = #line,
  _ build: @escaping @Sendable (repeat each Argument) throws -> Value
) -> @Sendable (repeat each Argument) throws -> Value {
  let values = CachedValues<Value, any Error, repeat each Argument>(lifetime, name: name, fileID, line)
  // Without arguments, a call neither looks up a value nor retains its cache.
  if let single = values.single {
    return { (argument: repeat each Argument) in try single.load { try build(repeat each argument) } }
  }
  return { (argument: repeat each Argument) in
    try values.value(for: repeat each argument).load { try build(repeat each argument) }
  }
}

/// Returns a closure that builds a value at its first call, and caches it for a lifetime. See the throwing form.
@inlinable
public func lifetime<each Argument: Hashable & Sendable, Value>(
  _ lifetime: World.Lifetime<Value>, named name: String? = nil, fileID: StaticString = #fileID,
  line: UInt = #line,
  _ build: @escaping @Sendable (repeat each Argument) -> Value
) -> @Sendable (repeat each Argument) -> Value {
  let values = CachedValues<Value, Never, repeat each Argument>(lifetime, name: name, fileID, line)
  if let single = values.single {
    return { (argument: repeat each Argument) in single.load { build(repeat each argument) } }
  }
  return { (argument: repeat each Argument) in
    values.value(for: repeat each argument).load { build(repeat each argument) }
  }
}

/// Returns a closure of the main actor that builds a value at its first call, and caches it for a lifetime.
///
/// ```swift
/// $0.player = lifetime(.singleton) { @MainActor in Player() }
/// ```
///
/// The service's closure is the main actor's, too: `var player: @MainActor @Sendable () -> Player`. A mock is `{ Player(muted: true) }`.
///
/// With `on: MainActor.self`, the closure needs no `@MainActor in`. See the first form for the rest.
public func lifetime<each Argument: Hashable & Sendable, Value>(
  _ lifetime: World.Lifetime<Value>, on actor: MainActor.Type = MainActor.self, named name: String? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  _ build: @escaping @MainActor @Sendable (repeat each Argument) -> Value
) -> @MainActor @Sendable (repeat each Argument) -> Value {
  let values = CachedValues<Value, Never, repeat each Argument>(lifetime, name: name, fileID, line)
  return { (argument: repeat each Argument) in
    values.value(for: repeat each argument).load { build(repeat each argument) }
  }
}

/// Returns a throwing closure of the main actor that builds a value at its first call, and caches it for a lifetime.
public func lifetime<each Argument: Hashable & Sendable, Value>(
  _ lifetime: World.Lifetime<Value>, on actor: MainActor.Type = MainActor.self, named name: String? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  _ build: @escaping @MainActor @Sendable (repeat each Argument) throws -> Value
) -> @MainActor @Sendable (repeat each Argument) throws -> Value {
  let values = CachedValues<Value, any Error, repeat each Argument>(lifetime, name: name, fileID, line)
  return { (argument: repeat each Argument) in
    try values.value(for: repeat each argument).load { try build(repeat each argument) }
  }
}

/// Returns an asynchronous closure that builds a value at its first call, and caches it for a lifetime.
///
/// ```swift
/// $0.session = lifetime(.singleton) { try await Session.open() }
/// ```
///
/// All tasks that call the closure during a build wait for it. The build runs in its own task, with the priority of the first
/// caller, and is never cancelled. If a waiting task is cancelled and the closure can throw, it throws a `CancellationError` at
/// once; the next call has the value.
///
/// A value that is isolated to the main actor is built there: `lifetime(.singleton) { await Player() }`.
///
/// **Errors.** The errors of `build`, and a ``CircularConstruction`` if a value is needed to build itself. A closure that can't
/// throw reports the cycle once, and waits.
///
/// A task that a build starts counts as part of the build, even if the build doesn't await it. Start such a task with
/// `Task.detached`, so that no cycle is reported. A cycle through a detached task isn't detected.
///
/// See the synchronous form for the rest.
public func lifetime<each Argument: Hashable & Sendable, Value>(
  _ lifetime: World.Lifetime<Value>, named name: String? = nil, fileID: StaticString = #fileID,
  line: UInt = #line,
  _ build: @escaping @Sendable (repeat each Argument) async throws -> Value
) -> @Sendable (repeat each Argument) async throws -> Value {
  let values = CachedValues<Value, any Error, repeat each Argument>(lifetime, name: name, fileID, line)
  return { (argument: repeat each Argument) in
    try await values.value(for: repeat each argument).loadInTask { try await build(repeat each argument) }
  }
}

/// Returns an asynchronous closure that builds a value at its first call, and caches it for a lifetime. See the throwing form.
public func lifetime<each Argument: Hashable & Sendable, Value>(
  _ lifetime: World.Lifetime<Value>, named name: String? = nil, fileID: StaticString = #fileID,
  line: UInt = #line,
  _ build: @escaping @Sendable (repeat each Argument) async -> Value
) -> @Sendable (repeat each Argument) async -> Value {
  let values = CachedValues<Value, Never, repeat each Argument>(lifetime, name: name, fileID, line)
  return { (argument: repeat each Argument) in
    await values.value(for: repeat each argument).loadInTask { await build(repeat each argument) }
  }
}
