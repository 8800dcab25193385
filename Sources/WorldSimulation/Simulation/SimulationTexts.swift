// SPDX-License-Identifier: MIT

import World

/// The values of flags, variables or members of a header, with their sources.
struct SimulationTexts {
  struct Value {
    var flag: SimulationFlag
    var text: String
    var source: World.Simulation.ReadingError.Source
  }

  /// At most one value for each flag.
  var values: [Value] = []

  init() {}

  subscript(flag: SimulationFlag) -> Value? { values.first { $0.flag == flag } }

  /// Adds a value, without parsing it.
  mutating func add(
    _ text: String?, of flag: SimulationFlag, from source: World.Simulation.ReadingError.Source
  ) throws(World.Simulation.ReadingError) {
    guard let text, !text.isEmpty else {
      let start =
        switch source {
        case .member(let key): "\(key)="
        case .flag(let name): "\(name) "
        default: "\(flag.spelling) "
        }
      throw .init(source, "needs a value, such as \(start)\(flag.example)")
    }
    if let earlier = self[flag]?.text {
      throw .init(source, "was given twice, as \(earlier.quoted) and \(text.quoted)")
    }
    values.append(Value(flag: flag, text: text, source: source))
  }

  // MARK: The command line

  /// Divides a command line into World's flags and the rest.
  ///
  /// - Parameters:
  ///   - spellings: World's flags.
  ///   - otherFlags: The program's own flags, if any other flag is an error.
  static func dividing(
    _ arguments: [String], _ spellings: [(flag: SimulationFlag, spelling: String)], otherFlags: [String]?
  ) throws(World.Simulation.ReadingError) -> (texts: SimulationTexts, rest: [String]) {
    var texts = SimulationTexts()
    var rest: [String] = []
    var line = arguments[...]
    while let argument = line.popFirst() {
      if argument == "--" { return (texts, rest + [argument] + line) }
      var scanner = TextScanner(argument)
      let name = scanner.text(upTo: "=")
      if let (flag, spelling) = spellings.first(where: { $0.spelling == name }) {
        // `--flag=value` or `--flag value`
        var value = scanner.skip("=") ? scanner.rest : nil
        if value == nil, let next = line.first, !next.hasPrefix("--") { value = line.popFirst() }
        try texts.add(value, of: flag, from: .flag(spelling))
      } else {
        if let otherFlags { try check(name, isOneOf: otherFlags, or: spellings.map(\.spelling)) }
        rest.append(argument)
      }
    }
    return (texts, rest)
  }

  /// Throws an error for an unknown flag. A flag starts with a dash, and isn't a number or a dash alone.
  private static func check(
    _ argument: String, isOneOf flags: [String], or spellings: [String]
  ) throws(World.Simulation.ReadingError) {
    let isFlag = argument.hasPrefix("-") && argument != "-" && Double(argument) == nil
    if !isFlag || flags.contains(argument) { return }
    let nearest = NearestMatch.findNear(argument, in: flags + spellings)
    // Quoted, so that it can't end the line.
    throw .init(
      .flag(String(argument.quoted.dropFirst().dropLast())), "is not a flag",
      suggestions: nearest.map { [$0] } ?? [])
  }

  // MARK: The environment

  /// Collects World's variables from an environment. Ignores empty ones, and reports misspelled names.
  init(_ environment: [String: String]) throws(World.Simulation.ReadingError) {
    for flag in SimulationFlag.allCases {
      if let text = environment[flag.variable], !text.isEmpty {
        try add(text, of: flag, from: .variable(flag.variable))
      }
    }
    for (name, meant) in NearestMatch.misspeltVariables(in: environment) {
      // Quoted, so that it can't end the line.
      IssueReporter.report(
        "the variable \(name.quoted) simulates nothing", fixes: ["rename it to \(meant)", "unset it"])
    }
  }
}
