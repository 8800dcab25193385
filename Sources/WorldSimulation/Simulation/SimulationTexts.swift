import World

/// What flags, variables or members of a header give for the parts of a world, and where each value comes from.
struct SimulationTexts {
  struct Value {
    var text: String
    var source: Simulation.ReadingError.Source
  }

  private var values: [(part: SimulatedPart, value: Value)] = []

  subscript(part: SimulatedPart) -> Value? {
    for (other, value) in values where other == part { return value }
    return nil
  }

  @inline(never)
  mutating func add(
    _ text: String?, of part: SimulatedPart, from source: Simulation.ReadingError.Source
  ) throws(Simulation.ReadingError) {
    guard let text, !text.isEmpty else {
      let example = if case .member(let key) = source { "\(key)=" } else { "\(part.flag) " }
      throw .init(source, "needs a value, such as \(example)\(part.example)")
    }
    if let earlier = self[part] {
      throw .init(source, "was given twice, as \(earlier.text.quoted) and \(text.quoted)")
    }
    insert(text, of: part, from: source)
  }

  /// Adds a text without looking at it.
  mutating func insert(_ text: String, of part: SimulatedPart, from source: Simulation.ReadingError.Source) {
    values.append((part, Value(text: text, source: source)))
  }
}

// MARK: - The command line

/// A command line, divided into World's flags and the rest.
struct SimulationArguments {
  private(set) var texts = SimulationTexts()
  private(set) var rest: [String] = []

  /// - Parameter flags: The program's own flags, if any other flag is an error.
  @inline(never)
  init(_ arguments: [String], otherFlags flags: [String]?) throws(Simulation.ReadingError) {
    var place = 0
    while place < arguments.count {
      let argument = arguments[place]
      place += 1
      if argument == "--" {
        rest += arguments[(place - 1)...]
        break
      }
      let words = pieces(of: argument, at: "=", limit: 2)
      if let part = SimulatedPart(words[0], after: "--") {
        // `--flag=value` or `--flag value`
        var value = words.count > 1 ? words[1] : nil
        if value == nil, place < arguments.count, !arguments[place].hasPrefix("--") {
          value = arguments[place]
          place += 1
        }
        try texts.add(value, of: part, from: .flag(part.flag))
      } else {
        if let flags { try SimulationArguments.check(words[0], isOneOf: flags) }
        rest.append(argument)
      }
    }
  }

  /// An argument is a flag if it starts with a dash, and isn't a number or a dash alone.
  @inline(never)
  private static func check(_ argument: String, isOneOf flags: [String]) throws(Simulation.ReadingError) {
    guard argument.hasPrefix("-"), argument != "-", ClockParser.number(argument) == nil,
      !flags.contains(argument)
    else {
      return
    }
    let nearest = NearestMatch.findNear(argument, in: flags + Simulation.flags)
    // As an argument is quoted, it can't end the line.
    throw .init(
      .flag(String(argument.quoted.dropFirst().dropLast())), "is not a flag",
      suggestions: nearest.map { [$0] } ?? [])
  }
}

// MARK: - The environment

extension Simulation {
  /// An environment for a child process that simulates the same world.
  ///
  /// ```swift
  /// child.environment = simulation.environment(addingTo: ProcessInfo.processInfo.environment)
  /// ```
  ///
  /// A date that moves is passed on with its anchor, so that parent and child have the same time.
  ///
  /// - Parameter environment: The child's environment so far. World's variables in it are replaced, or removed if their
  ///   part isn't simulated.
  public func environment(addingTo environment: [String: String] = [:]) -> [String: String] {
    var environment = environment
    for part in SimulatedPart.allCases { environment[part.variable] = nil }
    for (part, text) in texts { environment[part.variable] = text }
    return environment
  }

  /// World's variables in an environment. An empty one counts as not set, and one that isn't known is reported.
  @inline(never)
  static func texts(in environment: [String: String]) throws(ReadingError) -> SimulationTexts {
    var texts = SimulationTexts()
    for part in SimulatedPart.allCases {
      if let text = environment[part.variable], !text.isEmpty {
        try texts.add(text, of: part, from: .variable(part.variable))
      }
    }
    let variables = SimulatedPart.allCases.map(\.variable)
    for name in environment.keys where name.hasPrefix("WORLD_") && !variables.contains(name) {
      report(unknown: name, variables)
    }
    return texts
  }

  @inline(never)
  private static func report(unknown name: String, _ variables: [String]) {
    let end = String(name.dropFirst("WORLD_".count))
    let nearest = NearestMatch.findNear(end, in: SimulatedPart.allCases.map(\.rawValue))
    let fix =
      nearest.map { "rename it to WORLD_\($0.uppercased())" } ?? "use \(variables.joined(separator: ", "))"
    // As the name is quoted, it can't end the line.
    IssueReporter.report("the variable \(name.quoted) simulates nothing", fixes: ["\(fix)", "unset it"])
  }
}
