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
  /// **Cost.** Nothing until it is called. Then some hundred comparisons.
  public func explain() -> Explanation {
    let history = History(of: self)
    let builtIns = BuiltInDependency.all.map { dependency in
      Explanation.Entry(name: dependency.name, origin: history.origin(of: dependency.bits), builtFrom: [])
    }
    return Explanation(
      entries: builtIns + (assignedEntries(history) + builtEntries).sorted { $0.name < $1.name })
  }

  private func assignedEntries(_ history: History) -> [Explanation.Entry] {
    services.assigned.map { box in
      let origin = history.origin { world in world.services.assigned.first { $0.key == box.key }?.bits }
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
}
