import World

extension World {
  /// Why this world has the values that it has: for each dependency whether it is live, or was set by
  /// `World.bootstrap`, a `withWorld`, a mock world or a ``Simulation``, and where.
  ///
  /// ```swift
  /// print(Current.explain())
  /// Current.explain()["locale"]?.origin.description     // "scope at ShopTests/PriceTests.swift:12"
  /// ```
  ///
  /// Services that were neither assigned nor built yet have nothing to explain.
  ///
  /// A world that was captured and is entered again is explained by the place where that was. Values are the same when
  /// they are the same function and hold the same objects, wherever they were assigned.
  ///
  /// **Cost.** Nothing until it is called, but for the place that each scope notes. Then a few comparisons for each
  /// dependency and each scope around, of which it knows at most thirty-two.
  ///
  /// **Thread-safety.** Call it from anywhere.
  public func explain() -> Explanation {
    let history = History(of: self)
    let builtIns = BuiltInDependency.all.map { dependency in
      var origin = history.origin(of: dependency.name, dependency.bits)
      if dependency.name == "calendar", explicitCalendar() == nil {
        origin = Origin(kind: .derived, detail: "from timezone and locale")
      }
      return Explanation.Entry(name: dependency.name, origin: origin, builtFrom: [])
    }
    return Explanation(
      entries: builtIns + (assignedEntries(history) + builtEntries).sorted { $0.name < $1.name })
  }

  private func assignedEntries(_ history: History) -> [Explanation.Entry] {
    services.assigned.map { box in
      let origin = history.origin(of: serviceName(box.type)) { $0.services.assignment(of: box.key) }
      return Explanation.Entry(name: serviceName(box.type), origin: origin, builtFrom: [])
    }
  }

  private var builtEntries: [Explanation.Entry] {
    let assigned = Set(services.assigned.map(\.key))
    let all = services.built?.all.filter { !assigned.contains($0.box.key) } ?? []
    return all.map { box, isStandIn, sources in
      let kind: Origin.Kind = isStandIn ? .standIn : services.kind == .live ? .live : .mock
      return Explanation.Entry(
        name: serviceName(box.type), origin: Origin(kind: kind), builtFrom: sources.map(serviceName).sorted())
    }
  }

  /// The names of the dependencies that have another value than in another world.
  func dependencies(differingFrom other: World) -> [String] {
    let builtIns = BuiltInDependency.all.filter { $0.bits(in: self) != $0.bits(in: other) }.map(\.name)
    let changed = services.assigned.filter { other.services.assignment(of: $0.key) != $0.assignment }
    let removed = other.services.assigned.filter { services.assignment(of: $0.key) == nil }
    return builtIns + (changed + removed).map { serviceName($0.type) }.sorted()
  }
}
