// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation

/// Builds the same day in several worlds at the same time, each in a scope of its own.
enum BesideBuilder {
  /// - Parameters:
  ///   - simulations: What differs between the worlds.
  ///   - seed: The seed of each world's random numbers. A shared generator would make the days differ.
  static func build(_ simulations: [World.Simulation], seed: UInt64, on date: Date) async -> [DayViewModel] {
    await withTaskGroup(of: (Int, DayViewModel).self) { group in
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
