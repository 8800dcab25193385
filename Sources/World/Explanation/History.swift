/// What a world was before, and before that, back to the live one: the worlds it was derived from, newest first.
struct History {
  private typealias Station = (origin: World.Origin, world: World, names: Set<String>?)

  private let past: [Station]
  private let live = World()

  init(of world: World) {
    var stations: [Station] = [(World.Origin(kind: .value), world, nil)]
    var next = Scope.innermost
    while let scope = next {
      stations.append((World.Origin(kind: .write, detail: "in the scope \(scope.place)"), scope.world, nil))
      stations.append((World.Origin(kind: .scope, detail: scope.place), scope.firstWorld, nil))
      next = scope.outer
    }
    stations.append((World.Origin(kind: .write), Scope.root.world, nil))
    stations.append((World.Origin(kind: .live), Scope.root.firstWorld, nil))

    past = stations.indices.flatMap { index in
      // What it has in common with the world before it is told there.
      let before = index + 1 < stations.count ? Layer.all(of: stations[index + 1].world) : []
      let own = Layer.all(of: stations[index].world).filter { layer in !before.contains { $0 === layer } }
      return [stations[index]] + own.map { ($0.origin, $0.world, $0.names) }
    }
  }

  /// Where a dependency's value came from: the oldest of the worlds that have had it since.
  ///
  /// - Parameter value: Tells the dependency's values in two worlds apart.
  func origin(of name: String, _ value: (World) -> (some Equatable)?) -> World.Origin {
    let latest = past.first.flatMap { value($0.world) }
    if latest == value(live) { return World.Origin(kind: .live) }
    let since = past.prefix { value($0.world) == latest }
    return since.last { $0.names?.contains(name) ?? true }?.origin ?? World.Origin(kind: .value)
  }
}
