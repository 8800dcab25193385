// SPDX-License-Identifier: MIT

import World

/// The coffee pot that the programmer and the boss share.
struct Pot: Sendable {
  var cups: @Sendable () async -> Int
  /// Pours a cup, whether there is one or not.
  var pour: @Sendable () async -> Void
  /// Pours a cup if there is one.
  var pourIfAny: @Sendable () async -> Void
}

extension Pot: World.LiveService {
  static var live: Pot { Pot(of: 8) }
  static var mock: Pot { Pot(of: 1) }

  private init(of cups: Int) {
    let contents = Contents(cups: cups)
    self.init(
      cups: { await contents.cups },
      pour: { await contents.pour() },
      pourIfAny: { await contents.pourIfAny() })
  }

  private actor Contents {
    private(set) var cups: Int
    init(cups: Int) { self.cups = cups }
    func pour() { cups -= 1 }
    func pourIfAny() { if cups > 0 { cups -= 1 } }
  }
}

extension World {
  var pot: Pot {
    get { self[Pot.self] }
    set { self[Pot.self] = newValue }
  }
}
