extension World {
  /// A changed copy of this world, to compose one fluently.
  ///
  /// ```swift
  /// let world = World()
  ///   .with { $0.settings = .userDefaults(suiteName: "com.example.shop") }
  ///   .with { $0.payments = .stripe(key: $0.settings[.stripeKey]) }
  /// ```
  ///
  /// Rounds like these can't build a circle: each sees what earlier ones built, as values, and none of a later one.
  /// The world that comes out is a value; who reads it can't change it.
  ///
  /// - Throws: What `update` throws, with its type.
  public func with<Failure: Error>(
    _ update: (inout World) throws(Failure) -> Void
  ) throws(Failure) -> World {
    var world = self
    try update(&world)
    return world
  }

  /// A changed copy of this world, changed by what must be awaited. See the synchronous form.
  ///
  /// ```swift
  /// let world = try await World().with { $0.database = try await Database.open().service }
  /// ```
  public func with<Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ update: (inout World) async throws(Failure) -> Void
  ) async throws(Failure) -> World {
    var world = self
    try await update(&world)
    return world
  }

  /// A closure that runs in this world, wherever and whenever it is called: on a queue, in a callback, in a task that is
  /// detached.
  ///
  /// ```swift
  /// queue.async(execute: Current.wrap { refresh() })
  /// center.addObserver(forName: name, object: nil, queue: nil, using: Current.wrap { note in show(note) })
  /// ```
  ///
  /// Each call is a `withWorld` of its own: what one writes stays in there.
  ///
  /// **Cost.** Each call costs that of entering a scope.
  public func wrap<each Argument, Result>(
    _ operation: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    { (argument: repeat each Argument) in withWorld(self) { operation(repeat each argument) } }
  }

  /// A closure that runs in this world, and throws. See the form that doesn't.
  public func wrap<each Argument, Result>(
    _ operation: @escaping @Sendable (repeat each Argument) throws -> Result
  ) -> @Sendable (repeat each Argument) throws -> Result {
    { (argument: repeat each Argument) in try withWorld(self) { try operation(repeat each argument) } }
  }

  /// An asynchronous closure that runs in this world. See the synchronous form.
  ///
  /// ```swift
  /// Task.detached(operation: Current.wrap { await refresh() })
  /// ```
  public func wrap<each Argument, Result>(
    _ operation: @escaping @Sendable (repeat each Argument) async -> Result
  ) -> @Sendable (repeat each Argument) async -> Result {
    { (argument: repeat each Argument) in await withWorld(self) { await operation(repeat each argument) } }
  }

  /// An asynchronous closure that runs in this world, and throws. See the form that doesn't.
  public func wrap<each Argument, Result>(
    _ operation: @escaping @Sendable (repeat each Argument) async throws -> Result
  ) -> @Sendable (repeat each Argument) async throws -> Result {
    { (argument: repeat each Argument) in
      try await withWorld(self) { try await operation(repeat each argument) }
    }
  }

  /// The world in force: ``Current``, for a module that declares a narrower `Current` of its own.
  ///
  /// ```swift
  /// /// What the module Chat may use of the world.
  /// public protocol ChatWorld {
  ///   var date: @Sendable () -> Date { get }
  ///   var profiles: Profiles { get }
  /// }
  ///
  /// extension World: ChatWorld {}                       // the compiler checks that the world has all of it
  ///
  /// var Current: some ChatWorld { World.current }       // in this module, hides the wide one
  /// ```
  ///
  /// In Chat `Current.date()` reads the world in force, and `Current.settings` doesn't compile.
  ///
  /// **Cost.** A copy of the world, where the compiler can't see that only a part of it is used.
  @inlinable public static var current: World {
    // check-world: allow this is the way to it
    Current
  }
}
