// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// The flags of the command line that aren't World's: the table that the parser, the help, the manual and the completions
/// are made from.
enum Flag: String, CaseIterable, Sendable {
  case coffee, beside, explore, analytics, json
  case noColor = "no-color"
  case noAnimation = "no-animation"
  case help, version

  var name: String { "--" + rawValue }

  /// A shorter spelling.
  var short: String? { self == .help ? "-h" : nil }

  /// What it does, for the help.
  var summary: String {
    switch self {
    case .coffee: "what is in the pot"
    case .beside: "the day in two or three worlds beside each other; give it for each"
    case .explore: "the day in each of World's edge cases"
    case .analytics: "append what happens to a file of JSON lines"
    case .json: "for programs; times are ISO 8601 with their offset (Z in UTC)"
    case .noColor: "no colours; nor are there any with NO_COLOR set or off a terminal"
    case .noAnimation: "all at once; so it is off a terminal"
    case .help: "print this"
    case .version: "print the version"
    }
  }

  /// What stands for its value in the help, and a value as an example; `nil` for a flag that takes none.
  var value: (placeholder: String, example: String)? {
    switch self {
    case .coffee: (values.joined(separator: "|"), "decaf")
    case .beside: ("'LOCALE ZONE'", "'fr_FR Asia/Tokyo'")
    case .analytics: ("FILE", "events.jsonl")
    default: nil
    }
  }

  /// The values that there are, where they can be listed.
  var values: [String] { self == .coffee ? Coffee.Kind.allCases.map(\.rawValue) : [] }

  /// Whether it may be given several times.
  var isRepeatable: Bool { self == .beside }
}

/// The words that aren't programmers.
enum Subcommand: String, CaseIterable, Sendable {
  case explain, completions, manual, help

  /// What it prints, for the help.
  var summary: String {
    switch self {
    case .explain: "where each value of the current world came from"
    case .completions: "completions for \(Subcommand.shells.joined(separator: ", "))"
    case .manual: "the manual page"
    case .help: "this"
    }
  }

  static let shells = World.Simulation.CompletionShell.allCases.map(\.rawValue)
}
