import ArgumentParser
import WorldSimulation

/// The completions of ArgumentParser, and after them World's.
enum Completions {
  /// The shell that ArgumentParser's own flag asks for.
  static func shell(in arguments: [String]) -> Simulation.CompletionShell? {
    guard arguments.first == "--generate-completion-script", arguments.count == 2 else { return nil }
    return Simulation.CompletionShell(rawValue: arguments[1])
  }

  static func script(for shell: Simulation.CompletionShell) -> String {
    let own = CompletionShell(rawValue: shell.rawValue).map { Postcard.completionScript(for: $0) } ?? ""
    return own + "\n" + Simulation.completions(for: shell, of: "postcard")
  }
}
