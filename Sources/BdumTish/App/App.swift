import Foundation
import World
import WorldSimulation
import WorldStorage

/// The program: reads the command line, sets the world up, has view models built and shows them.
@main
struct App: Sendable {
  var arguments: [String]
  var environment: [String: String]
  var console: Console
  var settings: Settings
  /// A terminal to show films on.
  var terminal: TerminalDevice

  static func main() async {
    let app = App(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment,
      console: .standard, settings: .userDefaults(suiteName: "bdum-tish"), terminal: .standard(.standard))
    exit(await app.run().rawValue)
  }

  func run() async -> ExitCode {
    do {
      // In whole milliseconds, as a clock's anchor is: a fast clock makes minutes of less.
      let start = Current.date().inMilliseconds
      let (simulation, rest) = try Simulation.read(arguments: arguments, environment: environment, now: start)
      try await run(Arguments(rest), simulation, start)
      return .success
    } catch let error as Simulation.ReadingError {
      console.complain("bdum-tish: \(error)")
      return .usage
    } catch let error as UsageError {
      console.complain("bdum-tish: \(error)")
      return .usage
    } catch let error as Analytics.UnwritableFile {
      console.complain("bdum-tish: --analytics: \(error)")
      return .cannotCreateFile
    } catch Console.OutputError.closed {
      // The reader closed the pipe, as `head` does.
      return .success
    } catch {
      console.complain("bdum-tish: \(error)")
      return .ioError
    }
  }

  private func run(_ arguments: Arguments, _ simulation: Simulation, _ start: Date) async throws {
    switch arguments.command {
    case .help: try console.write(Help.text)
    case .version: try console.write(Help.version)
    case .manual: try console.write(Manual.text)
    case .completions(let shell): try console.write(Completions.text(for: shell))
    case .world: try showWorld(arguments, simulation)
    case .explain: try explain(arguments, simulation)
    case .explore(let programmer): try explore(programmer ?? settings.lastProgrammer, arguments)
    case .day(let programmer): try await showDay(of: programmer, arguments, simulation, start)
    }
  }

  private func showWorld(_ arguments: Arguments, _ simulation: Simulation) throws {
    let launch = launch(settings.lastProgrammer, arguments, simulation)
    try bootstrap(launch)
    let world = WorldBuilder.build(launch)
    let ink = style(arguments).ink
    try console.write(arguments.wantsJSON ? WorldJSON(world).text() : WorldText(world, ink: ink).text)
  }

  private func explain(_ arguments: Arguments, _ simulation: Simulation) throws {
    try bootstrap(launch(settings.lastProgrammer, arguments, simulation))
    let explanation = Current.explain()
    try console.write(arguments.wantsJSON ? JSONText.encode(explanation) : "\(explanation)\n")
  }

  private func explore(_ programmer: Programmer, _ arguments: Arguments) throws {
    let days = ExplorationBuilder.build(programmer.computer, arguments.coffee.coffee)
    try console.write(
      arguments.wantsJSON
        ? DayJSON.text(of: days.map(\.day)) : ExplorationText(days, ink: style(arguments).ink).text)
  }

  /// Sets the world up, and says if it is simulated.
  func bootstrap(_ launch: Launch) throws {
    try launch.bootstrap()
    if let notice = launch.simulation.notice { console.complain("bdum-tish: \(notice)") }
  }

  func launch(_ programmer: Programmer, _ arguments: Arguments, _ simulation: Simulation) -> Launch {
    Launch(
      programmer: programmer, coffee: arguments.coffee, simulation: simulation,
      analyticsPath: arguments.analyticsPath, settings: settings)
  }

  func style(_ arguments: Arguments) -> TextStyle {
    TextStyle(arguments, environment: environment, isTerminal: console.isOutputTerminal)
  }
}
