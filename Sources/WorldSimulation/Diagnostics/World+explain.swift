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
  /// the place where it first became current.
  ///
  /// **Cost.** Nothing until it is called, except that an assignment stores its place.
  ///
  /// **Thread-safety.** Call it from anywhere.
  public func explain() -> Explanation {
    // The clock follows `date` and `sleep`, and can't be assigned.
    let builtIns = BuiltIn.all.filter { $0.bit != .clock }.map { dependency in
      Explanation.Entry(name: dependency.name, origin: origin(of: dependency))
    }
    let origins = serviceOrigins
    let names = serviceNames(origins.flatMap { [$0.box.type] + $0.box.sources })
    let services = origins.map { box, origin in
      Explanation.Entry(
        name: names(box.type), origin: origin, builtFrom: inOrder(box.sources.map(names)),
        closures: closureOrigins(of: box, origin))
    }
    return Explanation(entries: builtIns + inOrder(services, of: \.name))
  }

  /// The services that were assigned or built, and their origins.
  var serviceOrigins: [(box: any ServiceBox, origin: Explanation.Origin)] {
    services.visible.map { ($0, explained($0.origin)) }
      + services.builtByKind.filter { services[$0.box.type] == nil }.map { ($0.box, .init(kind: $0.kind)) }
  }

  /// The origins of the closures that an assignment didn't change.
  private func closureOrigins(
    of box: any ServiceBox, _ origin: Explanation.Origin
  ) -> [String: Explanation.Origin] {
    if services[box.type] !== box { return [:] }
    var earlier: [(closures: [String: [UInt8]], origin: Explanation.Origin)] = []
    var previous = box.previous
    while let box = previous {
      earlier.append((box.closures, explained(box.origin)))
      previous = box.previous
    }
    if let built = services.builtByKind.first(where: { $0.box.type == box.type }) {
      earlier.append((built.box.closures, .init(kind: built.kind)))
    }
    return box.closures.reduce(into: [:]) { origins, closure in
      let same = earlier.prefix { $0.closures[closure.key] == closure.value }
      if let last = same.last { origins[closure.key] = last.origin }
    }
    .filter { $0.value != origin }
  }

  private func origin(of dependency: BuiltIn) -> Explanation.Origin {
    if dependency.bit == .calendar, isCalendarDerived {
      return .init(kind: .derived, detail: "from timezone and locale")
    }
    let origin = origins[keyPath: dependency.origin]
    // A live world has no sink and no store.
    let isMissing = origin.kind == .live && (dependency.bit == .analytics || dependency.bit == .settings)
    if isMissing { return .init(kind: .unassigned) }
    return explained(origin)
  }

  private func explained(_ origin: Origin) -> Explanation.Origin {
    switch origin.kind {
    case .live: .init(kind: .live)
    case .mock: .init(kind: .mock)
    case .simulation: .init(kind: .simulation, detail: simulation.description)
    case .bootstrap: .init(kind: .bootstrap, detail: origin.place.map { "at \($0)" })
    case .scope: .init(kind: .scope, detail: place(of: origin))
    case .write: .init(kind: .write, detail: origin.place.map { "in the scope at \($0)" })
    case .copy: .init(kind: .value)
    }
  }

  private func place(of scope: Origin) -> String? {
    scope.place.map { "at \($0)" } ?? test.map { "of the test \($0)" }
  }
}

extension Services {
  /// The services that were assigned, except the library's own.
  var visible: [any ServiceBox] { assignments.filter { !$0.type.isHidden } }

  /// The services that were built, except the library's own: live ones, mocks, and mocks that are used as a fallback.
  fileprivate var builtByKind: [(kind: World.Explanation.Origin.Kind, box: any ServiceBox)] {
    var all: [(kind: World.Explanation.Origin.Kind, box: any ServiceBox)] = []
    for box in cache?.store.boxes ?? [] { all.append((isLive ? .live : .mock, box)) }
    for box in cache?.store.fallbacks?.boxes ?? [] { all.append((.fallback, box)) }
    return all.filter { !$0.box.type.isHidden }
  }
}

extension ServiceCache {
  /// The cache that stores the services that this one builds.
  fileprivate var store: ServiceCache { self === ServiceCache.unnamed ? .live : self }

  /// All services that were built, except fallbacks, in no order.
  fileprivate var boxes: [any ServiceBox] {
    let (built, overrides) = state.withLock { $0 }
    let shared = outer?.boxes.filter {
      built[ObjectIdentifier($0.type)] == nil && $0.reads.all.isDisjoint(with: overrides)
    }
    return built.values + (shared ?? [])
  }
}

extension ServiceBox {
  /// The services that its build read directly, except the library's own.
  fileprivate var sources: [any World.Service.Type] {
    reads.direct.services.values.filter { !$0.isHidden }
  }

  /// The bytes of each closure of the service, by its label: the pointers to its function and its context. Empty if the service
  /// contains anything else, or its labels can't be read.
  fileprivate var closures: [String: [UInt8]] {
    func closures<S: World.Service>(of service: S) -> [String: [UInt8]] {
      let labels = Mirror(reflecting: service).children.compactMap { child in
        "\(Swift.type(of: child.value))".contains("->") ? child.label : nil
      }
      let bytes = withUnsafeBytes(of: service) { Array($0) }
      let size = MemoryLayout<() -> Void>.size
      guard !labels.isEmpty, bytes.count == labels.count * size else { return [:] }
      return Dictionary(
        labels.indices.map { (labels[$0], Array(bytes[$0 * size..<($0 + 1) * size])) },
        uniquingKeysWith: { first, _ in first })
    }
    guard let service = Mirror(reflecting: self).descendant("service") as? any World.Service else {
      return [:]
    }
    return closures(of: service)
  }
}

extension World {
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
