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
  /// In a mock world, the service is its `mock`, built once, and shared by all copies of that world. In a live world it must be assigned at launch or
  /// be a ``LiveService``; otherwise each read reports an issue and returns the mock.
  public protocol Service: Sendable {
    /// The service in a mock world. Each new mock world builds a new one, so that tests don't share its state: if it holds state,
    /// make this a computed property, not a `static let`.
    ///
    /// Copies of the world, and scopes inside, share the mock. It is built in the world of the scope in which the mock world became
    /// current; if it is read before, as by `$0.cart.add = …`, in that world. What it reads of `Current` while it is built stays as it was then; what its closures read when they are called
    /// follows the scope. A closure that captures the whole world forms a reference cycle and is never released.
    static var mock: Self { get }
  }

  /// A service that the library declares; it isn't listed among the user's services.
  package protocol HiddenService: Service {}

  /// A service with a live implementation.
  ///
  /// ```swift
  /// extension Payments: World.LiveService {
  ///   static var live: Payments { Payments(charge: { try await gateway.charge($0) }) }
  /// }
  /// ```
  public protocol LiveService: Service {
    /// The service in the live world. It is built once per process, at first use. It outlives all scopes, so it is built in the
    /// process-wide world, not in the scope that reads it first.
    static var live: Self { get }
  }
}
