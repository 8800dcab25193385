// SPDX-License-Identifier: MIT

import World
import WorldMocks

/// Builds the same day in each of the worlds in which programs break.
enum ExplorationBuilder {
  static func build(_ computer: Computer, _ coffee: Coffee) -> [ExploredDay] {
    World.edgeCases.map { edgeCase in
      var world = edgeCase.world
      world.computer = computer
      world.coffee = coffee
      world.keyboard = .live
      world.boss = .live
      return withWorld(world) { ExploredDay(reason: edgeCase.reason, day: DayBuilder.build()) }
    }
  }
}
