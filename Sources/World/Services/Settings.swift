#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the program remembers between runs: two functions over named values, and typed keys on top.
///
/// ```swift
/// extension Settings.Key where Value == String {
///   static var lastProgrammer: Self { Self("lastProgrammer", default: "mac") }
/// }
///
/// let last = Current.settings[.lastProgrammer]
/// Current.settings[.lastProgrammer] = "pc"
/// ```
///
/// Live, nothing is remembered and each use says so: assign a store at launch, such as
/// ``userDefaults(suiteName:)``. In a mock world, `Settings.inMemory()`.
///
/// **Thread-safety.** As that of the store; both stores that come with World may be used from any thread.
public struct Settings: Sendable {
  /// What a store can hold.
  public enum StoredValue: Sendable, Hashable {
    /// A Boolean.
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// A number.
    case double(Double)
    /// A text.
    case string(String)
    /// Bytes.
    case data(Data)
    /// An instant.
    case date(Date)
    /// Something else that some other program stored, described.
    case other(String)
  }

  /// Reads what is stored under a name; `nil` if nothing is.
  public var read: @Sendable (_ name: String) -> StoredValue?

  /// Stores a value under a name; `nil` removes what is there.
  public var write: @Sendable (_ name: String, _ value: StoredValue?) -> Void

  /// A store of two functions.
  public init(
    read: @escaping @Sendable (_ name: String) -> StoredValue?,
    write: @escaping @Sendable (_ name: String, _ value: StoredValue?) -> Void
  ) {
    self.read = read
    self.write = write
  }

  /// The value of a key: what is stored, else the key's default.
  ///
  /// A stored value of another type is reported and yields the default; it stays as it is until it is written.
  public subscript<Value>(
    key: Key<Value>, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Value {
    get {
      guard let stored = read(key.name) else { return key.defaultValue }
      if let value = key.decode(stored) { return value }
      IssueReporter.report(
        "The setting \"\(key.name)\" should be \(Value.self), but the store holds \(stored.summary); the default stands in",
        at: World.SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
        fixes: [
          "remove or overwrite the stored value", "give the key the type that is stored",
          "use another name for the new type",
        ])
      return key.defaultValue
    }
    nonmutating set {
      guard let stored = key.encode(newValue) else {
        IssueReporter.report(
          "The setting \"\(key.name)\" was not stored: this \(Value.self) could not be encoded",
          at: World.SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
          fixes: ["store a value that encodes to JSON (infinite numbers don't)"])
        return
      }
      write(key.name, stored)
    }
  }

  /// Removes what is stored for a key, so that it has its default again.
  public func remove<Value>(_ key: Key<Value>) { write(key.name, nil) }
}

extension Settings {
  /// Nothing is remembered, and each use reports that. What a live world has until a store is assigned.
  public static let unassigned = Settings(
    read: {
      reportUnassigned("read", $0)
      return nil
    },
    write: { name, _ in reportUnassigned("written", name) })

  private static func reportUnassigned(_ use: String, _ name: String) {
    IssueReporter.report(
      "The setting \"\(name)\" was \(use), but the world has no settings store",
      kind: .unassigned,
      fixes: [
        "assign one at launch: World.bootstrap { $0.settings = .userDefaults(suiteName: \"com.example.app\") }",
        "in a test, use a mock world: @Test(.world(.mock))",
      ])
  }
}

extension Settings.StoredValue {
  /// Type and value, for messages.
  var summary: String {
    switch self {
    case .bool(let value): "the Bool \(value)"
    case .int(let value): "the Int \(value)"
    case .double(let value): "the Double \(value)"
    case .string(let value): "the String \"\(value)\""
    case .data(let value): "Data of \(value.count) bytes"
    case .date(let value): "the Date \(value)"
    case .other(let description): description
    }
  }
}
