import World

/// What a world was before, and before that, back to the live one: the worlds it was derived from, newest first.
struct History {
  private var past: [Layer] = []
  private let live = World()

  init(of world: World) {
    var stations = [Layer(World.Origin(kind: .value), world)]
    var next = Scope.innermost
    while let scope = next {
      let write = World.Origin(kind: .write, detail: "in the scope \(scope.place)")
      stations.append(Layer(write, scope.world))
      stations.append(Layer(World.Origin(kind: .scope, detail: scope.place), scope.firstWorld))
      next = scope.outer
    }
    stations.append(Layer(World.Origin(kind: .write), Scope.root.world))
    stations.append(Layer(World.Origin(kind: .live), Scope.root.firstWorld))

    // What a world has in common with the one before it is told there.
    var told: [Layer] = []
    for station in stations.reversed() {
      let all = Layer.all(of: station.world)
      past = [station] + all.filter { layer in !told.contains { $0 === layer } } + past
      told = all
    }
  }

  /// Where a dependency's value came from: the oldest of the worlds that have had it since.
  ///
  /// - Parameter value: Tells the dependency's values in two worlds apart.
  func origin<Value: Equatable>(of name: String, _ value: (World) -> Value?) -> World.Origin {
    var origin = World.Origin(kind: .value)
    guard let latest = past.first.map({ value($0.world) }) else { return origin }
    if latest == value(live) { return World.Origin(kind: .live) }
    for layer in past {
      if value(layer.world) != latest { break }
      if layer.names?.contains(name) ?? true { origin = layer.origin }
    }
    return origin
  }
}
