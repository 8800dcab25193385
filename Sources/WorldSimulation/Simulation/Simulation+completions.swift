// SPDX-License-Identifier: MIT

import Foundation
import World

extension World.Simulation {
  /// A shell that completes command lines.
  public enum CompletionShell: String, Sendable, CaseIterable {
    /// GNU Bash.
    case bash
    /// The Z shell.
    case zsh
    /// The friendly interactive shell.
    case fish
  }

  /// Returns a script that completes World's flags and their values for a program.
  ///
  /// ```swift
  /// print(World.Simulation.completions(for: .bash, of: "greet"))
  /// ```
  ///
  /// Load it after the program's own completions, such as the ones from argument-parser.
  ///
  /// - Parameters:
  ///   - shell: The shell that the script is for.
  ///   - program: The program's name, of letters, digits, `-`, `_` and `.`.
  ///   - flags: World's flags that the program has.
  ///   - prefix: The prefix of their names: `sim-` for `--sim-locale`.
  @_alwaysEmitIntoClient  // as in Simulation+read.swift
  public static func completions(
    for shell: CompletionShell, of program: String, flags: Flags = .all, prefix: String = ""
  ) -> String {
    completions(for: shell, of: program, flags, prefix, foundationNames())
  }

  @usableFromInline
  static func completions(
    for shell: CompletionShell, of program: String, _ flags: Flags, _ prefix: String, _ names: FoundationNames
  ) -> String {
    let flags = flags.spellings(prefix: prefix).map { flag, spelling in
      let values = flag.declaration.values?(names) ?? [flag.example]
      return (spelling: spelling, summary: flag.declaration.summary, values: values.joined(separator: " "))
    }
    let name = String(program.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return switch shell {
    case .bash: bash(program, name, flags)
    case .zsh: zsh(program, name, flags)
    case .fish: fish(program, flags)
    }
  }

  /// Flags, each with its values in one line.
  private typealias FlagValues = [(spelling: String, summary: String, values: String)]

  private static func bash(
    _ program: String, _ name: String, _ flags: FlagValues
  ) -> String {
    let list = flags.map(\.spelling).joined(separator: " ")
    let cases = flags.map { flag in
      "    \(flag.spelling)) COMPREPLY=($(compgen -W '\(flag.values)' -- \"$current\")); return ;;\n"
    }
    return """
      # World's flags for \(program), for Bash. Load it after the program's own completions.
      _world_own_\(name)=$(complete -p \(program) 2>/dev/null | sed -n 's/.*-F \\([^ ]*\\).*/\\1/p')
      _world_\(name)() {
        local current=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD-1]}
        if [[ $current == = ]]; then current= ; fi
        if [[ $flag == = ]]; then flag=${COMP_WORDS[COMP_CWORD-2]}; fi
        case $flag in
      \(cases.joined())  esac
        if [[ -n $_world_own_\(name) ]]; then "$_world_own_\(name)" "$@"; fi
        if [[ $current == -* ]]; then COMPREPLY+=($(compgen -W '\(list)' -- "$current")); fi
      }
      complete -F _world_\(name) \(program)

      """
  }

  private static func zsh(
    _ program: String, _ name: String, _ flags: FlagValues
  ) -> String {
    let list = flags.map(\.spelling).joined(separator: " ")
    let cases = flags.map { flag in
      "    \(flag.spelling)) compset -P 1 '--*='; compadd -- \(flag.values); return ;;\n"
    }
    return """
      # World's flags for \(program), for the Z shell. Load it after the program's own completions, and after compinit.
      _world_own_\(name)=${_comps[\(program)]}
      _world_\(name)() {
        local flag=$words[CURRENT-1]
        if [[ $PREFIX == --*=* ]]; then flag=${PREFIX%%=*}; fi
        case $flag in
      \(cases.joined())  esac
        if [[ -n $_world_own_\(name) ]]; then $_world_own_\(name) "$@"; fi
        if [[ $PREFIX == -* ]]; then compadd -- \(list); fi
      }
      compdef _world_\(name) \(program)
      # As a file _\(program) in fpath, it is loaded at the first completion, and has to do it.
      if [[ $funcstack[1] == _\(program) ]]; then _world_\(name) "$@"; fi

      """
  }

  private static func fish(_ program: String, _ flags: FlagValues) -> String {
    let lines = flags.map { flag in
      "complete -c \(program) -l \(flag.spelling.dropFirst(2)) -x -a '\(flag.values)' -d '\(flag.summary)'\n"
    }
    return "# World's flags for \(program), for fish.\n" + lines.joined()
  }
}
