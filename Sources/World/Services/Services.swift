/// The services that modules added to one world.
///
/// Assignments form a short linked list, newest first, over a table that is shared with the worlds it was copied from; so
/// assigning one service copies no other. A long list becomes a table. Each node is one assignment with everything before
/// it, so that a world holds one reference.
@usableFromInline
package final class Services: Sendable {
  /// The newest assignment in the list, and those before it; `nil` if the list is empty.
  @usableFromInline let newest: ServiceBox?
  @usableFromInline let previous: Services?
  private let length: Int
  /// The assignments before those in the list, including the boxes that mark a service as removed.
  @usableFromInline let older: ServiceTable?
  /// What was built at first use; `nil` in a mock world that was never current, which builds a mock at each read. Of a list,
  /// only the newest object's is used.
  package let built: BuiltServices?
  /// Its table: readers who find it in one step don't count a reference.
  @usableFromInline let builtTable: ServiceTable?

  /// Whether a scope can use the same table for what it builds.
  let isReadyForScopes: Bool

  private static let longestList = 8

  private init(
    _ newest: ServiceBox?, over previous: Services?, older: ServiceTable?, built: BuiltServices?
  ) {
    self.newest = newest
    self.previous = previous
    length = newest == nil ? 0 : 1 + (previous?.length ?? 0)
    self.older = older
    self.built = built
    builtTable = built?.table
    isReadyForScopes = built.map { $0.isLive || !$0.isProcessWide } ?? false
  }

  /// The services of a live world.
  static let live = Services(nil, over: nil, older: nil, built: .live)

  /// The services of a mock world that was never current.
  package static let mock = Services(nil, over: nil, older: nil, built: nil)

  /// Whether a service that isn't assigned is its `live`, not its `mock`.
  package var isLive: Bool { built?.isLive ?? false }

  // MARK: Looking up

  /// The service of a type: the one that was assigned, else the one that was built. Valid as long as these services are.
  @inlinable
  func find(_ key: ObjectIdentifier) -> UnsafeRawPointer? {
    if newest != nil { return Services.findFromList(.passUnretained(self), key) }
    return older?.find(key) ?? builtTable?.find(key)
  }

  @usableFromInline
  @inline(never)
  static func findFromList(_ services: Unmanaged<Services>, _ key: ObjectIdentifier) -> UnsafeRawPointer? {
    services._withUnsafeGuaranteedRef { services in
      if let box = services.findInList(key) { return box.address ?? services.builtTable?.find(key) }
      return services.older?.find(key) ?? services.builtTable?.find(key)
    }
  }

  private func findInList(_ key: ObjectIdentifier) -> ServiceBox? {
    var next: Services? = self
    while let services = next, let box = services.newest {
      if box.key == key { return box }
      next = services.previous
    }
    return nil
  }

  /// The assignment of a type, if there is one.
  package func assignment(of key: ObjectIdentifier) -> ServiceBox? {
    box(of: key).flatMap { $0.address == nil ? nil : $0 }
  }

  /// What was assigned or removed since these services were copied from others.
  @inline(never)
  func changes(since other: Services) -> [ServiceBox] {
    if other === self { return [] }
    var changes: [ServiceBox] = []
    for box in older === other.older ? list : latestAssignments where other.box(of: box.key) !== box {
      changes.append(box)
    }
    return changes
  }

  /// The latest assignment or removal of a type.
  private func box(of key: ObjectIdentifier) -> ServiceBox? {
    findInList(key) ?? older?.box(of: key)
  }

  /// The latest assignment or removal of each type.
  package var latestAssignments: [ServiceBox] {
    var boxes = list
    for box in older?.boxes ?? [] where findInList(box.key) == nil { boxes.append(box) }
    return boxes
  }

  /// The list, the newest first; no type is in it twice.
  private var list: [ServiceBox] {
    var boxes: [ServiceBox] = []
    var next: Services? = self
    while let services = next, let box = services.newest {
      boxes.append(box)
      next = services.previous
    }
    return boxes
  }

  // MARK: Changing

  @usableFromInline
  func assigning(_ box: ServiceBox) -> Services {
    let rest = length < Services.longestList ? self : flattened()
    // Without an earlier one of the type, so that what is replaced is released.
    return Services(box, over: rest.without(box.key), older: rest.older, built: built)
  }

  @inline(never)
  private func without(_ key: ObjectIdentifier) -> Services? {
    guard let newest else { return nil }
    if newest.key == key { return previous }
    let rest = previous?.without(key)
    return rest === previous ? self : Services(newest, over: rest, older: older, built: built)
  }

  /// With the list made a table.
  @inline(never)
  private func flattened() -> Services {
    if newest == nil { return self }
    return Services(nil, over: nil, older: ServiceTable(latestAssignments), built: built)
  }

  private func with(_ built: BuiltServices) -> Services {
    Services(newest, over: previous, older: older, built: built)
  }

  /// Gives a mock world a table for what it builds, unless it has one. Scopes don't share the mocks of a process-wide mock
  /// world, since tests run in parallel.
  ///
  /// The process-wide world is written rarely and read often; so its list becomes a table at once.
  @inline(never)
  func preparedToBecomeCurrent(processWide: Bool) -> Services {
    let services = processWide ? flattened() : self
    if isReadyForScopes || processWide && built != nil { return services }
    return services.with(BuiltServices(isLive: false, isProcessWide: processWide))
  }

  /// With a note of each look-up of a live service.
  @inline(never)
  package func notingUnnamedUses() -> Services { built === BuiltServices.live ? with(.unnamed) : self }

  /// Whether nobody named this live world, as far as tests note it.
  package var isUnnamed: Bool { built === BuiltServices.unnamed }

  /// Without what was built, to build it for an audit alone.
  @_optimize(none)
  package func preparedForAudit() -> Services {
    with(BuiltServices(isLive: isLive, isProcessWide: false, isForAudit: true))
  }
}

