import Foundation
import World
import WorldSimulation

/// What is wrong with a command line, in one line.
enum UsageError: Error, Equatable, CustomStringConvertible {
  case unknownFlag(String)
  case unknownWord(String)
  case tooManyWords([String])
  case missingValue(Flag, example: String)
  case unwantedValue(Flag, String)
  case repeatedFlag(Flag, String? = nil, String? = nil)
  case unknownCoffee(String)
  case missingShell
  case unknownShell(String)
  case columns(Int)

  /// What users typed is quoted and escaped, so that the line stays one.
  var description: String {
    switch self {
    case .unknownFlag(let flag):
      "\(flag.quoted) is not a flag; "
        + UsageError.hint(flag, Flag.allCases.map(\.rawValue) + WorldFlags.all, else: "see --help")
    case .unknownWord(let word):
      "\(word.quoted) is neither a programmer nor a command; "
        + UsageError.hint(
          word, Arguments.words,
          else: "there are \(Arguments.words.formatted(.list(type: .and).locale(UsageError.english)))")
    case .tooManyWords(let words):
      "\(words[1].quoted) is one word too many after \(words[0].quoted); give one"
    case .missingValue(let flag, let example):
      "\(flag.rawValue) needs a value, such as \(flag.rawValue) \(example)"
    case .unwantedValue(let flag, let value):
      "\(flag.rawValue) takes no value, but got \(value.quoted); did you mean \(flag.rawValue)?"
    case .repeatedFlag(let flag, let first?, let second?):
      "\(flag.rawValue) was given twice, as \(first.quoted) and \(second.quoted)"
    case .repeatedFlag(let flag, _, _):
      "\(flag.rawValue) was given twice"
    case .unknownCoffee(let value):
      "\(Flag.coffee.rawValue): \(value.quoted) is not a coffee; "
        + UsageError.hint(
          value, CoffeeChoice.allCases.map(\.rawValue), else: "there are caffeinated and decaf")
    case .missingShell:
      "completions needs a shell, such as completions \(Subcommand.shells[0])"
    case .unknownShell(let shell):
      "\(shell.quoted) is not a shell with completions; "
        + UsageError.hint(
          shell, Subcommand.shells, else: "there are \(Subcommand.shells.joined(separator: ", "))")
    case .columns(let count):
      "\(Flag.beside.rawValue) was given \(count == 1 ? "once" : "\(count) times"); give it two or three times"
    }
  }

  private static let english = Locale(identifier: "en_GB")

  /// What may have been meant; if nothing is near, what else helps.
  private static func hint(_ text: String, _ options: [String], else help: String) -> String {
    NearestMatch.findNear(text, in: options).map { "did you mean \($0)?" } ?? help
  }
}
