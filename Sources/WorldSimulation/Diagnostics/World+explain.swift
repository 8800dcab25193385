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
    let history = ServiceHistory(of: self)
    var modules: [Explanation.Entry] = []
    func add(_ type: any Service.Type, _ origin: Explanation.Origin, builtFrom sources: [String] = []) {
      let entry = Explanation.Entry(name: serviceName(type), origin: origin, builtFrom: sources)
      modules.insert(entry, at: modules.firstIndex { $0.name > entry.name } ?? modules.count)
    }
    for type in services.assignedTypes { add(type, history.origin(of: type)) }
    let assigned = Explanation(entries: modules)
    for (box, isFallback) in services.builtBoxes where assigned[serviceName(box.type)] == nil {
      var names: [String] = []
      for source in box.sources { names.insertSorted(serviceName(source)) }
      add(box.type, .init(isFallback ? .fallback : services.isLive ? .live : .mock), builtFrom: names)
    }
    var entries: [Explanation.Entry] = []
    for (name, dependency) in DependencySet.named {
      entries.append(.init(name: name, origin: origin(of: dependency)))
    }
    return Explanation(entries: entries + modules)
  }

  private func origin(of dependency: DependencySet) -> Explanation.Origin {
    if dependency.contains(.calendar), explicitCalendar() == nil {
      return .init(.derived, "from timezone and locale")
    }
    guard assigned.sinceNote.contains(dependency) else {
      var next = notes
      while let note = next {
        if note.dependencies.contains(dependency) { return .init(note) }
        next = note.previous
      }
      return .init(.live)
    }
    if assigned.sinceCopy.contains(dependency) { return .init(.value) }
    for scope in Scope.all {
      if scope.written.contains(dependency) { return .write(in: scope) }
      if scope.entered.contains(dependency) || scope.isOuterDropped { return .init(.scope, scope.place) }
    }
    return .init(.value)
  }
}

extension Services {
  /// The types of the services that were assigned, without the library's own.
  var assignedTypes: [any World.Service.Type] {
    assignments.map(\.type).filter { !$0.isHidden }
  }

  /// The services that were built, without the library's own.
  fileprivate var builtBoxes: [(box: any ServiceBox, isFallback: Bool)] {
    var all: [(box: any ServiceBox, isFallback: Bool)] = []
    let cache = cache?.store
    for box in cache?.boxes ?? [] where !box.type.isHidden { all.append((box, false)) }
    for box in cache?.fallbacks?.boxes ?? [] where !box.type.isHidden { all.append((box, true)) }
    return all
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
    has: (_ assignment: any ServiceBox) -> Bool, World.Explanation.Origin
  )
  private var steps: [Step] = []
  private let services: Services

  init(of world: World) {
    services = world.services
    var seen: [OriginNote] = []
    func add(_ world: World, _ origin: World.Explanation.Origin) {
      var notes: [Step] = []
      var next = world.notes
      while let note = next, !seen.contains(where: { $0 === note }) {
        seen.append(note)
        notes.append(({ note.services[ObjectIdentifier($0.type)] === $0 }, .init(note)))
        next = note.previous
      }
      steps += notes.reversed()
      steps.append(({ world.services[$0.type] === $0 }, origin))
    }
    for scope in Scope.all.reversed() {
      add(scope.first, .init(.scope, scope.place))
      add(scope.world, .write(in: scope))
    }
    add(world, .init(.value))
  }

  /// The origin of a service: the oldest place that has the same assignment.
  func origin(of service: any World.Service.Type) -> World.Explanation.Origin {
    guard let assignment = services[service] else { return .init(.value) }
    return steps.first { $0.has(assignment) }?.1 ?? .init(.value)
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
