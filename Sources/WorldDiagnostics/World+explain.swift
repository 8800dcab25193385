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
    let builtIns = Dependencies.names.map { Explanation.Entry(name: $0, origin: origin(ofBuiltIn: $0)) }
    let history = ServiceHistory(of: self)
    let assigned = services.assignedTypes.map {
      Explanation.Entry(name: serviceName($0), origin: history.origin(of: ObjectIdentifier($0)))
    }
    let names = Set(assigned.map(\.name))
    let built = (services.built?.all ?? []).map { type, isFallback, sources in
      Explanation.Entry(
        name: serviceName(type), origin: .init(isFallback ? .fallback : services.isLive ? .live : .mock),
        builtFrom: sources.map(serviceName).sorted())
    }
    let modules = assigned + built.filter { !names.contains($0.name) }
    return Explanation(entries: builtIns + modules.sorted { $0.name < $1.name })
  }

  private func origin(ofBuiltIn name: String) -> Explanation.Origin {
    let dependency = Dependencies(named: name)
    if name == "calendar", explicitCalendar() == nil {
      return .init(.derived, "from timezone and locale")
    }
    guard changes.unnoted.contains(dependency) else {
      let note = sequence(first: origins, next: { $0?.previous }).lazy.compactMap { $0 }
        .first { $0.dependencies.contains(dependency) }
      return note.map(Explanation.Origin.init) ?? .init(.live)
    }
    if changes.recent.contains(dependency) { return .init(.value) }
    for scope in Scope.all {
      if scope.written.contains(dependency) { return .write(in: scope) }
      if scope.entered.contains(dependency) || scope.isOuterDropped { return .init(.scope, scope.place) }
    }
    return .init(.value)
  }
}

extension Scope {
  /// The scopes around the running code, the innermost first and the process last.
  fileprivate static var all: [Scope] {
    var scopes: [Scope] = []
    var next = innermost
    while let scope = next {
      scopes.append(scope)
      next = scope.outer
    }
    return scopes + [process]
  }
}

/// Where services may have been assigned, from the oldest place to the newest.
private struct ServiceHistory {
  private typealias Step = (
    has: (_ service: ObjectIdentifier, _ assignment: ServiceBox) -> Bool, World.Explanation.Origin
  )
  private var steps: [Step] = []
  private let services: Services

  init(of world: World) {
    services = world.services
    var seen: Set<ObjectIdentifier> = []
    func add(_ world: World, _ origin: World.Explanation.Origin) {
      var notes: [Step] = []
      var next = world.origins
      while let note = next, seen.insert(ObjectIdentifier(note)).inserted {
        notes.append(({ note.assigned($1) }, .init(note)))
        next = note.previous
      }
      steps += notes.reversed()
      steps.append(({ world.services.assignment(of: $0) === $1 }, origin))
    }
    for scope in Scope.all.reversed() {
      add(scope.first, .init(.scope, scope.place))
      add(scope.world, .write(in: scope))
    }
    add(world, .init(.value))
  }

  /// The origin of a service: the oldest place that has the same assignment.
  func origin(of service: ObjectIdentifier) -> World.Explanation.Origin {
    guard let assignment = services.assignment(of: service) else { return .init(.value) }
    return steps.first { $0.has(service, assignment) }?.1 ?? .init(.value)
  }
}

extension World.Explanation.Origin {
  fileprivate init(_ kind: Kind, _ detail: String? = nil) { self.init(kind: kind, detail: detail) }

  fileprivate init(_ note: OriginNote) {
    self.init(kind: Kind(rawValue: note.kind.rawValue) ?? .value, detail: note.detail)
  }

  fileprivate static func write(in scope: Scope) -> Self {
    .init(.write, scope.isProcessWide ? nil : "in the scope \(scope.place)")
  }
}
