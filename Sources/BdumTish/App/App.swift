// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation
import WorldStorage

/// The program. It sets up the world, has view models built, and shows them.
@main
struct App: Sendable {
  var arguments = Array(CommandLine.arguments.dropFirst())
  /// Where settings are kept; by default a file in the user's folder.
  var settings: World.Settings?

  static func main() async { exit(await App().run().rawValue) }

  func run() async -> ExitCode {
    do {
      var launch: Launch?
      try World.bootstrap { world in launch = try Launch(arguments, settings: settings, in: &world) }
      if let launch { try await run(launch) }
      return .success
    } catch Console.OutputError.closed {
      // The reader closed the pipe, as `head` does.
      return .success
    } catch is FilmScreen.Interruption {
      return .interrupted
    } catch {
      let console = Current.console
      let isUnwritable = error is World.UnwritableFile
      console.complain("bdum-tish: \(isUnwritable ? "--analytics: " : "")\(error)")
      if isUnwritable { return .cannotCreateFile }
      return error is UsageError || error is World.Simulation.ReadingError ? .usage : .ioError
    }
  }

  private func run(_ launch: Launch) async throws {
    switch launch.arguments.command {
    case .help: try Current.console.write(Help.text)
    case .version: try Current.console.write(Help.version + "\n")
    case .manual: try Current.console.write(Manual.text)
    case .completions(let shell): try Current.console.write(Completions.text(for: shell))
    case .explain: try explain(launch)
    case .explore(let programmer): try explore(programmer, launch)
    case .day(let programmer): try await tellDay(of: programmer, launch)
    }
  }
}

/// The exit codes, as in `sysexits.h`.
enum ExitCode: Int32, Sendable {
  case success = 0
  case usage = 64
  case cannotCreateFile = 73
  case ioError = 74
  /// The exit code of a program that Control-C ends.
  case interrupted = 130
}
