// SPDX-License-Identifier: MIT

import World

/// A programmer. Only the computer in the world differs.
enum Programmer: String, CaseIterable, Sendable {
  case mac, pc

  var computer: Computer { self == .mac ? .mac : .pc }
}

extension World.Settings.Key where Value == Programmer {
  /// The programmer of the last run.
  static var lastProgrammer: Self { Self("lastProgrammer", default: .mac) }
}
