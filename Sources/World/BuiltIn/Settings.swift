// SPDX-License-Identifier: MIT

extension World {
  /// Values that persist between runs: two functions that read and write named values, and typed keys.
  ///
  /// ```swift
  /// extension World.Settings.Key where Value == String {
  ///   static var lastProgrammer: Self { Self("lastProgrammer", default: "mac") }
  /// }
  ///
  /// let last = Current.settings[.lastProgrammer]
  /// Current.settings[.lastProgrammer] = "pc"
  /// ```
  ///
  /// A live world has no store and reports each use as an issue. Assign one at launch: `import WorldStorage` and
  /// `World.bootstrap { $0.settings = .file(at: "settings.json") }`. A mock world has `World.Settings.inMemory()`.
  ///
  /// **Thread-safety.** Depends on the store. All stores of the package may be used from any thread.
  public struct Settings: Sendable {
    /// Reads the value stored under a name; `nil` if there is none.
    public var read: @Sendable (_ name: String) -> StoredValue?

    /// Stores a value under a name; `nil` removes it.
    public var write: @Sendable (_ name: String, _ value: StoredValue?) -> Void

    /// Creates a store from two functions.
    public init(
      read: @escaping @Sendable (_ name: String) -> StoredValue?,
      write: @escaping @Sendable (_ name: String, _ value: StoredValue?) -> Void
    ) {
      (self.read, self.write) = (read, write)
    }

    /// Accesses the stored value of a key, or the key's default.
    ///
    /// If the stored value has another type, this is reported and the default is returned; the stored value stays until it is
    /// overwritten. A value that can't be encoded is reported and not stored. Setting `nil` removes the value.
    ///
    /// **Cost.** The store's `read` or `write`, and a few dynamic casts; for JSON, also encoding or decoding.
    public subscript<Value>(
      key: Key<Value>, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) -> Value {
      get {
        guard let stored = read(key.name) else { return key.defaultValue }
        // In two steps, because casting a missing value to an optional succeeds.
        if let decoded = stored.decode(as: Value.self), let value = decoded as? Value { return value }
        IssueReporter.report(
          """
          The setting \(key.name.quoted) should be \(Value.self), but the store holds \(stored.summary); the default is returned
          """,
          at: World.SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
          fixes: [
            "remove or overwrite the stored value", "give the key the type that is stored",
            "use another name for the new type",
          ])
        return key.defaultValue
      }
      nonmutating set {
        do {
          write(key.name, try StoredValue.encode(newValue))
        } catch {
          IssueReporter.report(
            "The setting \(key.name.quoted) was not stored: this \(Value.self) could not be encoded",
            at: World.SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
            fixes: ["store a value that encodes to JSON (infinite numbers don't)"])
        }
      }
    }

    /// Removes the stored value of a key, which then has its default again.
    public func remove<Value>(_ key: Key<Value>) { write(key.name, nil) }
  }
}

extension World.Settings {
  /// A store that reports each use as an issue and holds nothing. A live world has it until a store is assigned.
  public static let unassigned = World.Settings(
    read: { reportUnassigned($0) }, write: { name, _ in _ = reportUnassigned(name) })

  /// A store that holds nothing: each key has its default, and writes are dropped.
  public static let discarding = World.Settings(read: { _ in nil }, write: { _, _ in })

  private static func reportUnassigned(_ name: String) -> StoredValue? {
    IssueReporter.report(
      "The setting " + name.quoted + " was used, but no settings store is configured", kind: .unassigned,
      fixes: [
        "assign one at launch: World.bootstrap { $0.settings = .file(at: \"settings.json\") }",
        "to store nothing on purpose, assign World.Settings.discarding",
        World.Issue.fixInTest,
      ])
    return nil
  }
}
