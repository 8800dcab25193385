// SPDX-License-Identifier: MIT

import Synchronization

/// A mutex that ThreadSanitizer understands.
///
/// On Linux, the kernel hands over a contended `Mutex`, which ThreadSanitizer doesn't see: it would report false races, even in the
/// tests of World's users. The atomic flag shows it the same order. Don't use `()` as the value: ThreadSanitizer would confuse it
/// with the memory after the lock. No client code runs under the lock.
@usableFromInline
package struct Lock<Value: Sendable>: ~Copyable, Sendable {
  // First, so that its offset doesn't depend on the value's type, which a debug build would look up.
  @usableFromInline let isReleased = Atomic(false)
  @usableFromInline let mutex: Mutex<Value>

  @inlinable package init(_ value: consuming Value) { mutex = Mutex(value) }

  @inlinable
  package func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { value throws(Failure) in
      _ = isReleased.load(ordering: .acquiring)
      defer { isReleased.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }

  /// Replaces the value, and returns the old one, which the caller releases outside of the lock.
  package func exchange(_ new: Value) -> Value {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}
