import World

extension Settings {
  /// Settings that are kept in memory and forgotten with the last copy.
  ///
  /// ```swift
  /// let settings = Settings.inMemory(["launches": .int(3)])
  /// ```
  ///
  /// Each call makes a store of its own; copies share it. Safe from any thread.
  ///
  /// - Parameter values: What is stored to begin with.
  public static func inMemory(_ values: [String: StoredValue] = [:]) -> Settings {
    let store = Store(values)
    return Settings(
      read: { name in store.values.withLock { $0[name] } },
      write: { name, value in store.values.withLock { $0[name] = value } })
  }

  private final class Store: Sendable {
    let values: Lock<[String: StoredValue]>
    init(_ values: [String: StoredValue]) { self.values = Lock(values) }
  }
}
