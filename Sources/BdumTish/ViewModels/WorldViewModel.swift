import WorldSimulation

/// The current world, ready to be shown.
struct WorldViewModel: Sendable, Equatable {
  struct Dependency: Sendable, Equatable {
    var name: String
    /// The value now, in a form for programs.
    var value: String
    /// The value now, in a form for people.
    var rendered: String
    var isSimulated: Bool

    init(_ name: String, _ value: String, rendered: String? = nil, isSimulated: Bool = false) {
      self.name = name
      self.value = value
      self.rendered = rendered ?? value
      self.isSimulated = isSimulated
    }

    /// Where it comes from.
    var source: String { isSimulated ? "simulated" : "live" }
  }

  var dependencies: [Dependency]
}
