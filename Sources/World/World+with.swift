// SPDX-License-Identifier: MIT

extension World {
  /// Returns a changed copy of this world. Chain calls to compose a world in stages.
  ///
  /// ```swift
  /// let world = World()
  ///   .with { $0.settings = .file(at: "settings.json") }
  ///   .with { $0.payments = .stripe(key: $0.settings[.stripeKey]) }
  /// ```
  ///
  /// Stages can't form a cycle: each sees only the assignments of earlier ones.
  ///
  /// - Throws: The error of `update`, with its type.
  @inlinable
  public func with<Failure: Error>(
    _ update: (inout World) throws(Failure) -> Void
  ) throws(Failure) -> World {
    var world = self
    try update(&world)
    return world
  }

  /// Returns a copy of this world, changed asynchronously. See the synchronous form.
  ///
  /// ```swift
  /// let world = try await World().with { $0.database = try await Database.open().service }
  /// ```
  @inlinable
  public func with<Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ update: (inout World) async throws(Failure) -> Void
  ) async throws(Failure) -> World {
    var world = self
    try await update(&world)
    return world
  }
}
