// SPDX-License-Identifier: MIT

import World

/// A value that closures of a mock share with their test.
///
/// ```swift
/// let charged = LockedValue<[Int]>([])
/// Current.payments.charge = { cents in
///   charged.withLock { $0.append(cents) }
///   return Receipt(cents: cents)
/// }
/// _ = try await checkout()
/// #expect(charged.value == [1_000])
/// ```
///
/// A closure of a world can't capture a `var`, and a `Mutex` can't be passed on, as it can't be copied. To note the calls of one closure, with their
/// arguments and results, use `recording`.
///
/// **Thread-safety.** The value may be used from any thread. Don't call code in `withLock` that uses the same value.
public final class LockedValue<Value: Sendable>: Sendable {
  private let lock: Lock<Value>

  /// Creates a value.
  public init(_ value: Value) { lock = Lock(value) }

  /// A copy of the value. Change it with `withLock`, so that no other change comes between reading and writing.
  public var value: Value { lock.withLock { $0 } }

  /// Reads and changes the value, which no other thread uses meanwhile.
  ///
  /// - Returns: What the closure returns.
  /// - Throws: Any error that the closure throws.
  @discardableResult
  public func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock(body)
  }
}
