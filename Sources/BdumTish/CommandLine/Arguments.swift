// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation

/// The parsed command line.
struct Arguments: Sendable, Equatable {
  enum Command: Sendable, Equatable {
    /// The day of a programmer; `nil` if the command line names none.
    case day(Programmer?)
    /// The day in edge cases.
    case explore(Programmer?)
    case completions(World.Simulation.CompletionShell)
    case explain, manual, help, version
  }

  var command: Command
  var coffee: Coffee.Kind
  /// A locale, a time zone, or both, for each column.
  var beside: [String] = []
  /// The file that events are appended to.
  var analyticsPath: String?
  var wantsJSON: Bool
  var wantsColor: Bool
  var wantsAnimation: Bool
  /// The simulation that World's flags and variables describe.
  var simulation: World.Simulation

  /// - Parameters:
  ///   - arguments: The command line without World's flags.
  ///   - simulation: The simulation of World's flags.
  init(_ arguments: [String], _ simulation: World.Simulation = World.Simulation()) throws(UsageError) {
    self.simulation = simulation
    let (words, flags) = try Arguments.split(arguments)
    command = try Arguments.command(words, flags)
    if case .explore = command { try Arguments.checkExploration(flags, simulation) }
    let text = flags[.coffee]?.first ?? Coffee.Kind.caffeinated.rawValue
    guard let coffee = Coffee.Kind(rawValue: text) else {
      let help = "there are \(Arguments.list(Flag.coffee.values))"
      throw UsageError("--coffee: \(text.quoted) is not a coffee", text, Flag.coffee.values, else: help)
    }
    self.coffee = coffee
    let columns = flags[.beside] ?? []
    if columns.count == 1 || columns.count > 3 {
      let times = columns.count == 1 ? "once" : "\(columns.count) times"
      throw UsageError("--beside was given \(times); give it two or three times")
    }
    if case .day = command { (beside, analyticsPath) = (columns, flags[.analytics]?.first) }
    wantsJSON = flags[.json] != nil
    wantsColor = flags[.noColor] == nil
    wantsAnimation = flags[.noAnimation] == nil
  }

  /// The words that aren't flags.
  static let words = Programmer.allCases.map(\.rawValue) + Subcommand.allCases.map(\.rawValue)

  private static func command(_ words: [String], _ flags: [Flag: [String]]) throws(UsageError) -> Command {
    let subcommand = words.first.flatMap(Subcommand.init)
    if let subcommand, subcommand != .help, flags[.explore] != nil {
      throw UsageError("--explore shows a day, and \(subcommand.rawValue) doesn't; leave out one of them")
    }
    if subcommand == .completions { return .completions(try shell(Array(words.dropFirst()))) }
    if words.count > 1 { throw tooMany(words) }
    if flags[.help] != nil { return .help }
    if flags[.version] != nil { return .version }
    if subcommand == .explain { return .explain }
    if subcommand == .manual { return .manual }
    if subcommand == .help { return .help }
    let programmer = words.first.flatMap(Programmer.init)
    if let word = words.first, programmer == nil {
      let problem = "\(word.quoted) is neither a programmer nor a command"
      throw UsageError(problem, word, Arguments.words, else: "there are \(list(Arguments.words))")
    }
    return flags[.explore] != nil ? .explore(programmer) : .day(programmer)
  }

  /// Refuses flags that edge cases would ignore, because they have worlds of their own.
  private static func checkExploration(
    _ flags: [Flag: [String]], _ simulation: World.Simulation
  ) throws(UsageError) {
    var ignored = [Flag.beside, .analytics].filter { flags[$0] != nil }.map(\.name)
    if !simulation.isEmpty { ignored.append("the flags and variables that simulate another one") }
    if ignored.isEmpty { return }
    throw UsageError("--explore has worlds of its own; leave out \(ignored.joined(separator: ", "))")
  }

  private static func shell(_ words: [String]) throws(UsageError) -> World.Simulation.CompletionShell {
    let shells = Subcommand.shells
    if words.count > 1 { throw tooMany(words) }
    guard let word = words.first else {
      throw UsageError("completions needs a shell, such as completions \(shells[0])")
    }
    guard let shell = World.Simulation.CompletionShell(rawValue: word) else {
      let help = "there are \(shells.joined(separator: ", "))"
      throw UsageError("\(word.quoted) is not a shell with completions", word, shells, else: help)
    }
    return shell
  }

  private static func tooMany(_ words: [String]) -> UsageError {
    UsageError("\(words[1].quoted) is one word too many after \(words[0].quoted); give one")
  }

  private static func list(_ words: [String]) -> String {
    words.formatted(.list(type: .and).locale(Locale(identifier: "en_GB")))
  }
}

extension Arguments {
  /// Splits a command line into words and flags, each with its values. A flag without a value has an empty one.
  private static func split(_ arguments: [String]) throws(UsageError) -> ([String], [Flag: [String]]) {
    var (words, flags): ([String], [Flag: [String]]) = ([], [:])
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return (words + rest, flags) }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      // --flag value, --flag=value or --flag
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, own) = (String(parts[0]), parts.dropFirst().first.map(String.init))
      guard let flag = Flag.allCases.first(where: { $0.name == name || $0.short == name }) else {
        let names = Flag.allCases.map(\.name) + World.Simulation.flags
        throw UsageError("\(name.quoted) is not a flag", name, names, else: "see --help")
      }
      let isNext = flag.value != nil && own == nil && rest.first?.hasPrefix("--") == false
      let value = try valid(isNext ? rest.popFirst() : own, flag, after: flags[flag]?.last)
      flags[flag, default: []].append(value)
    }
    return (words, flags)
  }

  private static func valid(_ value: String?, _ flag: Flag, after earlier: String?) throws(UsageError)
    -> String
  {
    let name = flag.name
    guard let example = flag.value?.example else {
      if let value {
        throw UsageError("\(name) takes no value, but got \(value.quoted); did you mean \(name)?")
      }
      if earlier != nil { throw UsageError("\(name) was given twice") }
      return ""
    }
    guard let value, !value.isEmpty else {
      throw UsageError("\(name) needs a value, such as \(name) \(example)")
    }
    if let earlier, !flag.isRepeatable {
      throw UsageError("\(name) was given twice, as \(earlier.quoted) and \(value.quoted)")
    }
    return value
  }
}

/// An error in the command line. Its description is one line, in which the user's input is quoted.
struct UsageError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }

  /// Creates an error about a text that isn't one of the options. It ends with the nearest option, or with other help.
  init(_ problem: String, _ text: String, _ options: [String], else help: String) {
    let hint = NearestMatch.findNear(text, in: options).map { "did you mean \($0)?" } ?? help
    self.init("\(problem); \(hint)")
  }
}
