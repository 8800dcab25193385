// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// The texts of `--help` and `--version`.
enum Help {
  /// The version of the newest release in CHANGELOG.md.
  static let version = "bdum-tish 0.1.0"

  static let text = """
    A programmer's day, told in any place, at any time, in six languages:
    Arabic, English, French, German, Japanese and Spanish.

    Usage: bdum-tish [mac|pc] [flags]     the day of a programmer
    \(table(subcommands, indent: 7, width: 30))
    Without a programmer it asks; off a terminal, it is the last one's day, at first a Mac's.
    For completions, add to .bashrc or .zshrc: eval "$(bdum-tish completions bash)", or zsh.

    \(table(flags, indent: 2, width: 28))
    The world it happens in; without a seed, the date is the seed for random numbers:

    \(World.Simulation.help())
    On a terminal the day is a film of half a minute; with --clock 3600x, an hour passes in each second.
    The space bar pauses it, arrows change its speed, q ends it.
    \(exitCodes)

    """

  static let exitCodes =
    "Exit codes: 0; 64: bad command line; 73: unwritable file; 74: output or an event lost; 130: Control-C."

  /// A row of a table: a spelling and its description.
  typealias Row = (name: String, summary: String)

  static let flags: [Row] = Flag.allCases.map { flag in
    let spellings = [flag.short, flag.name].compactMap { $0 }.joined(separator: ", ")
    return (spellings + (flag.value.map { " " + $0.placeholder } ?? ""), flag.summary)
  }

  static let subcommands: [Row] = Subcommand.allCases.map { subcommand in
    ("bdum-tish \(subcommand.rawValue)" + (subcommand == .completions ? " SHELL" : ""), subcommand.summary)
  }

  private static func table(_ rows: [Row], indent: Int, width: Int) -> String {
    rows.map { row in
      String(repeating: " ", count: indent) + row.name.padded(toWidth: width) + " " + row.summary + "\n"
    }.joined()
  }
}
