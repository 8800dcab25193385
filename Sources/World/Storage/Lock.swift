import Synchronization

/// A value behind a mutex, such that ThreadSanitizer can see it.
///
/// On Linux a contended `Mutex` is handed over inside the kernel, where ThreadSanitizer doesn't look; it would
/// report races, in World's users' tests too, that are none. The atomic flag says the same thing again where it
/// looks; on today's processors it costs nothing.
///
/// Nothing of a caller's runs under the lock.
package struct Lock<Value: Sendable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let handover = Atomic(false)

  package init(_ value: Value) { mutex = Mutex(value) }

  package func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { value throws(Failure) in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}
