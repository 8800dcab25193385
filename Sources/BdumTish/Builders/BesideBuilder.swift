// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation

/// Builds the same day in several worlds at the same time, each in a scope of its own.
enum BesideBuilder {
  /// - Parameters:
  ///   - simulations: What differs between the worlds.
  ///   - seed: The seed of each world's random numbers. A shared generator would make the days differ.
  ///   - isSameDate: Whether all days have the latest of the dates that the moment has in the places. Without it, some may be over.
  static func build(
    _ simulations: [World.Simulation], seed: UInt64, on date: Date, isSameDate: Bool = false
  ) async -> [DayViewModel] {
    let days = simulations.map { LocalDay(containing: date, in: $0.timezone ?? Current.timezone()) }
    let latest = days.map(\.number).max()
    let dates = days.map { isSameDate && $0.number != latest ? $0.end : date }
    return await withTaskGroup(of: (Int, DayViewModel).self) { group in
      for (index, simulation) in simulations.enumerated() {
        group.addTask {
          withWorld {
            $0.use(simulation)
            $0.random = .seeded(seed)
          } operation: {
            (index, DayBuilder.build(on: dates[index]))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
