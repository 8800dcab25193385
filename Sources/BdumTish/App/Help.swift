import World
import WorldSimulation

/// The texts of `--help` and `--version`.
enum Help {
  static let version = "bdum-tish 0.1.0\n"

  static let text = """
    A programmer's day, in any place, at any time, with the dates and numbers of any language.

    Usage: bdum-tish [mac|pc] [flags]     the day of a programmer
           bdum-tish world [flags]        the current world: each dependency, its value, live or simulated

    Without a programmer it asks; off a terminal, it is the last one's day, at first a Mac's.

      --coffee caffeinated|decaf   what is in the pot
      --analytics FILE             append what happens to a file of JSON lines
      --json                       one object; times are ISO 8601 with their offset (Z in UTC)
      --no-color                   no colours; nor are there any with NO_COLOR set or off a terminal
      --no-animation               all at once; so it is off a terminal
      --help, --version

    The world it happens in; without a seed, the date decides what chance brings:

    \(Simulation.help)
    On a terminal, with a clock such as 3600x, the day plays by at that speed.
    Exit codes: 0, 64 for a bad command line, 73 for an unwritable file, 74 if output fails or an event is lost.

    """
}
