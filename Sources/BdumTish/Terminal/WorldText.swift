import WorldSimulation

/// The world as text for people.
struct WorldText: Sendable {
  let text: String

  init(_ world: WorldViewModel, ink: Ink) {
    let nameWidth = world.dependencies.map(\.name.displayWidth).max() ?? 0
    let sourceWidth = world.dependencies.map(\.source.displayWidth).max() ?? 0
    text = world.dependencies.map { dependency in
      let name = dependency.name.padded(toWidth: nameWidth)
      let source = dependency.source.padded(toWidth: sourceWidth)
      let color = dependency.isSimulated ? Ink.Color.yellow : .green
      return "\(ink(.bold, name))  \(ink(color, source))  \(dependency.rendered)\n"
    }.joined()
  }
}
