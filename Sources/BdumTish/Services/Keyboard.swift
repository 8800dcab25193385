// SPDX-License-Identifier: MIT

import World

/// What a programmer writes with.
struct Keyboard: Sendable {
  /// Types for some minutes.
  ///
  /// - Returns: the lines of code that came of it.
  var type: @Sendable (_ minutes: Int, Dice) -> Int
}

extension Keyboard: World.LiveService {
  static var live: Keyboard {
    Keyboard { minutes, dice in minutes * dice.roll(9...14) + dice.roll(0...9) }
  }

  static var mock: Keyboard { Keyboard { minutes, _ in minutes * 10 } }
}

extension World {
  var keyboard: Keyboard {
    get { self[Keyboard.self] }
    set { self[Keyboard.self] = newValue }
  }
}
