// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// The program's own flags. The parser, the help, the manual and the completions use this table.
enum Flag: String, CaseIterable, Sendable {
  case coffee, beside, explore, analytics, json
  case noColor = "no-color"
  case noAnimation = "no-animation"
  case help, version

  var name: String { "--" + rawValue }

  /// The short spelling.
  var short: String? { self == .help ? "-h" : nil }

  /// The description in the help.
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

  /// The placeholder of its value in the help, and an example; `nil` if it takes no value.
  var value: (placeholder: String, example: String)? {
    switch self {
    case .coffee: (values.joined(separator: "|"), "decaf")
    case .beside: ("'LOCALE ZONE'", "'fr_FR Asia/Tokyo'")
    case .analytics: ("FILE", "events.jsonl")
    default: nil
    }
  }

  /// The possible values, if they can be listed.
  var values: [String] { self == .coffee ? Coffee.Kind.allCases.map(\.rawValue) : [] }

  /// Whether it may be repeated.
  var isRepeatable: Bool { self == .beside }
}

/// The commands.
enum Subcommand: String, CaseIterable, Sendable {
  case explain, completions, manual, help

  /// The description in the help.
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
