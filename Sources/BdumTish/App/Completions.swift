import WorldSimulation

/// What completes the command line in a shell: the program's words and flags, and then World's.
enum Completions {
  static func text(for shell: Simulation.CompletionShell) -> String {
    own(for: shell) + "\n" + Simulation.completions(for: shell, of: "bdum-tish")
  }

  private static let words = Arguments.words.joined(separator: " ")
  private static let flags = Flag.allCases.map(\.rawValue).joined(separator: " ")

  private static func own(for shell: Simulation.CompletionShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// What follows a word or a flag.
  private static let followers: [(word: String, values: String)] =
    [(Subcommand.completions.rawValue, Subcommand.shells.joined(separator: " "))]
    + Flag.allCases.filter { !$0.values.isEmpty }.map { ($0.rawValue, $0.values.joined(separator: " ")) }

  private static let bash = """
    _bdum_tish() {
      local current=${COMP_WORDS[COMP_CWORD]}
      local words='\(words) \(flags)'
      case ${COMP_WORDS[COMP_CWORD-1]} in
    \(followers.map { "    \($0.word)) words='\($0.values)' ;;\n" }.joined())\
        \(Flag.analytics.rawValue)) COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      COMPREPLY=($(compgen -W "$words" -- "$current"))
    }
    complete -F _bdum_tish bdum-tish

    """

  private static let zsh = """
    #compdef bdum-tish
    _bdum_tish() {
      case $words[CURRENT-1] in
    \(followers.map { "    \($0.word)) compadd -- \($0.values); return ;;\n" }.joined())\
        \(Flag.analytics.rawValue)) _files; return ;;
      esac
      compadd -- \(words) \(flags)
    }
    compdef _bdum_tish bdum-tish

    """

  private static let fish =
    "complete -c bdum-tish -f -a '\(words)'\n"
    + "complete -c bdum-tish -n '__fish_seen_subcommand_from completions' -f -a '\(Subcommand.shells.joined(separator: " "))'\n"
    + Flag.allCases.map { flag in
      let values =
        flag.placeholder == nil
        ? "" : flag == .analytics ? " -r -F" : " -x -a '\(flag.values.joined(separator: " "))'"
      let short = flag.short.map { " -s \($0.dropFirst())" } ?? ""
      return "complete -c bdum-tish -l \(flag.rawValue.dropFirst(2))\(short)\(values) -d '\(flag.summary)'\n"
    }.joined()
}
