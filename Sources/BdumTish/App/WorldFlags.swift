import WorldSimulation

/// The flags that the program has from World.
enum WorldFlags {
  static let all = Simulation.help.split { $0 == " " || $0 == "\n" }.map(String.init).filter {
    $0.hasPrefix("--")
  }
}
