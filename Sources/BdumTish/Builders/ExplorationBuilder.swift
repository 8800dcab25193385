// SPDX-License-Identifier: MIT

import World
import WorldMocks

/// Builds the same day in each edge case, with the services of the current world.
enum ExplorationBuilder {
  static func build() -> [ExploredDay] {
    World.edgeCases.map { edgeCase in
      var world = edgeCase.world
      (world.computer, world.coffee) = (Current.computer, Current.coffee)
      (world.keyboard, world.boss) = (Current.keyboard, Current.boss)
      return withWorld(world) { ExploredDay(reason: edgeCase.reason, day: DayBuilder.build()) }
    }
  }
}