/// One service at a fixed address, to be stored beside others of other types.
@usableFromInline
package final class ServiceBox: Sendable {
  package let serviceType: any World.Service.Type
  @usableFromInline let key: ObjectIdentifier
  /// The service; `nil` if the box marks it as removed.
  // What is behind the pointer doesn't change from `init` to `deinit`.
  @usableFromInline package nonisolated(unsafe) let address: UnsafeRawPointer?
  /// Whether it is a service of the library's own.
  package var isHidden: Bool { serviceType is any World.HiddenService.Type }
  /// The services that this one read while it was built.
  package let sources: [any World.Service.Type]

  /// - Parameter address: A service's, which the box frees; `nil` to say that the service was removed.
  @usableFromInline
  init(_ type: any World.Service.Type, at address: UnsafeRawPointer?, sources: [any World.Service.Type]) {
    self.address = address
    serviceType = type
    key = ObjectIdentifier(type)
    self.sources = sources
  }

  /// A box with a service.
  @inlinable
  convenience init<S: World.Service>(_ service: S, sources: [any World.Service.Type] = []) {
    let address = UnsafeMutablePointer<S>.allocate(capacity: 1)
    address.initialize(to: service)
    self.init(S.self, at: UnsafeRawPointer(address), sources: sources)
  }

  deinit {
    guard let address else { return }
    func free<S: World.Service>(_ type: S.Type) {
      let service = UnsafeMutableRawPointer(mutating: address).assumingMemoryBound(to: S.self)
      service.deinitialize(count: 1)
      service.deallocate()
    }
    free(serviceType)
  }
}

/// The name of a service: its type without the module, such as `Payments`, or `Shop.Payments` of an outer type.
@_optimize(none)
package func serviceName(_ type: any World.Service.Type) -> String {
  let parts = String(reflecting: type).split(separator: ".").dropFirst()
  // The place of a private or local type is an address.
  return parts.filter { !$0.hasPrefix("(unknown context at") }.joined(separator: ".")
}
