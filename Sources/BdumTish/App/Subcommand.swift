import WorldSimulation

/// The words that aren't programmers.
enum Subcommand: String, CaseIterable, Sendable {
  case world
  case explain
  case completions
  case manual
  case help

  /// What it prints, for the help.
  var summary: String {
    switch self {
    case .world: "the current world: each dependency, its value, live or simulated"
    case .explain: "where each value of the current world came from"
    case .completions: "completions for \(Subcommand.shells.joined(separator: ", "))"
    case .manual: "the manual page"
    case .help: "this"
    }
  }

  /// What follows it, in the help.
  var placeholder: String? { self == .completions ? "SHELL" : nil }

  static let shells = Simulation.CompletionShell.allCases.map(\.rawValue)
}
