// SPDX-License-Identifier: MIT

import World
import WorldTesting

/// Finds a race in an order of the coffee break, repeats it, and shows that the fix has none.
@main
struct Bug {
  static func main() async { await play { print($0) } }

  static func play(_ show: @Sendable (String) -> Void) async {
    show("The programmer and the boss share a pot with one cup of coffee. To take a cup,")
    show("one looks, notes it in a list, and pours. The first run passes: one is too late.")
    show("So the coffee break runs up to 1,000 times, in other orders:\n")
    let found = await explore(World.Exploration(runs: 1_000), isFixed: false)
    show("\(found)\n")
    guard let token = found.token else { return }
    show("The token repeats that run:\n")
    let again = await explore(World.Exploration(runs: 1, only: token), isFixed: false)
    show("  \(token): \(again.failureText ?? "it passed")\n")
    show("With the fix, a cup is noted after it was poured:\n")
    let fixed = await explore(World.Exploration(runs: 1_000), isFixed: true)
    show("\(fixed)")
  }

  private static func explore(
    _ exploration: World.Exploration, isFixed: Bool
  ) async -> World.Exploration.Report {
    await exploration.run { try await CoffeeBreakBuilder.build(isFixed: isFixed).begin() }
  }
}
