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
    let store = LockedValue(values)
    return World.Settings(
      read: { name in store.withLock { $0[name] } },
      write: { name, value in
        // The old value is released after unlocking, because a custom deallocator of its `Data` may read the store.
        let old = store.withLock { values in
          defer { values[name] = value }
          return values[name]
        }
        withExtendedLifetime(old) {}
      })
  }
}
