/// A world as it was when something rare changed it, so that it can be told later which values came from there.
///
/// Only mock worlds, simulations and `bootstrap` leave one. What a `withWorld` changed is told by its scope, and so a
/// scope costs no layer.
final class Layer: Sendable {
  let origin: World.Origin
  let world: World
  let previous: Layer?

  private init(_ origin: World.Origin, _ world: World) {
    self.origin = origin
    self.world = world
    previous = world.layer
  }

  /// Notes what a world is now, and why.
  static func add(_ kind: World.Origin.Kind, _ detail: String? = nil, to world: inout World) {
    world.layer = Layer(World.Origin(kind: kind, detail: detail), world)
  }

  /// What is noted of a world, newest first.
  static func all(of world: World) -> [Layer] {
    Array(sequence(first: world.layer) { $0?.previous }.prefix { $0 != nil }.compactMap(\.self))
  }
}
