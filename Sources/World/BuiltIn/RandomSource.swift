/// A source of random numbers, as a function.
///
/// ```swift
/// let roll = Current.random { Int.random(in: 1...6, using: &$0) }
///
/// var random = Current.random            // copies share their state
/// let deck = cards.shuffled(using: &random)
/// ```
///
/// A live world has ``system``; a mock world has a seeded source. To repeat a run, assign ``seeded(_:)``.
///
/// **Thread-safety.** May be used from any thread. A seeded source gives its numbers in the order of the calls; which
/// thread gets which number depends on that order.
public struct RandomSource: RandomNumberGenerator, Sendable {
  private let draw: @Sendable () -> UInt64

  /// A source that calls a function for 64 uniformly distributed bits.
  public init(_ draw: @escaping @Sendable () -> UInt64) { self.draw = draw }

  /// The next 64 random bits.
  public func next() -> UInt64 { draw() }

  /// Runs a function with this source as its generator.
  ///
  /// ```swift
  /// Current.random { ["heads", "tails"].randomElement(using: &$0) }
  /// ```
  public func callAsFunction<Result, Failure: Error>(
    _ body: (inout RandomSource) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var source = self
    return try body(&source)
  }
}

extension RandomSource {
  /// The system's generator, which is cryptographically secure.
  public static let system = RandomSource {
    // check-world: allow the live source
    var system = SystemRandomNumberGenerator()
    return system.next()
  }

  /// A source that gives the same numbers for the same seed, on every machine and in every release.
  ///
  /// The generator is SplitMix64: fast and uniformly distributed, but not secure. Each call creates a source that
  /// starts from the seed; copies of a source share its state.
  public static func seeded(_ seed: UInt64) -> RandomSource {
    let numbers = Lock(SplitMix(seed: seed))
    return RandomSource {
      // An audit draws ahead and changes nothing.
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

  /// Leaves out some numbers.
  mutating func skip(_ count: UInt64) { state &+= SplitMix.step &* count }

  /// Spreads the bits of a number over all bits of the result.
  package static func mix(_ number: UInt64) -> UInt64 {
    var bits = number
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
