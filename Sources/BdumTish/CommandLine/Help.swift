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

/// The manual page, in the format of `man`.
enum Manual {
  static let text = """
    .TH BDUM-TISH 1 "" "\(Help.version)" "User Commands"
    .SH NAME
    bdum\\-tish \\- a programmer's day, told in any place, at any time, in six languages
    .SH SYNOPSIS
    .B bdum\\-tish
    .RI [ mac | pc ]
    .RI [ flags ]
    \(Help.subcommands.map { ".br\n.B \(escaped($0.name))\n" }.joined())\
    .SH DESCRIPTION
    Tells the day of a programmer, who has a Mac or a PC and drinks coffee. All that differs between two days is the world
    that they happen in.
    .PP
    Without a programmer it asks; off a terminal, it is the last one's day, at first a Mac's. On a terminal the day is a
    film of half a minute: the space bar pauses it, arrows change its speed, q ends it.
    .SH COMMANDS
    \(list(Help.subcommands))\
    .SH OPTIONS
    \(list(Help.flags))\
    .SH WORLD
    The world that the day happens in:
    .PP
    .nf
    \(escaped(World.Simulation.help()))\
    .fi
    .SH EXIT STATUS
    \(escaped(Help.exitCodes))

    """

  private static func list(_ rows: [Help.Row]) -> String {
    rows.map { ".TP\n.B \(escaped($0.name))\n\(escaped($0.summary))\n" }.joined()
  }

  /// Escapes hyphens, which are dashes there, and dots at the beginning of a line, which are commands.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\n.", with: "\n\\&.").replacing(
      "'", with: "\\(aq")
  }
}
