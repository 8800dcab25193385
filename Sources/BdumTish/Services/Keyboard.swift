// SPDX-License-Identifier: MIT

import World

/// The programmer's keyboard.
struct Keyboard: Sendable {
  /// Types for some minutes, and returns the number of new lines of code.
  var type: @Sendable (_ minutes: Int) -> Int
}

extension Keyboard: World.LiveService {
  static var live: Keyboard {
    Keyboard { minutes in
      Current.random { minutes * Int.random(in: 9...14, using: &$0) + Int.random(in: 0...9, using: &$0) }
    }
  }

  static var mock: Keyboard { Keyboard { minutes in minutes * 10 } }
}

extension World {
  var keyboard: Keyboard {
    get { self[Keyboard.self] }
    set { self[Keyboard.self] = newValue }
  }
}
