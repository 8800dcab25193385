/// A world as it was when something rare changed it, so that it can be told later which values came from there.
///
/// Only mock worlds, simulations and `bootstrap` leave one. What a `withWorld` changed is told by its scope, and so a
/// scope costs no layer.
package final class Layer: Sendable {
  package let origin: World.Origin
  package let world: World
  /// The dependencies that it may have changed; `nil` for any.
  package let names: Set<String>?
  private let previous: Layer?

  package init(_ origin: World.Origin, _ world: World, names: Set<String>? = nil, over previous: Layer? = nil)
  {
    self.origin = origin
    self.world = world
    self.names = names
    self.previous = previous
  }

  /// Notes what a world is now, and why. Of each kind only the latest is kept, so that a world which is simulated
  /// again and again doesn't grow.
  package static func add(
    _ kind: World.Origin.Kind, _ detail: String? = nil, changing names: Set<String>? = nil,
    to world: inout World
  ) {
    var previous = world.layer
    let layers = all(of: world)
    if layers.contains(where: { $0.origin.kind == kind }) {
      previous = layers.filter { $0.origin.kind != kind }.reversed()
        .reduce(nil) { Layer($1.origin, $1.world, names: $1.names, over: $0) }
    }
    var snapshot = world
    snapshot.layer = nil
    world.layer = Layer(World.Origin(kind: kind, detail: detail), snapshot, names: names, over: previous)
  }

  /// What is noted of a world, newest first.
  package static func all(of world: World) -> [Layer] {
    var layers: [Layer] = []
    var next = world.layer
    while let layer = next {
      layers.append(layer)
      next = layer.previous
    }
    return layers
  }
}
