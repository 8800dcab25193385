import Synchronization

/// The services that modules added to one world.
///
/// Assignments form a short list, newest first, over a table that is shared with the worlds it was copied from; so
/// assigning one service copies no other. A long list becomes a table.
@usableFromInline
package struct Services: Sendable {
  @usableFromInline var newest: Assignment?
  @usableFromInline var assigned: AssignedServices?
  /// What was built at first use; `nil` in a mock world that never was current.
  @usableFromInline package var built: BuiltServices?

  private static let longestList = 8

  init(built: BuiltServices?) { self.built = built }

  /// Whether a service that isn't assigned is its `live`, not its `mock`.
  package var isLive: Bool { built?.isLive ?? false }

  // MARK: Looking up

  /// The service of a type: the one that was assigned, else the one that was built. Valid as long as these services are.
  @inlinable
  func find(_ key: ObjectIdentifier) -> UnsafeRawPointer? {
    if newest != nil {
      if let box = findInList(key) { return box.address ?? built?.table.find(key) }
    }
    return assigned?.table.find(key) ?? built?.table.find(key)
  }

  @usableFromInline
  func findInList(_ key: ObjectIdentifier) -> ServiceBox? {
    var next = newest
    while let assignment = next {
      if assignment.box.key == key { return assignment.box }
      next = assignment.previous
    }
    return nil
  }

  /// Which assignment a type has, if any.
  package func assignment(of key: ObjectIdentifier) -> Int? { assignments[key]?.number }

  /// The services that were assigned, without the library's own.
  package var assignedTypes: [any World.Service.Type] {
    assignments.values.map(\.serviceType).filter { !($0 is any World.HiddenService.Type) }
  }

  /// The names of what was assigned or removed since an assignment.
  func names(since first: Int) -> [String] {
    latestAssignments.values.filter {
      $0.number >= first && !($0.serviceType is any World.HiddenService.Type)
    }
    .map { serviceName($0.serviceType) }.sorted()
  }

  private var assignments: [ObjectIdentifier: ServiceBox] {
    latestAssignments.filter { $0.value.address != nil }
  }

  /// The latest assignment or removal of each type.
  private var latestAssignments: [ObjectIdentifier: ServiceBox] {
    var boxes: [ObjectIdentifier: ServiceBox] = [:]
    var next = newest
    while let assignment = next {
      if boxes[assignment.box.key] == nil { boxes[assignment.box.key] = assignment.box }
      next = assignment.previous
    }
    for box in assigned?.boxes ?? [] where boxes[box.key] == nil { boxes[box.key] = box }
    return boxes
  }

  // MARK: Changing

  @usableFromInline
  mutating func assign(_ box: ServiceBox) {
    if let newest, newest.depth >= Services.longestList { flatten() }
    // Without an earlier one of the type, so that what is replaced is released.
    newest = Assignment(box, over: newest?.without(box.key))
  }

  /// Takes over what another copy of these services assigned or removed.
  mutating func merge(_ edited: Services, since first: Int) {
    guard edited.newest !== newest || edited.assigned !== assigned else { return }
    for box in edited.latestAssignments.values.sorted(by: { $0.number < $1.number }) where box.number >= first
    {
      assign(box)
    }
  }

  /// Makes the list a table.
  private mutating func flatten() {
    guard newest != nil else { return }
    assigned = AssignedServices(Array(latestAssignments.values))
    newest = nil
  }

  /// Gives a mock world a place for what it builds, unless it has one. Scopes don't share the mocks of a process-wide mock
  /// world, since tests run in parallel.
  ///
  /// The process-wide world is written rarely and read often; so its list becomes a table at once.
  mutating func prepareToBecomeCurrent(processWide: Bool) {
    if processWide { flatten() }
    if let built, processWide || built.isLive || !built.isProcessWide { return }
    built = BuiltServices(isLive: false, isProcessWide: processWide)
  }

  /// Forgets what was built, to build it for an audit alone.
  package mutating func buildForAudit() {
    built = BuiltServices(isLive: isLive, isProcessWide: false, isForAudit: true)
  }
}

/// One assignment of a service, in a list of them.
@usableFromInline
final class Assignment: Sendable {
  @usableFromInline let box: ServiceBox
  @usableFromInline let previous: Assignment?
  let depth: Int

  init(_ box: ServiceBox, over previous: Assignment?) {
    self.box = box
    self.previous = previous
    depth = 1 + (previous?.depth ?? 0)
  }

  func without(_ key: ObjectIdentifier) -> Assignment? {
    if box.key == key { return previous }
    let rest = previous?.without(key)
    return rest === previous ? self : Assignment(box, over: rest)
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
