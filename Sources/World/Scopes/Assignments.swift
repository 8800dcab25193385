// SPDX-License-Identifier: MIT

/// A set of dependencies.
package struct Changes: Sendable {
  package var builtIns: BuiltIns = []
  // An array, because a world changes few services, and a set takes longer to copy.
  var services: [any World.Service.Type] = []

  package init(builtIns: BuiltIns = [], services: [any World.Service.Type] = []) {
    (self.builtIns, self.services) = (builtIns, services)
  }

  package var isEmpty: Bool { builtIns.isEmpty && services.isEmpty }

  /// The names of the dependencies, such as ` (date, Payments)`, without the library's own services; empty if there are none.
  package var names: String {
    let names =
      BuiltIn.allCases.filter(builtIns.contains).map(\.name)
      + services.filter { !$0.isHidden }.map(serviceName).sorted()
    return names.isEmpty ? "" : " (" + names.joined(separator: ", ") + ")"
  }

  func contains(_ type: any World.Service.Type) -> Bool { services.contains { $0 == type } }

  package mutating func formUnion(_ others: Changes) {
    builtIns.formUnion(others.builtIns)
    for type in others.services where !contains(type) { services.append(type) }
  }

  mutating func subtract(_ others: Changes) {
    builtIns.subtract(others.builtIns)
    services.removeAll(where: others.contains)
  }
}

/// What was assigned to a world.
struct Assignments: Sendable {
  /// The dependencies that were assigned since the world was current.
  var changes: Changes {
    get { Changes(builtIns: builtIns, services: services) }
    set { (builtIns, services) = (newValue.builtIns, newValue.services) }
  }
  // Stored beside the sets below, where they need no padding.
  private var builtIns: BuiltIns = []
  /// The built-in dependencies that were ever assigned, and those of them whose values are a mock world's or simulated.
  private(set) var all: BuiltIns = []
  fileprivate(set) var mocked: BuiltIns = []
  fileprivate(set) var simulated: BuiltIns = []
  private var services: [any World.Service.Type] = []

  mutating func insert(_ dependency: BuiltIn) {
    builtIns.insert(dependency)
    all.insert(dependency)
    mocked.remove(dependency)
    simulated.remove(dependency)
  }

  mutating func insert(_ type: any World.Service.Type) {
    if !services.contains(where: { $0 == type }) { services.append(type) }
  }

  /// Adopts what is known of some dependencies in another world, from which they were assigned.
  mutating func adopt(_ dependencies: BuiltIns, from other: Assignments) {
    all.formUnion(dependencies)
    mocked = mocked.subtracting(dependencies).union(other.mocked.intersection(dependencies))
    simulated = simulated.subtracting(dependencies).union(other.simulated.intersection(dependencies))
  }
}

extension World {
  /// Whether a built-in dependency was ever assigned, in this world or one that it was copied from.
  package func isAssigned(_ dependency: BuiltIn) -> Bool { assignments.all.contains(dependency) }

  /// Whether it is a changed copy of another world.
  package func isCopy(of other: World) -> Bool { serviceStore.root === other.serviceStore.root }

  /// Whether a simulation or a time machine assigned the value of a built-in dependency.
  package func isSimulated(_ dependency: BuiltIn) -> Bool { assignments.simulated.contains(dependency) }

  /// Updates this world.
  ///
  /// - Returns: What the update assigned.
  @discardableResult
  package mutating func update(_ body: (inout World) -> Void) -> Changes {
    let before = exchangeChanges(for: Changes())
    body(&self)
    return endUpdate(before)
  }

  /// Updates this world.
  ///
  /// - Returns: What the update assigned.
  package mutating func update(_ body: (inout World) async -> Void) async -> Changes {
    let before = exchangeChanges(for: Changes())
    await body(&self)
    return endUpdate(before)
  }

  private mutating func exchangeChanges(for changes: Changes) -> Changes {
    defer { assignments.changes = changes }
    return assignments.changes
  }

  private mutating func endUpdate(_ before: Changes) -> Changes {
    let assigned = exchangeChanges(for: before)
    assignments.changes.formUnion(assigned)
    return assigned
  }

  /// Updates this world with the values of a simulation or a time machine.
  package mutating func simulate(_ body: (inout World) -> Void) {
    let assigned = update(body)
    assignments.simulated.formUnion(assigned.builtIns)
  }

  /// Creates a mock world: its services are mocks of its own, and what `update` assigns are a mock world's values.
  package init(mock update: (inout World) -> Void) {
    self = .live
    serviceStore = ServiceStore(isLive: false)
    let assigned = self.update(update)
    assignments.mocked.formUnion(assigned.builtIns)
  }

  /// Replaces closures with equivalent ones, which doesn't count as an assignment.
  package mutating func wrapClosures(_ body: (inout World) -> Void) {
    let before = assignments
    body(&self)
    assignments = before
  }

  /// Assigns dependencies of another world.
  mutating func assign(_ changes: Changes, from other: World) {
    for dependency in BuiltIn.allCases where changes.builtIns.contains(dependency) {
      switch dependency {
      case .date: date = other.date
      case .calendar: explicitCalendar = other.explicitCalendar
      case .timezone: timezone = other.timezone
      case .locale: locale = other.locale
      case .uuid: uuid = other.uuid
      case .random: random = other.random
      case .sleep: sleep = other.sleep
      case .clock: elapsed = other.elapsed
      case .analytics: analytics = other.analytics
      case .settings: settings = other.settings
      }
    }
    for type in changes.services { services[type] = other.services[type] }
    assignments.adopt(changes.builtIns, from: other.assignments)
    assignments.changes = changes
  }
}
