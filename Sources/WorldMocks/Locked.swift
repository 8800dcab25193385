import World

/// A value that closures and tests on any thread share, behind a lock.
///
/// ```swift
/// let names = Locked<[String]>([])
/// let analytics = Analytics { event in names.withLock { $0.append(event.name) } }
/// withWorld { $0.analytics = analytics } operation: { signUp() }
/// #expect(names.value == ["signed_up"])
/// ```
///
/// Copies of a reference share the value.
///
/// **Thread-safety.** May be used on any thread.
public final class Locked<Value: Sendable>: Sendable {
  private let lock: Lock<Value>

  /// Holds a value.
  public init(_ value: Value) { lock = Lock(value) }

  /// A copy of the value; assigning replaces it. To change it by what it is, use ``withLock(_:)``.
  public var value: Value {
    get { lock.withLock { $0 } }
    set {
      // The old value is released after the lock, since a deinit may use this one.
      let old = lock.withLock { value in
        defer { value = newValue }
        return value
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Reads and changes the value, while no other thread does.
  ///
  /// - Parameter body: Must not use the same value again, since it would wait for itself; nor may a deinit of what it
  ///   releases.
  public func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock(body)
  }
}
