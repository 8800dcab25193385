// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldTesting

/// Finds a race in an order of the coffee break, repeats it, and shows that the fix has none.
@main
struct Bug {
  static let help = """
    Finds a race for a cup of coffee in an order of its tasks, repeats it, and shows that the fix has none.

    Usage: bdum-tish-bug

      -h, --help  print this

    Exit codes: 0; 64: bad command line; 74: output lost.
    """

  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    if let word = words.first(where: { !["-h", "--help"].contains($0) }) {
      Output.end(64, "\(word.quoted) is not a flag; see --help")
    }
    do {
      if words.isEmpty { try await play(Output.show) } else { try Output.show(help) }
    } catch {
      Output.end(after: error)
    }
  }

  static func play(_ show: @Sendable (String) throws -> Void) async throws {
    try show(
      "The programmer and the boss share a pot with one cup of coffee. To take a cup, one looks, notes it in a list, and pours. The first run passes: one is too late. So the coffee break runs up to 1,000 times, in other orders:\n"
    )
    let found = await explore(World.Exploration(runs: 1_000), isFixed: false)
    try show("\(found)\n")
    guard let token = found.token else { return }
    try show("The token repeats that run:\n")
    let again = await explore(World.Exploration(runs: 1, only: token), isFixed: false)
    try show("  \(token): \(again.failureText ?? "it passed")\n")
    try show("With the fix, a cup is noted after it was poured:\n")
    let fixed = await explore(World.Exploration(runs: 1_000), isFixed: true)
    try show("\(fixed)")
  }

  private static func explore(
    _ exploration: World.Exploration, isFixed: Bool
  ) async -> World.Exploration.Report {
    await exploration.run { try await CoffeeBreakBuilder.build(isFixed: isFixed).begin() }
  }
}
