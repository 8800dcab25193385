import Synchronization

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
  /// In a mock world the service is its `mock`, built once per scope. In a live world it must be assigned at
  /// launch (or be a ``LiveService``); until then every read reports an issue and hands out the mock.
  public protocol Service: Sendable {
    /// What a mock world hands out. While it is built, that world is in force. It is built anew for each scope, so that
    /// its state is never shared between tests: make it computed, not a `static let`, when it holds state.
    ///
    /// Let its closures read `Current` when they are called, or capture what they need of it. One that captures the
    /// whole world is kept by what it keeps, and never freed.
    static var mock: Self { get }
  }

  /// A service of the library's own, which no list of a user's services shows.
  package protocol HiddenService: Service {}

  /// A service that knows its live implementation.
  ///
  /// ```swift
  /// extension Payments: World.LiveService {
  ///   static var live: Payments { Payments(charge: { try await gateway.charge($0) }) }
  /// }
  /// ```
  public protocol LiveService: Service {
    /// What the live world hands out. It is built once per process, at first use, with the process-wide world in
    /// force: what outlives all scopes doesn't depend on the one that happened to read it first.
    static var live: Self { get }
  }

  /// The service of a type.
  ///
  /// The service that was assigned, else the live world's `live`, else the `mock`.
  ///
  /// **Cost.** About that of a built-in dependency, however many services there are.
  ///
  /// **Thread-safety.** Exactly one `live` a process and one `mock` a scope is ever built, also when several
  /// threads ask at once; the others wait for the first.
  public subscript<S: Service>(
    _ type: S.Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> S {
    @inlinable _read {
      if _slowPath(BuildRecord.count.load(ordering: .relaxed) != 0) { BuildRecord.note(type) }
      var owner: Unmanaged<ServiceBox>?
      let address =
        unretainedServices._withUnsafeGuaranteedRef { $0.find(ObjectIdentifier(type)) }
        ?? unretainedServices._withUnsafeGuaranteedRef {
          $0.resolve(type, &owner, in: { self }, fileID, filePath, line, column)
        }
      defer { owner?.release() }
      yield address.assumingMemoryBound(to: S.self).pointee
    }
    @inlinable set { assign(ServiceBox(S.self, at: ServiceBox.address(of: newValue))) }
  }

  @usableFromInline
  @inline(never)
  mutating func assign(_ box: ServiceBox) { services = services.assigning(box) }

  /// Takes back that a service was assigned: the world hands out its `live` or its `mock` again.
  ///
  /// ```swift
  /// withWorld { $0.remove(Payments.self) } operation: { Current.payments }     // the live ones
  /// ```
  ///
  /// A built-in dependency is taken back by assigning the live one: `world.date = World().date`.
  ///
  /// **Cost.** Grows with the number of services that were assigned.
  public mutating func remove<S: Service>(_ type: S.Type) {
    services = services.assigning(ServiceBox(type, at: nil))
  }
}

extension Services {
  /// The service of a type that isn't assigned, at its first use.
  ///
  /// - Parameters:
  ///   - owner: Set to what the reader must release after reading.
  ///   - world: The world that asks.
  @usableFromInline
  @inline(never)
  func resolve<S: World.Service>(
    _ type: S.Type, _ owner: inout Unmanaged<ServiceBox>?, in world: () -> World, _ fileID: StaticString,
    _ filePath: StaticString, _ line: UInt, _ column: UInt
  ) -> UnsafeRawPointer {
    let location = World.SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let box =
      built?.resolve(type, in: world(), at: location)
      ?? ServiceBox(S.self, at: ServiceBox.address(of: withWorld(world()) { type.mock }))
    guard let address = box.address else { fatalError("World: \(type) was resolved and has no value") }
    owner = .passRetained(box)
    return address
  }
}
