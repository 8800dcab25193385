// SPDX-License-Identifier: MIT

import Foundation

/// The user's flags.
struct Options: Equatable {
  var isStrict = false
  var targets: [String] = []
  var mayUseCurrent: [Glob] = []
  /// The paths of the baselines, relative to the package's folder.
  var baseline: String?
  var newBaseline: String?
  var isFixing = false
  var format = Report.Format.text
  /// The names of the rules to check.
  var rules = Rule.defaults
  var wantsRules = false
  var wantsHelp = false

  /// The file with the package's own flags, one per line.
  static let fileName = ".check-world"

  mutating func read(file: String) throws(UsageError) {
    func trimmed(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }
    let lines = file.split(whereSeparator: \.isNewline).map(trimmed).filter { !$0.hasPrefix("#") }
    let words = lines.flatMap { $0.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(trimmed) }
    do { try read(words) } catch { throw UsageError("\(Options.fileName): \(error.text)") }
  }

  mutating func read(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts.count == 2 { rest.insert(parts[1], at: rest.startIndex) }
      func value() throws(UsageError) -> String {
        guard let value = rest.popFirst(), !value.isEmpty, parts.count == 2 || !value.hasPrefix("--") else {
          throw UsageError("\(parts[0]) needs a value; see --help")
        }
        return value
      }
      switch parts[0] {
      case "--target": targets.append(try value())
      case "--may-use-current": mayUseCurrent.append(Glob(try value()))
      case "--baseline": baseline = try value()
      case "--write-baseline": newBaseline = try value()
      case "--format":
        let name = try value()
        guard let format = Report.Format(rawValue: name) else {
          let names = Report.Format.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError("--format \(name): it is one of \(names)")
        }
        self.format = format
      case "--fix" where parts.count == 1: isFixing = true
      case "--rules" where parts.count == 1 && rest.first?.hasPrefix("--") != false: wantsRules = true
      case "--rules":
        let list = try value()
        guard let rules = Rule.names(in: list) else {
          throw UsageError(
            "--rules \(list): it is a list of rules with commas between, of 'direct', or of 'default'; see --rules"
          )
        }
        self.rules = rules
      case "--strict" where parts.count == 1: isStrict = true
      case "--help" where parts.count == 1: wantsHelp = true
      default: throw UsageError("'\(word)' is not a flag of check-world; see --help")
      }
    }
    if newBaseline != nil, !targets.isEmpty {
      throw UsageError("--write-baseline writes the findings of all targets; remove --target")
    }
    if newBaseline != nil, isFixing {
      throw UsageError("--write-baseline and --fix: run one, and then the other")
    }
  }

  static let help = """
    Finds code that bypasses the world: 'Current' outside of builders, services and the entry point, and dates,
    settings, identifiers, random numbers and sleep that come from the system instead of the world.

    swift package check-world [FLAGS]

      --strict                  findings are errors
      --fix                     replace what has one answer, such as Date() by Current.date() in a builder, and
                                report the rest
      --format FORMAT           text, json, sarif (version 2.1.0), or github: commands that GitHub Actions
                                shows beside the code
      --rules [LIST]            check these rules only: their names with commas between, 'default' for those that
                                are checked without this flag, or 'direct' for those that find the system where
                                the world provides the same, in libraries whose code may use 'Current' anywhere.
                                Without LIST, print all rules, with what each finds and its way out
      --target NAME             check this target instead of all but tests; may be repeated
      --may-use-current GLOB    let other files use 'Current', besides those in folders named App or Builders,
                                *Builder.swift, main.swift and the one with @main, types named *Builder,
                                and services. GLOB is a name at any
                                depth or a path from the package's folder, with '*', '?' and '**'; a folder
                                means all files in it
      --baseline FILE           allow the findings in this file
      --write-baseline FILE     write all findings into this file
      --help                    print this

    '// check-world: allow <reason>' allows what is on its line, or on the next line if it stands alone;
    '// check-world: allow-file <reason>' allows a whole file.
    A file \(fileName) in the package's folder has flags for every run, one a line.

    Exits with 0; with 1 if there are findings and --strict; with 2 if it can't check.

    """
}

/// Why the package can't be checked, and how to fix it.
struct UsageError: Error, Equatable {
  var text: String
  init(_ text: String) { self.text = text }

  init(ofWriting path: String, _ error: any Error, flags: String) {
    text = """
      \(path) can't be written (\(error.localizedDescription)). On macOS a plugin may write only if it is let: \
      swift package --allow-writing-to-package-directory check-world \(flags)
      """
  }
}
