// SPDX-License-Identifier: MIT

import World
import WorldSimulation

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
