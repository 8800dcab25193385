import Synchronization

/// A value behind a mutex, such that ThreadSanitizer can see it.
///
/// On Linux a contended `Mutex` changes its owner inside the kernel, which ThreadSanitizer doesn't see, so it would
/// report races that don't exist, also in the tests of World's users. The atomic flag expresses the same order where
/// ThreadSanitizer sees it.
///
/// No caller's code runs under the lock.
package struct Lock<Value: Sendable>: ~Copyable, Sendable {
  // First, where its place doesn't depend on the type of the value, which a debug build would have to ask for.
  private let isReleased = Atomic(false)
  private let mutex: Mutex<Value>

  package init(_ value: consuming Value) { mutex = Mutex(value) }

  package func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { value throws(Failure) in
      _ = isReleased.load(ordering: .acquiring)
      defer { isReleased.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}
