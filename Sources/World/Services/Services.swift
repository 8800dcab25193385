/// The services of one world: those that were assigned, over those that are built at first use.
package struct Services: Sendable {
  private var assigned: [ObjectIdentifier: any ServiceBox] = [:]
  /// Whether a service that isn't assigned is its `live`, not its `mock`.
  package let isLive: Bool
  /// What was built at first use; `nil` in a mock world that was never current, which builds a mock at each read.
  package var cache: ServiceCache? {
    get { own ?? (isLive ? .live : nil) }
    set { own = newValue }
  }
  /// The same, but `nil` for the live services of the process: threads that copy worlds would contend for a reference count.
  private var own: ServiceCache?

  /// The services of a live world.
  static let live = Services(isLive: true)

  /// The services of a mock world that was never current.
  package static let mock = Services(isLive: false)

  private init(isLive: Bool) { self.isLive = isLive }

  /// The service of a type: the one that was assigned, else the one that was built.
  func find(_ type: any World.Service.Type) -> (any ServiceBox)? { self[type] ?? cache?.find(type) }

  /// The assignment of a type, if there is one.
  package subscript(type: any World.Service.Type) -> (any ServiceBox)? {
    get { assigned[ObjectIdentifier(type)] }
    set { assigned[ObjectIdentifier(type)] = newValue }
  }

  /// All assignments, in no order.
  package var assignments: some Collection<any ServiceBox> { assigned.values }

  /// What was assigned since these services were copied from others, and what was removed: its box is `nil`.
  func differences(from other: Services) -> [(type: any World.Service.Type, box: (any ServiceBox)?)] {
    var differences: [(type: any World.Service.Type, box: (any ServiceBox)?)] = []
    for box in assigned.values where other[box.type] !== box { differences.append((box.type, box)) }
    for box in other.assigned.values where self[box.type] == nil { differences.append((box.type, nil)) }
    return differences
  }

  /// Gives a mock world a cache for what it builds, unless it has one. Scopes don't share the mocks of a process-wide mock
  /// world, since tests run in parallel.
  mutating func prepareToBecomeCurrent(processWide: Bool) {
    if isLive || own.map({ processWide || !$0.isProcessWide }) == true { return }
    own = ServiceCache(isLive: false, isProcessWide: processWide)
  }
}

/// One service, to be stored beside others of other types.
package protocol ServiceBox: AnyObject, Sendable {
  var type: any World.Service.Type { get }
  /// The services that this one read while it was built.
  var sources: [any World.Service.Type] { get }
}

/// The only kind of box.
final class Box<S: World.Service>: ServiceBox {
  let service: S
  let sources: [any World.Service.Type]

  init(_ service: S, sources: [any World.Service.Type] = []) {
    self.service = service
    self.sources = sources
  }

  var type: any World.Service.Type { S.self }
}

extension World.Service {
  /// Whether it is a service of the library's own.
  package static var isHidden: Bool { self is any World.HiddenService.Type }
}

/// The name of a service: its type without the module, such as `Payments`, or `Shop.Payments` of an outer type.
package func serviceName(_ type: any World.Service.Type) -> String {
  let parts = String(reflecting: type).split(separator: ".").dropFirst()
  // The place of a private or local type is an address.
  return parts.filter { !$0.hasPrefix("(unknown context at") }.joined(separator: ".")
}
