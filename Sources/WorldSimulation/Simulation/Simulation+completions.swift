import Foundation
import World

// As in Simulation+read.swift, the lists of locales and time zones are mentioned only in what is emitted into callers.

extension Simulation {
  /// A shell that completes command lines.
  public enum CompletionShell: String, Sendable, CaseIterable {
    /// GNU Bash.
    case bash
    /// The Z shell.
    case zsh
    /// The friendly interactive shell.
    case fish
  }

  /// A script that completes World's flags and their values for a program.
  ///
  /// ```swift
  /// print(Simulation.completions(for: .bash, of: "greet"))
  /// ```
  ///
  /// It adds to the completions that the program has already, so load it after the program's own, such as those that
  /// argument-parser generates.
  ///
  /// - Parameters:
  ///   - shell: The shell that the script is for.
  ///   - program: The program's name, of letters, digits, `-`, `_` and `.`.
  @_alwaysEmitIntoClient
  public static func completions(for shell: CompletionShell, of program: String) -> String {
    completions(
      for: shell, of: program, locales: Locale.availableIdentifiers,
      timezones: TimeZone.knownTimeZoneIdentifiers)
  }

  @usableFromInline
  static func completions(
    for shell: CompletionShell, of program: String, locales: [String], timezones: [String]
  ) -> String {
    let values = Dictionary(
      uniqueKeysWithValues: SimulatedPart.allCases.map { part in
        (part, part.values(locales: locales, timezones: timezones).joined(separator: " "))
      })
    let name = String(program.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return switch shell {
    case .bash: bash(program, name, values)
    case .zsh: zsh(program, name, values)
    case .fish: fish(program, values)
    }
  }

  private static var flagList: String { SimulatedPart.allCases.map(\.flag).joined(separator: " ") }

  private static func bash(_ program: String, _ name: String, _ values: [SimulatedPart: String]) -> String {
    let cases = SimulatedPart.allCases.map { part in
      "    \(part.flag)) COMPREPLY=($(compgen -W '\(values[part] ?? "")' -- \"$current\")); return ;;\n"
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
        if [[ $current == -* ]]; then COMPREPLY+=($(compgen -W '\(flagList)' -- "$current")); fi
      }
      complete -F _world_\(name) \(program)

      """
  }

  private static func zsh(_ program: String, _ name: String, _ values: [SimulatedPart: String]) -> String {
    let cases = SimulatedPart.allCases.map { part in
      "    \(part.flag)) compadd -- \(values[part] ?? ""); return ;;\n"
    }
    return """
      # World's flags for \(program), for the Z shell. Load it after the program's own completions, and after compinit.
      _world_own_\(name)=${_comps[\(program)]}
      _world_\(name)() {
        case $words[CURRENT-1] in
      \(cases.joined())  esac
        if [[ -n $_world_own_\(name) ]]; then $_world_own_\(name) "$@"; fi
        if [[ $PREFIX == -* ]]; then compadd -- \(flagList); fi
      }
      compdef _world_\(name) \(program)

      """
  }

  private static func fish(_ program: String, _ values: [SimulatedPart: String]) -> String {
    let lines = SimulatedPart.allCases.map { part in
      "complete -c \(program) -l \(part.rawValue) -x -a '\(values[part] ?? "")' -d '\(part.summary)'\n"
    }
    return "# World's flags for \(program), for fish.\n" + lines.joined()
  }
}

extension SimulatedPart {
  /// What may be given; for what has no end, an example.
  fileprivate func values(locales: [String], timezones: [String]) -> [String] {
    switch self {
    case .locale: locales.filter { !$0.isEmpty }.sorted()
    case .timezone: timezones.sorted()
    case .calendar: Calendar.Identifier.supportedNames
    case .clock: ["frozen", "ticking", "60x", "600x", "3600x"]
    case .date, .seed: [example]
    }
  }

  /// What it says, in a few words.
  fileprivate var summary: String {
    switch self {
    case .locale: "language and region"
    case .timezone: "time zone"
    case .calendar: "calendar"
    case .date: "date, as ISO 8601"
    case .clock: "how the date moves"
    case .seed: "seed for random numbers"
    }
  }
}
