import Synchronization

/// The services that modules added to one world.
///
/// Assignments form a short list, newest first, over a table that is shared with the worlds it was copied from; so
/// assigning one service copies no other. A long list becomes a table. Each object is one assignment, with everything
/// before it, so that a world holds one reference.
@usableFromInline
package final class Services: Sendable {
  /// The newest assignment in the list, and those before it; `nil` where the list is empty.
  @usableFromInline let newest: ServiceBox?
  @usableFromInline let previous: Services?
  private let length: Int
  @usableFromInline let assigned: AssignedServices?
  /// What was built at first use; `nil` in a mock world that never was current. Counts only where the list begins.
  @usableFromInline package let built: BuiltServices?

  private static let longestList = 8

  private init(
    _ newest: ServiceBox?, over previous: Services?, assigned: AssignedServices?, built: BuiltServices?
  ) {
    self.newest = newest
    self.previous = previous
    length = newest == nil ? 0 : 1 + (previous?.length ?? 0)
    self.assigned = assigned
    self.built = built
  }

  /// The services of a live world.
  static let live = Services(nil, over: nil, assigned: nil, built: .live)

  /// The services of a mock world that never was current.
  static let mock = Services(nil, over: nil, assigned: nil, built: nil)

  /// Whether a service that isn't assigned is its `live`, not its `mock`.
  package var isLive: Bool { built?.isLive ?? false }

  // MARK: Looking up

  /// The service of a type: the one that was assigned, else the one that was built. Valid as long as these services are.
  @inlinable
  func find(_ key: ObjectIdentifier) -> UnsafeRawPointer? {
    if newest != nil { return Services.findFromList(.passUnretained(self), key) }
    return assigned?.table.find(key) ?? built?.table.find(key)
  }

  @usableFromInline
  @inline(never)
  static func findFromList(_ services: Unmanaged<Services>, _ key: ObjectIdentifier) -> UnsafeRawPointer? {
    services._withUnsafeGuaranteedRef { services in
      if let box = services.findInList(key) { return box.address ?? services.built?.table.find(key) }
      return services.assigned?.table.find(key) ?? services.built?.table.find(key)
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

  /// Which assignment a type has, if any.
  package func assignment(of key: ObjectIdentifier) -> Int? {
    latestAssignments.first { $0.key == key && $0.address != nil }?.number
  }

  /// The types of the services that were assigned, without the library's own.
  package var assignedTypes: [any World.Service.Type] {
    latestAssignments.filter { $0.address != nil && !$0.isHidden }.map(\.serviceType)
  }

  /// The names of what was assigned or removed since an assignment, the newest first.
  func names(since first: Int) -> [String] {
    latestAssignments.filter { $0.number >= first && !$0.isHidden }.map { serviceName($0.serviceType) }
  }

  /// The latest assignment or removal of each type.
  private var latestAssignments: [ServiceBox] {
    var boxes: [ServiceBox] = []
    var next: Services? = self
    while let services = next, let box = services.newest {
      boxes.append(box)
      next = services.previous
    }
    let list = boxes
    for box in assigned?.boxes ?? [] where !list.contains(where: { $0.key == box.key }) { boxes.append(box) }
    return boxes
  }

  // MARK: Changing

  @usableFromInline
  func assigning(_ box: ServiceBox) -> Services {
    let rest = length < Services.longestList ? self : flattened()
    // Without an earlier one of the type, so that what is replaced is released.
    return Services(box, over: rest.without(box.key), assigned: rest.assigned, built: built)
  }

  private func without(_ key: ObjectIdentifier) -> Services? {
    guard let newest else { return nil }
    if newest.key == key { return previous }
    let rest = previous?.without(key)
    return rest === previous ? self : Services(newest, over: rest, assigned: assigned, built: built)
  }

  /// With what another copy of these services assigned or removed.
  func merging(_ edited: Services, since first: Int) -> Services {
    if edited === self { return self }
    var merged = self
    for box in edited.latestAssignments where box.number >= first { merged = merged.assigning(box) }
    return merged
  }

  /// With the list made a table.
  private func flattened() -> Services {
    if newest == nil { return self }
    return Services(nil, over: nil, assigned: AssignedServices(latestAssignments), built: built)
  }

  private func with(_ built: BuiltServices) -> Services {
    Services(newest, over: previous, assigned: assigned, built: built)
  }

  /// Gives a mock world a place for what it builds, unless it has one. Scopes don't share the mocks of a process-wide mock
  /// world, since tests run in parallel.
  ///
  /// The process-wide world is written rarely and read often; so its list becomes a table at once.
  func preparedToBecomeCurrent(processWide: Bool) -> Services {
    let services = processWide ? flattened() : self
    if let built, processWide || built.isLive || !built.isProcessWide { return services }
    return services.with(BuiltServices(isLive: false, isProcessWide: processWide))
  }

  /// Without what was built, to build it for an audit alone.
  package func preparedForAudit() -> Services {
    with(BuiltServices(isLive: isLive, isProcessWide: false, isForAudit: true))
  }
}

/// The assignments that a list was made of, as a table.
@usableFromInline
final class AssignedServices: Sendable {
  /// With those that only say that a service was removed.
  let boxes: [ServiceBox]
  @usableFromInline let table = ServiceTable()

  init(_ boxes: [ServiceBox]) {
    self.boxes = boxes
    for box in boxes where box.address != nil { table.insert(box) }
  }
}

/// One service at a fixed address, to stand beside others of other types.
@usableFromInline
final class ServiceBox: Sendable {
  let serviceType: any World.Service.Type
  @usableFromInline let key: ObjectIdentifier
  /// The service; `nil` where the box says that it was removed.
  // What is behind the pointer doesn't change from `init` to `deinit`.
  @usableFromInline nonisolated(unsafe) let address: UnsafeRawPointer?
  /// Tells assignments apart, in their order.
  let number: Int
  /// Whether it is a service of the library's own.
  var isHidden: Bool { serviceType is any World.HiddenService.Type }
  /// The services that this one read while it was built.
  let sources: [any World.Service.Type]

  private static let assignments = Atomic(0)
  /// The number of the next assignment, or an earlier one.
  static var nextAssignment: Int { assignments.load(ordering: .relaxed) + 1 }

  @usableFromInline
  convenience init<S: World.Service>(_ service: S) { self.init(service, sources: []) }

  init<S: World.Service>(_ service: S, sources: [any World.Service.Type]) {
    let address = UnsafeMutablePointer<S>.allocate(capacity: 1)
    address.initialize(to: service)
    self.address = UnsafeRawPointer(address)
    serviceType = S.self
    key = ObjectIdentifier(S.self)
    number = ServiceBox.assignments.add(1, ordering: .relaxed).newValue
    self.sources = sources
  }

  /// Says that a service was removed.
  init<S: World.Service>(removed type: S.Type) {
    address = nil
    serviceType = type
    key = ObjectIdentifier(type)
    number = ServiceBox.assignments.add(1, ordering: .relaxed).newValue
    sources = []
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
package func serviceName(_ type: any World.Service.Type) -> String {
  // The place of a private or local type is an address.
  String(reflecting: type).split(separator: ".").dropFirst().filter { !$0.hasPrefix("(unknown context at") }
    .joined(separator: ".")
}
