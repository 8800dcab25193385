// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation

/// Scripts that complete the command line: the program's own words and flags, then World's, whose function calls the
/// program's. In a quoted value of several words, as after `--beside`, they complete the last word.
enum Completions {
  static func text(for shell: World.Simulation.CompletionShell) -> String {
    let own =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      }
    return own + "\n" + World.Simulation.completions(for: shell, of: "bdum-tish")
  }

  private static let words = Arguments.words.joined(separator: " ")
  private static let flags = Flag.allCases.map(\.name).joined(separator: " ")
  private static let shells = Subcommand.shells.joined(separator: " ")
  private static let places = (Locale.availableIdentifiers.sorted() + TimeZone.knownTimeZoneIdentifiers)
    .joined(separator: " ")

  /// The values after a word or a flag.
  private static let followers: [(word: String, values: String)] =
    [(Subcommand.completions.rawValue, shells), (Flag.beside.name, places)]
    + Flag.allCases.filter { !$0.values.isEmpty }.map { ($0.name, $0.values.joined(separator: " ")) }

  private static let bash = """
    _bdum_tish() {
      local words='\(words) \(flags)' text=${current#[\\'\\"]} IFS=$'\\n'
      case $flag in
    \(followers.map { "    \($0.word)) words='\($0.values)' ;;\n" }.joined())\
        \(Flag.analytics.name)) COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      COMPREPLY=($(IFS=' '; compgen -P "${text%"${text##* }"}" -W "$words" -- "${text##* }"))
    }
    complete -F _bdum_tish bdum-tish

    """

  private static let zsh = """
    #compdef bdum-tish
    _bdum_tish() {
      case $flag in
    \(followers.map { "    \($0.word)) compset -P 1 '--*='; compset -P '* '; compadd -- \($0.values); return ;;\n" }.joined())\
        \(Flag.analytics.name)) compset -P 1 '--*='; _files; return ;;
      esac
      compadd -- \(words) \(flags)
    }
    compdef _bdum_tish bdum-tish

    """

  private static let fish =
    "function __bdum_tish_beside\n"
    + "  set -l before (commandline -ct | string replace -r '^--beside=' '' | string match -r '[^\"\\']* ')\n"
    + "  printf \"$before%s\\n\" \(places)\nend\n" + "complete -c bdum-tish -f -a '\(words)'\n"
    + "complete -c bdum-tish -n '__fish_seen_subcommand_from completions' -f -a '\(shells)'\n"
    + Flag.allCases.map { flag in
      let listed = flag == .beside ? "(__bdum_tish_beside)" : flag.values.joined(separator: " ")
      let values = flag == .analytics ? " -r -F" : " -x -a '\(listed)'"
      let options = (flag.short.map { " -s \($0.dropFirst())" } ?? "") + (flag.value == nil ? "" : values)
      return
        "complete -c bdum-tish -l \(flag.rawValue)\(options) -d '\(flag.summary.replacing("'", with: "\\'"))'\n"
    }.joined()
}
