import World

extension Simulation {
  /// An environment in which a child process lives in the same world.
  ///
  /// ```swift
  /// child.environment = simulation.environment(addingTo: ProcessInfo.processInfo.environment)
  /// ```
  ///
  /// A date that moves travels with its anchor, so that parent and child have the same time.
  ///
  /// - Parameter environment: What else the child is to have. World's variables in it are replaced, and those of
  ///   parts that aren't simulated are taken out.
  public func environment(addingTo environment: [String: String] = [:]) -> [String: String] {
    var environment = environment
    for part in SimulatedPart.allCases { environment[part.variable] = nil }
    for (part, text) in texts { environment[part.variable] = text }
    return environment
  }

  /// World's variables in an environment; one that is empty isn't set.
  static func texts(in environment: [String: String]) -> SimulationReader.Texts {
    var texts = SimulationReader.Texts()
    for part in SimulatedPart.allCases {
      guard let text = environment[part.variable], !text.isEmpty else { continue }
      texts[part] = SourcedText(text: text, source: .variable(part.variable))
    }
    return texts
  }
}
