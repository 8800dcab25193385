import World

/// A closure that builds a value at first use, and keeps it for a lifetime.
///
/// ```swift
/// $0.database = lifetime(.singleton) { try Database.open() }              // one
/// $0.thumbnails = lifetime(.weak) { ThumbnailCache() }                    // one, while somebody holds it
/// $0.mailbox = lifetime(.singleton) { (user: User.ID) in Mailbox(user) }  // one for each user
/// ```
///
/// The value is built exactly once, also when several threads ask at once: the others wait for the first. If
/// building throws, all who waited are thrown that error, and the next call tries again.
///
/// What is kept belongs to the closure: copies of the world share it, and when the last of them is dropped, so
/// is the value. Building runs in the world of whoever asks first; to be independent of that, capture what is
/// needed.
///
/// **Errors.** What building throws. A value that is needed to build itself is a ``CircularConstruction``. Building that takes longer
/// than ten seconds while others wait is reported, since it may wait for them.
///
/// **Cost.** About two locks and two look-ups in dictionaries a call. Each combination of arguments that was asked
/// for keeps its place, also after its value was let go.
///
/// **Thread-safety.** Call the closure from anywhere. Comparing and hashing arguments must not call it.
///
/// - Parameters:
///   - lifetime: How long the value is kept.
///   - name: What errors call the value; without it, its type.
///   - build: Builds a value. Called without a lock. Its arguments, as many as you like, tell values apart.
public func lifetime<each Argument: Hashable & Sendable, Value>(
  _ lifetime: Lifetime<Value>, named name: String? = nil,
  _ build: @escaping @Sendable (repeat each Argument) throws -> Value
) -> @Sendable (repeat each Argument) throws -> Value {
  let kept = KeptValues<Value, any Error>(lifetime, name: name)
  return { (argument: repeat each Argument) in
    try kept.value(for: Arguments(repeat each argument)) { try build(repeat each argument) }
  }
}

/// A closure that builds a value at first use, and keeps it for a lifetime. See the throwing form.
public func lifetime<each Argument: Hashable & Sendable, Value>(
  _ lifetime: Lifetime<Value>, named name: String? = nil,
  _ build: @escaping @Sendable (repeat each Argument) -> Value
) -> @Sendable (repeat each Argument) -> Value {
  let kept = KeptValues<Value, Never>(lifetime, name: name)
  return { (argument: repeat each Argument) in
    kept.value(for: Arguments(repeat each argument)) { build(repeat each argument) }
  }
}

/// An asynchronous closure that builds a value at first use, and keeps it for a lifetime.
///
/// ```swift
/// $0.session = lifetime(.singleton) { try await Session.open() }
/// ```
///
/// All who ask while a value is being built wait for that one. Building runs in a task of its own, with the priority of
/// who asked first, and is never cancelled: who is cancelled is thrown `CancellationError` at once, if the closure can
/// throw it, and the value is there for the next.
///
/// A value that lives on the main actor is built there: `lifetime(.singleton) { await Player() }`.
///
/// **Errors.** What building throws; a ``CircularConstruction``, if a value is needed to build itself. Who needs what is
/// told by tasks. So don't ask for the value in a `Task {}` that building begins and doesn't wait for: it is taken for a
/// circle; begin that with `Task.detached`. And a circle through a detached task that building waits for isn't found.
///
/// For the rest see the synchronous form.
public func lifetime<each Argument: Hashable & Sendable, Value>(
  _ lifetime: Lifetime<Value>, named name: String? = nil,
  _ build: @escaping @Sendable (repeat each Argument) async throws -> Value
) -> @Sendable (repeat each Argument) async throws -> Value {
  let kept = KeptValues<Value, any Error>(lifetime, name: name)
  return { (argument: repeat each Argument) in
    try await kept.value(for: Arguments(repeat each argument)) { try await build(repeat each argument) }
  }
}

/// An asynchronous closure that builds a value at first use, and keeps it for a lifetime. See the throwing form.
public func lifetime<each Argument: Hashable & Sendable, Value>(
  _ lifetime: Lifetime<Value>, named name: String? = nil,
  _ build: @escaping @Sendable (repeat each Argument) async -> Value
) -> @Sendable (repeat each Argument) async -> Value {
  let kept = KeptValues<Value, Never>(lifetime, name: name)
  return { (argument: repeat each Argument) in
    await kept.value(for: Arguments(repeat each argument)) { await build(repeat each argument) }
  }
}
