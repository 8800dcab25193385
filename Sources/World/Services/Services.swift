// SPDX-License-Identifier: MIT

/// The services of one world: those assigned, and those built at first use.
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
  /// The cache, unless it is the live one: threads that copy worlds would contend for its reference count.
  private var own: ServiceCache?

  package subscript(type: any World.Service.Type) -> (any ServiceBox)? {
    get { assigned[ObjectIdentifier(type)] }
    set { assigned[ObjectIdentifier(type)] = newValue }
  }

  package var assignments: some Collection<any ServiceBox> { assigned.values }

  /// Wraps each service, including those built later. This doesn't count as an assignment.
  package mutating func wrap(by wrapper: @escaping ServiceWrapper) {
    assigned = assigned.mapValues { box in wrapper { box } }
    own = ServiceCache(isLive: isLive, isProcessWide: false, wrapping: cache, by: wrapper)
  }

  /// Gives a mock world that becomes current a cache for its mocks. Scopes don't share the mocks of a process-wide mock world,
  /// since tests run in parallel.
  ///
  /// - Parameter cache: The cache that was made for the scope.
  mutating func prepareToBecomeCurrent(
    isProcessWide: Bool, overriding changes: Dependencies, cache: inout ServiceCache?
  ) {
    if isLive { return }
    guard let own, isProcessWide || !own.isProcessWide else {
      cache = ServiceCache(isLive: false, isProcessWide: isProcessWide)
      own = cache
      return
    }
    if changes.isEmpty { return }
    if own === cache { return own.override(changes) }
    cache = ServiceCache(inside: own, overriding: changes)
    self.own = cache
  }
}

/// Builds a service, and returns one of the same type that wraps its functions.
package typealias ServiceWrapper = @Sendable (_ build: () -> any ServiceBox) -> any ServiceBox

/// The dependencies that a service's build read: directly, and in all, including the reads of other services' builds.
package typealias ServiceReads = (direct: Dependencies, all: Dependencies)

/// A type-erased service.
package protocol ServiceBox: AnyObject, Sendable {
  var type: any World.Service.Type { get }
  /// The origin of the assignment, if any.
  var origin: Origin { get }
  var reads: ServiceReads { get }
  /// The box that an earlier update assigned; the two may share closures.
  var previous: (any ServiceBox)? { get }

  /// Returns this service. If it was assigned to a copy, its origin is where the copy becomes current.
  func entered(at origin: Origin) -> any ServiceBox

  /// Returns a changed service with the same origin and reads.
  func changed(by change: (any World.Service) -> any World.Service) -> any ServiceBox
}

final class Box<S: World.Service>: ServiceBox {
  let service: S
  let origin: Origin
  let reads: ServiceReads
  let previous: (any ServiceBox)?

  init(
    _ service: S, from origin: Origin = Origin(.live), over other: (any ServiceBox)? = nil,
    reads: ServiceReads = (Dependencies(), Dependencies())
  ) {
    (self.service, self.origin, self.reads) = (service, origin, reads)
    previous = other?.origin == origin ? other?.previous : other
  }

  var type: any World.Service.Type { S.self }

  func entered(at place: Origin) -> any ServiceBox {
    var origin = origin
    origin.enter(at: place)
    return Box(service, from: origin, over: previous)
  }

  func changed(by change: (any World.Service) -> any World.Service) -> any ServiceBox {
    Box(change(service) as? S ?? service, from: origin, over: self, reads: reads)
  }
}

extension World.Service {
  /// Whether the library declares it.
  package static var isHidden: Bool { self is any World.HiddenService.Type }
}

/// Returns a service's name: its type without the module, such as `Payments`, or `Shop.Payments` for a nested type.
package func serviceName(_ type: any World.Service.Type) -> String {
  typeName(type).split(separator: ".").dropFirst().joined(separator: ".")
}

/// Returns a type's name, with its module.
package func typeName(_ type: Any.Type) -> String {
  // The context of a private or local type is printed as an address.
  String(reflecting: type).split(separator: ".").filter { !$0.hasPrefix("(unknown context at") }
    .joined(separator: ".")
}
