/// The services of one world: assigned ones, and those that are built at first use.
package struct Services: Sendable {
  private var assigned: [ObjectIdentifier: any ServiceBox] = [:]
  /// Builds a mock in a copy of a world, and returns the built-in dependencies that the build read; `nil` in a live world.
  package var noteReads: (@Sendable (World, _ build: (World) -> Void) -> BuiltInSet)?
  /// Whether services that aren't assigned are live.
  package var isLive: Bool { noteReads == nil }
  /// The services that were built; `nil` in a mock world that was never current, which builds a mock at each read.
  package var cache: ServiceCache? {
    get { own ?? (isLive ? .live : nil) }
    set { own = newValue }
  }
  /// The cache, but `nil` for the live one: threads that copy worlds would contend for its reference count.
  private var own: ServiceCache?

  func find(_ type: any World.Service.Type) -> (any ServiceBox)? { self[type] ?? cache?.find(type) }

  package subscript(type: any World.Service.Type) -> (any ServiceBox)? {
    get { assigned[ObjectIdentifier(type)] }
    set { assigned[ObjectIdentifier(type)] = newValue }
  }

  package var assignments: some Collection<any ServiceBox> { assigned.values }

  /// Where a world becomes current.
  enum Place { case process, newScope, sameScope }

  /// Gives a mock world a cache for what it builds. Scopes don't share the mocks of a process-wide mock world, since tests run
  /// in parallel.
  mutating func prepareToBecomeCurrent(in place: Place, overriding changes: Dependencies) {
    if isLive { return }
    guard let own, place == .process || !own.isProcessWide else {
      own = ServiceCache(isLive: false, isProcessWide: place == .process)
      return
    }
    if place == .newScope { self.own = ServiceCache(inside: own) }
    self.own?.override(changes)
  }
}

/// One service, to be stored beside others of other types.
package protocol ServiceBox: AnyObject, Sendable {
  var type: any World.Service.Type { get }
  /// The origin of the assignment, if any.
  var origin: Origin { get }
  /// What its build read, directly or through other builds.
  var reads: Dependencies { get }
  /// The services that its build read directly.
  var sources: [any World.Service.Type] { get }
  /// The box that another update assigned before; both may share closures.
  var previous: (any ServiceBox)? { get }
}

final class Box<S: World.Service>: ServiceBox {
  let service: S
  let origin: Origin
  let reads: Dependencies
  let sources: [any World.Service.Type]
  let previous: (any ServiceBox)?

  /// A service that was built.
  init(_ service: S, reads: Dependencies = Dependencies(), sources: [any World.Service.Type] = []) {
    (self.service, self.reads, self.sources) = (service, reads, sources)
    (origin, previous) = (Origin(.live), nil)
  }

  /// A service that was assigned.
  init(_ service: S, from origin: Origin, over other: (any ServiceBox)?) {
    (self.service, self.origin) = (service, origin)
    (reads, sources) = (Dependencies(), [])
    previous = other?.origin == origin ? other?.previous : other
  }

  var type: any World.Service.Type { S.self }
}

extension World.Service {
  /// Whether the library declares it.
  package static var isHidden: Bool { self is any World.HiddenService.Type }
}

/// The name of a service: its type without the module, such as `Payments`, or `Shop.Payments` of an outer type.
package func serviceName(_ type: any World.Service.Type) -> String {
  let parts = String(reflecting: type).split(separator: ".").dropFirst()
  // The place of a private or local type is an address.
  return parts.filter { !$0.hasPrefix("(unknown context at") }.joined(separator: ".")
}
