import World

extension World {
  /// Where each of this world's values came from: whether it is live, or was assigned by `World.bootstrap`, a
  /// `withWorld`, a mock world, a simulation or a write, and where.
  ///
  /// ```swift
  /// print(Current.explain())
  /// Current.explain()["locale"]?.origin.description     // "scope at ShopTests/PriceTests.swift:12"
  /// ```
  ///
  /// Services that were neither assigned nor built yet aren't listed. The values of a world that was captured and is
  /// entered again are explained by the place where it is entered.
  ///
  /// **Cost.** Nothing until it is called: assignments set a bit, and a scope notes its place. Then a few comparisons
  /// for each dependency and each scope around, of which at most thirty-two are known.
  ///
  /// **Thread-safety.** Call it from anywhere.
  public func explain() -> Explanation {
    let builtIns = DependencySet.named.map { name, dependency in
      Explanation.Entry(name: name, origin: origin(of: .builtIn(dependency)))
    }
    let origins = serviceOrigins
    let names = serviceNames(origins.flatMap { [$0.box.type] + $0.box.sources })
    let services = origins.map { box, origin in
      Explanation.Entry(
        name: names(box.type), origin: origin, builtFrom: inOrder(box.sources.map(names)),
        closures: closureOrigins(of: box).filter { $0.value != origin })
    }
    return Explanation(entries: builtIns + inOrder(services, of: \.name))
  }

  /// The services that were assigned or built, and where each came from.
  var serviceOrigins: [(box: any ServiceBox, origin: Explanation.Origin)] {
    services.visible.map { ($0, origin(of: .service($0))) }
      + services.builtByKind.filter { services[$0.box.type] == nil }.map { ($0.box, .init(kind: $0.kind)) }
  }

  /// Where the closures of a service came from that was assigned to change some: the others are those of the one before.
  private func closureOrigins(of box: any ServiceBox) -> [String: Explanation.Origin] {
    let type = box.type
    if services[type] !== box { return [:] }
    let assigned =
      Scope.all.flatMap { [$0.world.services[type], $0.first.services[type]] }
      + notesNewestFirst.map { $0.services[ObjectIdentifier(type)] }
    let built = services.builtByKind.first { $0.box.type == type }
    let before =
      assigned.compactMap(\.self).filter { $0 !== box }.map { ($0, origin(of: .service($0))) }
      + (built.map { [($0.box, Explanation.Origin(kind: $0.kind))] } ?? [])
    let earlier = before.map { (closures: $0.0.closures, origin: $0.1) }
    return box.closures.reduce(into: [:]) { origins, closure in
      let same = earlier.prefix { $0.closures[closure.key] == closure.value }
      origins[closure.key] = same.last?.origin ?? origin(of: .service(box))
    }
  }

  private var notesNewestFirst: [OriginNote] {
    notes.map { Array(sequence(first: $0, next: \.previous)) } ?? []
  }

  /// What made an assignment: a note of this world, a change of this copy, or the innermost scope that made it.
  private func origin(of assignment: Assignment) -> Explanation.Origin {
    let notes = notesNewestFirst
    switch assignment {
    case .builtIn(let dependency) where dependency.contains(.calendar) && isCalendarDerived:
      return .init(kind: .derived, detail: "from timezone and locale")
    case .builtIn(let dependency):
      if !assigned.sinceNote.contains(dependency) {
        // A live world has no sink and no store.
        let isLive = dependency != .analytics && dependency != .settings
        return notes.first { $0.dependencies.contains(dependency) }.map { .init($0) }
          ?? .init(kind: isLive ? .live : .unassigned)
      }
      if assigned.sinceCopy.contains(dependency) { return .init(kind: .value) }
    case .service(let box):
      if let note = notes.first(where: { $0.services[ObjectIdentifier(box.type)] === box }) {
        return .init(note)
      }
    }
    for scope in Scope.all {
      if scope.wrote(assignment) {
        return .init(kind: .write, detail: scope.isProcessWide ? nil : "in the scope \(scope.place)")
      }
      if scope.began(with: assignment) { return .init(kind: .scope, detail: scope.place) }
    }
    return .init(kind: .value)
  }
}

/// The assignment of a dependency. Closures can't be compared, so worlds and scopes have a bit for the assignment of each
/// built-in dependency. That of a service is an object.
private enum Assignment {
  case builtIn(DependencySet)
  case service(any ServiceBox)
}

extension Scope {
  /// The scopes around the running code, the innermost first and the process last.
  fileprivate static var all: [Scope] {
    var all: [Scope] = []
    while let scope = all.isEmpty ? innermost : all.last?.outer { all.append(scope) }
    return all + [process]
  }

  /// Whether a write inside the scope made an assignment.
  fileprivate func wrote(_ assignment: Assignment) -> Bool {
    switch assignment {
    case .builtIn(let dependency): written.contains(dependency)
    case .service(let box): !first.services.has(box) && world.services.has(box)
    }
  }

  /// Whether the scope made an assignment when it began, or one around it of which nothing is known.
  fileprivate func began(with assignment: Assignment) -> Bool {
    switch assignment {
    case .builtIn(let dependency): return entered.contains(dependency) || isOuterDropped
    case .service(let box):
      let around = outer ?? .process
      return first.services.has(box) && !around.first.services.has(box) && !around.world.services.has(box)
    }
  }
}

extension Services {
  /// The services that were assigned, without the library's own.
  var visible: [any ServiceBox] { assignments.filter { !$0.type.isHidden } }

  /// Whether it has this assignment, and not another one of the type.
  fileprivate func has(_ box: any ServiceBox) -> Bool { self[box.type] === box }

  /// The services that were built, without the library's own: live ones, mocks, and mocks that are used as a fallback.
  fileprivate var builtByKind: [(kind: World.Explanation.Origin.Kind, box: any ServiceBox)] {
    var all: [(kind: World.Explanation.Origin.Kind, box: any ServiceBox)] = []
    for box in cache?.store.boxes ?? [] { all.append((isLive ? .live : .mock, box)) }
    for box in cache?.store.fallbacks?.boxes ?? [] { all.append((.fallback, box)) }
    return all.filter { !$0.box.type.isHidden }
  }
}

extension World.Explanation.Origin {
  fileprivate init(_ note: OriginNote) {
    self.init(kind: Kind(rawValue: note.kind.rawValue) ?? .value, detail: note.detail)
  }
}

extension ServiceBox {
  /// What the memory of each closure of the service holds, by its label: a function and what it captures. Empty if the service
  /// holds anything else, or its labels can't be read.
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
  /// Whether the calendar is that of the locale, in the time zone.
  var isCalendarDerived: Bool { explicitCalendar(locale, timezone) == nil }
}

/// What names services: by their types, and with their modules where several of these types have one name.
func serviceNames(_ types: [any World.Service.Type]) -> (any World.Service.Type) -> String {
  var owners: [String: Set<ObjectIdentifier>] = [:]
  for type in types { owners[serviceName(type), default: []].insert(ObjectIdentifier(type)) }
  return { [owners] type in
    let name = serviceName(type)
    guard let count = owners[name]?.count, count > 1 else { return name }
    return String(reflecting: type).prefix { $0 != "." } + "." + name
  }
}
