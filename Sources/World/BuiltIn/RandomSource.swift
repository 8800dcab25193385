// SPDX-License-Identifier: MIT

extension World {
  /// A source of random numbers, as a function.
  ///
  /// ```swift
  /// let roll = Current.random { Int.random(in: 1...6, using: &$0) }
  ///
  /// var random = Current.random            // copies share their state
  /// let deck = cards.shuffled(using: &random)
  /// ```
  ///
  /// A live world has ``system``; a mock world has a seeded source. To repeat a run, assign `seeded(_:)` of the module
  /// `WorldSimulation`.
  ///
  /// **Thread-safety.** May be used from any thread. A seeded source returns its numbers in the order of the calls.
  public struct RandomSource: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// Creates a source that calls a function for 64 uniformly distributed bits.
    public init(_ draw: @escaping @Sendable () -> UInt64) { self.draw = draw }

    /// Returns the next 64 random bits.
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

    /// Pass the source to a function that takes a generator.
    @available(*, unavailable, message: "write Current.random { Int.random(in: 1...6, using: &$0) }")
    public func callAsFunction() -> UInt64 { fatalError("unavailable") }

    /// Pass the source to a function that takes a generator.
    @available(*, unavailable, message: "write Current.random { Int.random(in: 1...6, using: &$0) }")
    public func callAsFunction<Bounds: RangeExpression>(in bounds: Bounds) -> Bounds.Bound {
      fatalError("unavailable")
    }
  }
}

extension World.RandomSource {
  /// The system's generator, which is cryptographically secure.
  public static let system = World.RandomSource {
    var system = SystemRandomNumberGenerator()
    return system.next()
  }
}
