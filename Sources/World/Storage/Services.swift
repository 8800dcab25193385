/// The services that modules added to one world.
///
/// What was assigned stands in a short list, newest first, over a table that is shared with the worlds it was
/// copied from; so assigning one service copies no other. When the list gets long it becomes a table, once, for
/// all worlds that were copied from this one.
@usableFromInline
package struct Services: Sendable {
  /// What a world hands out for a service that nobody assigned.
  package enum Kind { case live, mock }

  package let kind: Kind
  @usableFromInline var newest: ServiceBox?
  @usableFromInline var table: ServiceTable?
  /// What was built at first use; `nil` in a mock world that was never in force.
  @usableFromInline package var built: BuiltServices?

  private static let longestList = 8

  init(kind: Kind) {
    self.kind = kind
    if kind == .live { built = .live }
  }

  // MARK: Looking up

  /// The box for a type: the one that was assigned, else the one that was built. Unretained, valid as long as
  /// these services are.
  @inlinable
  func find(_ key: ObjectIdentifier) -> Unmanaged<ServiceBox>? {
    findAssigned(key) ?? built?.table.find(key)
  }

  /// The box for a type that was assigned. Unretained, valid as long as these services are.
  @inlinable
  func findAssigned(_ key: ObjectIdentifier) -> Unmanaged<ServiceBox>? {
    var next = newest.map { Unmanaged.passUnretained($0) }
    while let box = next {
      if box._withUnsafeGuaranteedRef({ $0.key == key }) { return box }
      next = box._withUnsafeGuaranteedRef { $0.unretainedPrevious }
    }
    return table?.find(key)
  }

  /// The service of a type that nobody assigned and that wasn't built before.
  @usableFromInline
  func vend<S: World.Service>(
    _ type: S.Type, in world: World, at location: () -> World.SourceLocation
  ) -> S {
    guard let built else { return withWorld(world) { S.mock } }
    return built.vend(type, in: world, at: location)
  }

  // MARK: Listing

  /// The services that were assigned, but for the library's own.
  package var assigned: [ServiceBox] { all.values.filter { !($0.type is any World.HiddenService.Type) } }

  /// Which assignment a type has, if any.
  package func assignment(of key: ObjectIdentifier) -> Int? {
    findAssigned(key)?._withUnsafeGuaranteedRef { $0.assignment }
  }

  private var all: [ObjectIdentifier: ServiceBox] {
    var boxes: [ObjectIdentifier: ServiceBox] = [:]
    (newest?.flattened(over: table) ?? table)?.forEach { boxes[$0.key] = $0 }
    return boxes
  }

  // MARK: Changing

  @inlinable
  mutating func assign<S: World.Service>(_ service: S) {
    newest = TypedServiceBox(service, previous: list(without: ObjectIdentifier(S.self)))
  }

  /// The list to go before an assignment of a type.
  @usableFromInline
  mutating func list(without key: ObjectIdentifier) -> ServiceBox? {
    if newest?.depth == Services.longestList { flatten() }
    return newest?.without(key)
  }

  private mutating func flatten() {
    guard let list = newest else { return }
    table = list.flattened(over: table)
    newest = nil
  }

  mutating func remove(_ key: ObjectIdentifier) {
    var rest = all
    guard rest.removeValue(forKey: key) != nil else { return }
    let whole = ServiceTable()
    for box in rest.values { whole.insert(box.relinked(over: nil)) }
    (newest, table) = (nil, whole)
  }

  /// Forgets what was built, and builds all of it anew.
  package mutating func buildForAudit() {
    built = BuiltServices(kind: kind, isProcessWide: false, isForAudit: true)
  }

  /// Gives a world that comes into force a place for what it builds; one that has it keeps it. But scopes that
  /// are made of the process-wide world don't share its mocks: tests that run in parallel are.
  ///
  /// The process-wide world is written seldom and read for long, so there the list becomes a table at once.
  mutating func settle(isRoot: Bool) {
    if isRoot { flatten() }
    if let built, isRoot || kind == .live || !built.isProcessWide { return }
    built = BuiltServices(kind: kind, isProcessWide: isRoot)
  }
}
