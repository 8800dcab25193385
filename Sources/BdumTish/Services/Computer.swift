// SPDX-License-Identifier: MIT

import World

/// What a programmer works on: a Mac and a PC are two values of it.
struct Computer: Sendable {
  var name: String
  /// Turns it on; the dice say how long that takes.
  var turnOn: @Sendable (Dice) -> Startup

  /// How a computer starts.
  struct Startup: Sendable {
    var isOn = true
    var wait: Duration
    var impression: Impression
  }

  /// What the programmer hears and sees.
  enum Impression: CaseIterable, Sendable { case chimesAndWorks, grindsAndAsks }
}

extension Computer {
  static let mac = Computer(name: "Mac") { dice in
    Startup(wait: .seconds(dice.roll(11...29)), impression: .chimesAndWorks)
  }

  static let pc = Computer(name: "PC") { dice in
    Startup(wait: .seconds(60 * dice.roll(4...14)), impression: .grindsAndAsks)
  }
}

extension Computer: World.LiveService {
  static var live: Computer { .mac }

  static var mock: Computer {
    Computer(name: "Mock") { _ in Startup(wait: .seconds(1), impression: .chimesAndWorks) }
  }
}

extension World {
  var computer: Computer {
    get { self[Computer.self] }
    set { self[Computer.self] = newValue }
  }
}
