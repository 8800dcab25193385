// SPDX-License-Identifier: MIT

import World

/// The programmer's computer. A Mac and a PC are two values.
struct Computer: Sendable {
  var name: String
  /// Turns it on, and returns how it started.
  var turnOn: @Sendable () -> Startup

  /// How a computer starts.
  struct Startup: Sendable {
    var isOn = true
    var wait: Duration
    var impression: Impression
  }

  /// The sound and the look of a start.
  enum Impression: CaseIterable, Sendable { case chimesAndWorks, grindsAndAsks }
}

extension Computer {
  static let mac = Computer(name: "Mac") {
    let seconds = Current.random { Int.random(in: 11...29, using: &$0) }
    return Startup(wait: .seconds(seconds), impression: .chimesAndWorks)
  }

  static let pc = Computer(name: "PC") {
    let minutes = Current.random { Int.random(in: 4...14, using: &$0) }
    return Startup(wait: .seconds(60 * minutes), impression: .grindsAndAsks)
  }
}

extension Computer: World.LiveService {
  static var live: Computer { .mac }

  static var mock: Computer {
    Computer(name: "Mock") { Startup(wait: .seconds(1), impression: .chimesAndWorks) }
  }
}

extension World {
  var computer: Computer {
    get { self[Computer.self] }
    set { self[Computer.self] = newValue }
  }
}

/// A programmer. Only the computer in the world differs.
enum Programmer: String, CaseIterable, Sendable {
  case mac, pc

  var computer: Computer { self == .mac ? .mac : .pc }
}

extension World.Settings.Key where Value == Programmer {
  /// The programmer of the last run.
  static var lastProgrammer: Self { Self("lastProgrammer", default: .mac) }
}
