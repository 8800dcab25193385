import Foundation
import Testing
import World
import WorldSimulation

struct CompletionsTests {
  private let flags = ["--locale", "--timezone", "--calendar", "--date", "--clock", "--seed"]

  @Test(arguments: World.Simulation.CompletionShell.allCases)
  func nameEveryFlagAndItsValues(shell: World.Simulation.CompletionShell) {
    let script = World.Simulation.completions(for: shell, of: "greet")
    for flag in flags { #expect(script.contains(shell == .fish ? "-l \(flag.dropFirst(2)) " : flag)) }
    for value in ["fr_FR", "Asia/Tokyo", "buddhist", "600x"] { #expect(script.contains(value)) }
    #expect(script.hasSuffix("\n"))
  }

  @Test(arguments: World.Simulation.CompletionShell.allCases)
  func nameTheChosenFlagsAlone(shell: World.Simulation.CompletionShell) {
    let script = World.Simulation.completions(
      for: shell, of: "greet", flags: [.date, .clock], prefix: "sim-")
    for flag in ["--sim-date", "--sim-clock"] {
      #expect(script.contains(shell == .fish ? "-l \(flag.dropFirst(2)) " : flag))
    }
    for text in ["--date", "-l date", "locale", "fr_FR", "seed"] { #expect(!script.contains(text)) }
  }

  /// What isn't a letter or a digit can't be in the name of a shell's function.
  @Test(arguments: [World.Simulation.CompletionShell.bash, .zsh])
  func functionsHaveNamesThatShellsAllow(shell: World.Simulation.CompletionShell) {
    let script = World.Simulation.completions(for: shell, of: "my-tool.sh")
    #expect(script.contains("_world_my_tool_sh() {"))
    #expect(!script.contains("_world_my-tool"))
    #expect(script.contains(" my-tool.sh\n"))
    #expect(script.contains("== _my-tool.sh ]]; then _world_my_tool_sh ") == (shell == .zsh))
  }
}
