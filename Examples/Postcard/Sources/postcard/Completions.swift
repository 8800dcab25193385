import ArgumentParser
import World
import WorldSimulation

/// The completions of ArgumentParser, followed by World's.
enum Completions {
  /// The shell that ArgumentParser's own flag asks for.
  static func shell(in arguments: [String]) -> World.Simulation.CompletionShell? {
    guard arguments.first == "--generate-completion-script", arguments.count == 2 else { return nil }
    return World.Simulation.CompletionShell(rawValue: arguments[1])
  }

  static func script(for shell: World.Simulation.CompletionShell) -> String {
    let own = CompletionShell(rawValue: shell.rawValue).map { Postcard.completionScript(for: $0) } ?? ""
    return own + "\n" + World.Simulation.completions(for: shell, of: "postcard")
  }
}
