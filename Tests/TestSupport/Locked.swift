import World

/// A value that the closures of a test share, behind a lock that ThreadSanitizer sees.
package final class Locked<Value: Sendable>: Sendable {
  private let lock: Lock<Value>

  package init(_ value: Value) { lock = Lock(value) }

  /// A copy of the value.
  package var value: Value { lock.withLock { $0 } }

  package func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock(body)
  }
}
