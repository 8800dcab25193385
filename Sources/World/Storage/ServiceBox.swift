import Synchronization

/// One service, boxed to stand beside others of other types; also a link in a list of assignments.
@usableFromInline
package class ServiceBox: @unchecked Sendable {
  // `@unchecked Sendable`: everything is immutable or atomic; only `TypedServiceBox` inherits.

  /// The service's type.
  @usableFromInline package final let key: ObjectIdentifier
  /// The assignment before this one.
  final let previous: ServiceBox?
  /// The same, to walk the list without counting references: each link keeps the next one alive.
  @usableFromInline final let unretainedPrevious: Unmanaged<ServiceBox>?
  /// How many assignments there are up to here.
  final let depth: Int
  /// Tells assignments apart; the same for one that was relinked.
  package final let assignment: Int

  private static let assignments = Atomic(0)

  private final let flattened = AtomicLazyReference<ServiceTable>()

  @usableFromInline init(key: ObjectIdentifier, previous: ServiceBox?, assignment: Int?) {
    self.key = key
    self.assignment = assignment ?? ServiceBox.assignments.add(1, ordering: .relaxed).newValue
    self.previous = previous
    unretainedPrevious = previous.map { .passUnretained($0) }
    depth = 1 + (previous?.depth ?? 0)
  }

  /// The service's type.
  package var type: any World.Service.Type { fatalError("World: a box without a service") }

  /// The same service after other assignments.
  @usableFromInline func relinked(over previous: ServiceBox?) -> ServiceBox { self }

  /// The assignments up to here, but for the one of a type.
  final func without(_ unwanted: ObjectIdentifier) -> ServiceBox? {
    if key == unwanted { return previous }
    let rest = previous?.without(unwanted)
    return rest === previous ? self : relinked(over: rest)
  }

  /// The service inside. Only for the type whose identifier is `key`.
  @inlinable
  final func unwrap<S: World.Service>(as type: S.Type) -> S {
    unsafeDowncast(self, to: TypedServiceBox<S>.self).service
  }

  /// All assignments up to here over a table, as one table; the first that is made is everybody's.
  ///
  /// A list always stands over the same table, the one it was begun on.
  final func flattened(over table: ServiceTable?) -> ServiceTable {
    if let whole = flattened.load() { return whole }
    let whole = ServiceTable()
    var next: ServiceBox? = self
    while let box = next {
      whole.insert(box.relinked(over: nil))
      next = box.previous
    }
    table?.forEach(whole.insert)
    return flattened.storeIfNil(whole)
  }
}

/// A box that knows its service's type.
@usableFromInline
final class TypedServiceBox<S: World.Service>: ServiceBox, @unchecked Sendable {
  @usableFromInline let service: S

  @inlinable init(_ service: S, previous: ServiceBox? = nil, assignment: Int? = nil) {
    self.service = service
    super.init(key: ObjectIdentifier(S.self), previous: previous, assignment: assignment)
  }

  override package var type: any World.Service.Type { S.self }

  @usableFromInline override func relinked(over previous: ServiceBox?) -> ServiceBox {
    TypedServiceBox(service, previous: previous, assignment: assignment)
  }
}
