// SPDX-License-Identifier: MIT

import World

extension World.RandomSource {
  /// Returns a source with the same numbers for the same seed, on every machine and in every release.
  ///
  /// The generator is SplitMix64: fast and uniformly distributed, but not secure. Each call creates a source that
  /// starts from the seed; copies of a source share its state.
  public static func seeded(_ seed: UInt64) -> World.RandomSource {
    let numbers = Lock(SplitMix(seed: seed))
    return World.RandomSource {
      // An audit doesn't change the state.
      let ahead = IssueReporter.drawIfCollecting()
      return numbers.withLock { numbers in
        guard let ahead else { return numbers.next() }
        var copy = numbers
        copy.skip(ahead - 1)
        return copy.next()
      }
    }
  }
}

/// SplitMix64, a generator of random numbers as a value: the same numbers for the same seed, everywhere.
package struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    skip(1)
    return SplitMix.mix(state)
  }

  /// Skips the next numbers.
  mutating func skip(_ count: UInt64) { state &+= SplitMix.step &* count }

  /// Spreads the bits of a number over all bits of the result.
  package static func mix(_ number: UInt64) -> UInt64 {
    var bits = number
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
