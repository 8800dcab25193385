// SPDX-License-Identifier: MIT

import World

extension World {
  /// Returns the origin of each value of this world: live, or assigned by `World.bootstrap`, a `withWorld`, a mock world, a
  /// simulation or a write, with the place.
  ///
  /// ```swift
  /// print(Current.explain())
  /// Current.explain()["locale"]?.origin.description     // "scope at ShopTests/PriceTests.swift:12"
  /// ```
  ///
  /// Services that were neither assigned nor built yet aren't listed. Values that were assigned before the world was current have
  /// the place where it first became current. Places are known of the scopes around the running code: a copy of a world that is
  /// explained after its scope has ended, or on a queue, says `scope` alone.
  ///
  /// A copy that is older than a write of its scope is explained by that write: explain the current world.
  ///
  /// **Cost.** Nothing until it is called, except that a scope stores its place and what was assigned.
  ///
  /// **Thread-safety.** Call it from anywhere.
  public func explain() -> Explanation {
    // The clock follows `date` and `sleep`, and can't be assigned.
    let builtIns = BuiltIn.allCases.filter { $0 != .clock }.map { dependency in
      Explanation.Entry(name: dependency.name, origin: explainedOrigin(of: dependency))
    }
    let origins = serviceOrigins
    let names = serviceNames(origins.map(\.type))
    let services = origins.map { Explanation.Entry(name: names($0.type), origin: $0.origin) }
    return Explanation(entries: builtIns + inOrder(services, of: \.name))
  }

  /// The services that were assigned or built, except the library's own, and their origins.
  var serviceOrigins: [(type: any Service.Type, origin: Explanation.Origin)] {
    var origins: [(type: any Service.Type, origin: Explanation.Origin)] = []
    func add(_ types: [any Service.Type], _ origin: (any Service.Type) -> Explanation.Origin) {
      for type in types where !origins.contains(where: { $0.type == type }) {
        origins.append((type, origin(type)))
      }
    }
    add(assignedServices) { explained(origin(ofAssigned: $0)) }
    add(serviceStore.built) { _ in Explanation.Origin(kind: serviceStore.isLive ? .live : .mock) }
    add(serviceStore.fallbacks?.built ?? []) { _ in Explanation.Origin(kind: .fallback) }
    return origins
  }

  private func explainedOrigin(of dependency: BuiltIn) -> Explanation.Origin {
    if dependency == .calendar, isCalendarDerived {
      return .init(kind: .derived, detail: "from timezone and locale")
    }
    // A live world has no sink and no store.
    let isMissing = !isAssigned(dependency) && (dependency == .analytics || dependency == .settings)
    return isMissing ? .init(kind: .unassigned) : explained(origin(of: dependency))
  }

  private func explained(_ origin: Origin) -> Explanation.Origin {
    switch origin {
    case .live: .init(kind: .live)
    case .mock: .init(kind: .mock)
    case .simulation:
      .init(kind: .simulation, detail: simulation.isEmpty ? nil : simulation.description)
    case .bootstrap(let place): .init(kind: .bootstrap, detail: place)
    case .scope(let place): .init(kind: .scope, detail: place)
    case .write(let place): .init(kind: .write, detail: place)
    case .copy: .init(kind: .changedCopy)
    }
  }

  /// Whether the calendar is the locale's, in the time zone.
  var isCalendarDerived: Bool { explicitCalendar(locale, timezone) == nil }
}

/// Returns a function that names services by type, and by module and type if several types have the same name.
func serviceNames(_ types: [any World.Service.Type]) -> (any World.Service.Type) -> String {
  var owners: [String: Set<ObjectIdentifier>] = [:]
  for type in types { owners[serviceName(type), default: []].insert(ObjectIdentifier(type)) }
  return { [owners] type in
    let name = serviceName(type)
    guard let count = owners[name]?.count, count > 1 else { return name }
    return String(reflecting: type).prefix { $0 != "." } + "." + name
  }
}
