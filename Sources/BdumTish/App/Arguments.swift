import World
import WorldSimulation

/// What the command line asks for, but for the simulation.
struct Arguments: Sendable, Equatable {
  enum Command: Sendable, Equatable {
    /// The day of a programmer; of which one, is yet to be found out where it wasn't said.
    case day(Programmer?)
    /// The day in edge cases.
    case explore(Programmer?)
    /// The current world.
    case world
    /// Where the current world came from.
    case explain
    case completions(Simulation.CompletionShell)
    case manual
    case help
    case version
  }

  var command: Command
  var coffee: CoffeeChoice
  /// A locale, a time zone, or both, for each column.
  var beside: [String]
  /// The file that events are appended to.
  var analyticsPath: String?
  var wantsJSON: Bool
  var wantsColor: Bool
  var wantsAnimation: Bool

  /// - Parameter arguments: What World left of the command line.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    let line = try CommandLineWords(arguments)
    command = try Arguments.command(line)
    coffee = try Arguments.coffee(line.values[.coffee]?.first)
    beside = try Arguments.beside(line.values[.beside] ?? [])
    analyticsPath = line.values[.analytics]?.first
    wantsJSON = line.values[.json] != nil
    wantsColor = line.values[.noColor] == nil
    wantsAnimation = line.values[.noAnimation] == nil
  }

  /// What may be given that isn't a flag.
  static let words = Programmer.allCases.map(\.rawValue) + Subcommand.allCases.map(\.rawValue)

  private static func command(_ line: CommandLineWords) throws(UsageError) -> Command {
    if line.words.first == Subcommand.completions.rawValue { return try completions(line.words) }
    guard line.words.count <= 1 else { throw .tooManyWords(line.words) }
    if line.values[.help] != nil { return .help }
    if line.values[.version] != nil { return .version }
    let isExploring = line.values[.explore] != nil
    guard let word = line.words.first else { return isExploring ? .explore(nil) : .day(nil) }
    switch Subcommand(rawValue: word) {
    case .world: return .world
    case .explain: return .explain
    case .manual: return .manual
    case .help: return .help
    case .completions, nil: break
    }
    guard let programmer = Programmer(rawValue: word) else { throw .unknownWord(word) }
    return isExploring ? .explore(programmer) : .day(programmer)
  }

  private static func completions(_ words: [String]) throws(UsageError) -> Command {
    guard words.count <= 2 else { throw .tooManyWords(Array(words.dropFirst())) }
    guard words.count == 2 else { throw .missingShell }
    guard let shell = Simulation.CompletionShell(rawValue: words[1]) else { throw .unknownShell(words[1]) }
    return .completions(shell)
  }

  private static func beside(_ texts: [String]) throws(UsageError) -> [String] {
    guard texts.isEmpty || (2...3).contains(texts.count) else { throw .columns(texts.count) }
    return texts
  }

  private static func coffee(_ text: String?) throws(UsageError) -> CoffeeChoice {
    guard let text else { return .caffeinated }
    guard let choice = CoffeeChoice(rawValue: text) else { throw .unknownCoffee(text) }
    return choice
  }
}
