// SPDX-License-Identifier: MIT

extension World {
  /// A service that a module adds to the world: a struct of functions with a mock.
  ///
  /// ```swift
  /// struct Payments: World.Service {
  ///   var charge: @Sendable (_ cents: Int) async throws -> Receipt
  ///   static var mock: Payments { Payments(charge: { Receipt(cents: $0) }) }
  /// }
  ///
  /// extension World {
  ///   var payments: Payments {
  ///     get { self[Payments.self] }
  ///     set { self[Payments.self] = newValue }
  ///   }
  /// }
  /// ```
  ///
  /// In a module whose default isolation is the main actor, write `nonisolated extension World`, so that the
  /// service can be read from anywhere.
  ///
  /// In a mock world, the service is its `mock`, built once per scope. In a live world it must be assigned at launch or
  /// be a ``LiveService``; otherwise each read reports an issue and returns the mock.
  public protocol Service: Sendable {
    /// The service of a mock world. While it is built, that world is current. It is built anew for each test, so that
    /// tests don't share its state: if it holds state, make it computed, not a `static let`.
    ///
    /// An inner scope shares it, unless the scope overrides something that the mock read while it was built: then it has a mock
    /// of its own.
    ///
    /// Its closures may read `Current` when they are called, or capture values of it. A closure that captures the whole
    /// world forms a reference cycle with it and is never released.
    static var mock: Self { get }
  }

  /// A service that the library declares; it isn't listed among the user's.
  package protocol HiddenService: Service {}

  /// A service that knows its live implementation.
  ///
  /// ```swift
  /// extension Payments: World.LiveService {
  ///   static var live: Payments { Payments(charge: { try await gateway.charge($0) }) }
  /// }
  /// ```
  public protocol LiveService: Service {
    /// The service of the live world. It is built once per process, at first use, in the process-wide world: it
    /// outlives all scopes, so it doesn't depend on the scope of its first reader.
    static var live: Self { get }
  }
}
