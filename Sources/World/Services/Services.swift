// SPDX-License-Identifier: MIT

/// The services of one world: those assigned, and the store of all others.
struct Services: Sendable {
  private(set) var assigned: [ObjectIdentifier: any ServiceBox] = [:]
  /// The store, unless it is the live one: threads that copy worlds would contend for its reference count.
  private var own: ServiceStore?

  fileprivate(set) var store: ServiceStore {
    get { own ?? .live }
    set { own = newValue === ServiceStore.live ? nil : newValue }
  }

  subscript(type: any World.Service.Type) -> (any ServiceBox)? {
    get { assigned[ObjectIdentifier(type)] }
    set { assigned[ObjectIdentifier(type)] = newValue }
  }

  func enter(_ scope: Scope, isOfTest: Bool = false) { own?.enter(scope, isOfTest: isOfTest) }

  fileprivate mutating func wrap(by wrapper: @escaping ServiceStore.Wrapper) {
    assigned = assigned.mapValues { box in wrapper { box } }
    store = ServiceStore(wrapping: store, by: wrapper)
  }
}

extension World {
  /// Wraps each service, including those built later. This doesn't count as an assignment.
  package mutating func wrapServices(by wrapper: @escaping ServiceStore.Wrapper) {
    services.wrap(by: wrapper)
  }

  /// The store of the services that aren't assigned. Setting it doesn't count as an assignment.
  package var serviceStore: ServiceStore {
    get { services.store }
    set { services.store = newValue }
  }

  /// The services that were assigned, except the library's own.
  package var assignedServices: [any Service.Type] {
    services.assigned.values.map(\.type).filter { !$0.isHidden }
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
