// SPDX-License-Identifier: MIT

import World
import WorldSimulation

extension SplitMix {
  /// Returns a number below a limit. Each has a probability that differs from the others' by 2^-64 at most.
  mutating func next(below limit: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(limit)).high) }

  /// Returns `true` with a probability in 256ths.
  mutating func chance(_ of256: Int) -> Bool { next() >> 56 < of256 }

  /// Returns a seed for a name, the same in every process.
  static func seed(from name: String) -> UInt64 {
    mix(name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }
}
