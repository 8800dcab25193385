import Foundation
import World
import WorldSimulation

/// Builds the same day in several worlds at the same time, each in a scope of its own.
enum BesideBuilder {
  static func build(_ simulations: [Simulation], _ launch: Launch, on date: Date) async -> [DayViewModel] {
    // The same luck for all, and generators of their own: one that they share would give each the luck of another.
    let seed = launch.simulation.seed ?? Launch.seed(of: Current, on: date)
    return await withTaskGroup(of: (Int, DayViewModel).self) { group in
      for (index, simulation) in simulations.enumerated() {
        group.addTask {
          withWorld {
            $0.use(simulation)
            $0.random = .seeded(seed)
          } operation: {
            (index, DayBuilder.build(on: date))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
