import WorldSimulation

/// What completes the command line in a shell: the program's words and flags, and then World's.
enum Completions {
  static func text(for shell: Simulation.CompletionShell) -> String {
    let own =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      }
    return own + "\n" + Simulation.completions(for: shell, of: "bdum-tish")
  }

  private static let words = Arguments.words.joined(separator: " ")
  private static let flags = Flag.allCases.map(\.name).joined(separator: " ")
  private static let shells = Subcommand.shells.joined(separator: " ")

  /// What follows a word or a flag.
  private static let followers: [(word: String, values: String)] =
    [(Subcommand.completions.rawValue, shells)]
    + Flag.allCases.filter { !$0.values.isEmpty }.map { ($0.name, $0.values.joined(separator: " ")) }

  private static let bash = """
    _bdum_tish() {
      local current=${COMP_WORDS[COMP_CWORD]}
      local words='\(words) \(flags)'
      case ${COMP_WORDS[COMP_CWORD-1]} in
    \(followers.map { "    \($0.word)) words='\($0.values)' ;;\n" }.joined())\
        \(Flag.analytics.name)) COMPREPLY=($(compgen -f -- "$current")); return ;;
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
        \(Flag.analytics.name)) _files; return ;;
      esac
      compadd -- \(words) \(flags)
    }
    compdef _bdum_tish bdum-tish

    """

  private static let fish =
    "complete -c bdum-tish -f -a '\(words)'\n"
    + "complete -c bdum-tish -n '__fish_seen_subcommand_from completions' -f -a '\(shells)'\n"
    + Flag.allCases.map { flag in
      let values = flag == .analytics ? " -r -F" : " -x -a '\(flag.values.joined(separator: " "))'"
      let options = (flag.short.map { " -s \($0.dropFirst())" } ?? "") + (flag.value == nil ? "" : values)
      return
        "complete -c bdum-tish -l \(flag.rawValue)\(options) -d '\(flag.summary.replacing("'", with: "\\'"))'\n"
    }.joined()
}
