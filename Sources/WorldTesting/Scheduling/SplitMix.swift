/// A generator of random numbers as a value: the same numbers for the same seed, everywhere.
struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return SplitMix.mix(state)
  }

  /// A number below a limit. The bias is below 2^-32 for limits that occur here.
  mutating func next(below limit: Int) -> Int {
    Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(limit)) >> 32)
  }

  /// Whether something of this probability happens, in 256ths.
  mutating func chance(_ of256: Int) -> Bool { next() >> 56 < of256 }

  /// Spreads the bits of a number over all bits of the result.
  static func mix(_ number: UInt64) -> UInt64 {
    var bits = number
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A seed from a name, the same in every process.
  static func seed(from name: String) -> UInt64 {
    mix(name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }
}
