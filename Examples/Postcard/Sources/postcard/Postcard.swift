import ArgumentParser
import World
import WorldSimulation

/// A command with its own options. World's options aren't among them.
struct Postcard: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "postcard",
    abstract: "Writes a postcard, dated where and when it is written.",
    discussion: "The world it is written in:\n\n" + World.Simulation.help())

  @Argument(help: "Who gets it.")
  var name: String

  @Option(name: .shortAndLong, help: "How often to wish it.")
  var times = 1

  func run() async throws {
    for line in PostcardBuilder.build(to: name, times: times).lines { print(line) }
  }
}
