// SPDX-License-Identifier: MIT

import World

/// Whose day it is: all that tells programmers apart is the computer in their world.
enum Programmer: String, CaseIterable, Sendable {
  case mac, pc

  var computer: Computer { self == .mac ? .mac : .pc }
}

extension World.Settings.Key where Value == String {
  /// The programmer of the last run.
  static var lastProgrammer: Self { Self("lastProgrammer", default: Programmer.mac.rawValue) }
}

extension World.Settings {
  /// The programmer of the last run; `mac` at first.
  var lastProgrammer: Programmer {
    get { Programmer(rawValue: self[.lastProgrammer]) ?? .mac }
    nonmutating set { self[.lastProgrammer] = newValue.rawValue }
  }
}
