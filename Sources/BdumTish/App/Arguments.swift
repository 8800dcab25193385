import World
import WorldSimulation

/// What the command line asks for, but for the simulation.
struct Arguments: Sendable, Equatable {
  enum Command: Sendable, Equatable {
    /// The day of a programmer; of which one, is yet to be found out where it wasn't said.
    case day(Programmer?)
    /// The current world.
    case world
    case help
    case version
  }

  var command: Command
  var coffee: CoffeeChoice
  /// The file that events are appended to.
  var analyticsPath: String?
  var wantsJSON: Bool
  var wantsColor: Bool
  var wantsAnimation: Bool

  /// - Parameter arguments: What World left of the command line.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    let line = try CommandLineWords(arguments)
    command = try Arguments.command(line)
    coffee = try Arguments.coffee(line.values[.coffee])
    analyticsPath = line.values[.analytics]
    wantsJSON = line.values[.json] != nil
    wantsColor = line.values[.noColor] == nil
    wantsAnimation = line.values[.noAnimation] == nil
  }

  /// What may be given that isn't a flag.
  static let words = Programmer.allCases.map(\.rawValue) + ["world"]

  private static func command(_ line: CommandLineWords) throws(UsageError) -> Command {
    guard line.words.count <= 1 else { throw .tooManyWords(line.words) }
    if line.values[.help] != nil { return .help }
    if line.values[.version] != nil { return .version }
    guard let word = line.words.first else { return .day(nil) }
    if word == "world" { return .world }
    guard let programmer = Programmer(rawValue: word) else {
      throw .unknownWord(word)
    }
    return .day(programmer)
  }

  private static func coffee(_ text: String?) throws(UsageError) -> CoffeeChoice {
    guard let text else { return .caffeinated }
    guard let choice = CoffeeChoice(rawValue: text) else { throw .unknownCoffee(text) }
    return choice
  }
}
