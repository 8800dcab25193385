// SPDX-License-Identifier: MIT

import World

extension World.Settings {
  /// Creates a store in memory, which is released with its last copy.
  ///
  /// ```swift
  /// let settings = World.Settings.inMemory(["launches": .int(3)])
  /// ```
  ///
  /// Each call creates a store; copies of the result share it.
  ///
  /// **Thread-safety.** May be used from any thread.
  ///
  /// - Parameter values: The initial values.
  public static func inMemory(_ values: [String: StoredValue] = [:]) -> World.Settings {
    let store = Store(values)
    return World.Settings(
      read: { name in store.values.withLock { $0[name] } },
      write: { name, value in
        // The old value is released after unlocking, because a custom deallocator of its `Data` may read the store.
        let old = store.values.withLock { values in
          defer { values[name] = value }
          return values[name]
        }
        withExtendedLifetime(old) {}
      })
  }

  private final class Store: Sendable {
    let values: Lock<[String: StoredValue]>
    init(_ values: [String: StoredValue]) { self.values = Lock(values) }
  }
}
