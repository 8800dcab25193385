#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Settings {
  /// A setting's name, type and default.
  ///
  /// ```swift
  /// extension Settings.Key where Value == Int {
  ///   static var launches: Self { Self("launches", default: 0) }
  /// }
  /// Current.settings[.launches] += 1
  /// ```
  ///
  /// `Bool`, `Int`, `Double`, `String`, `Data`, `Date` and `URL` are stored as what they are (a URL as its text);
  /// any other `Codable` as JSON.
  public struct Key<Value: Sendable>: Sendable {
    /// Under which name the value is stored.
    public let name: String
    /// The value where none is stored.
    public let defaultValue: Value

    let encode: @Sendable (Value) -> StoredValue?
    let decode: @Sendable (StoredValue) -> Value?
  }
}

extension Settings.Key where Value: Settings.Storable {
  /// A key for a value that stores hold as it is.
  public init(_ name: String, default defaultValue: Value) {
    self.init(
      name: name, defaultValue: defaultValue, encode: { $0.storedValue }, decode: { Value(storedValue: $0) })
  }
}

extension Settings.Key where Value: Codable {
  /// A key for a value that is stored as JSON.
  public init(_ name: String, default defaultValue: Value) {
    self.init(
      name: name, defaultValue: defaultValue,
      encode: { (try? JSONEncoder().encode($0)).map(Settings.StoredValue.data) },
      decode: { stored in
        guard case .data(let data) = stored else { return nil }
        return try? JSONDecoder().decode(Value.self, from: data)
      })
  }
}

extension Settings {
  /// A type that a settings store holds as it is, without a detour through JSON.
  public protocol Storable: Codable, Sendable {
    /// This value as stores hold it.
    var storedValue: StoredValue { get }
    /// The value that a store holds; `nil` if that is of another type.
    init?(storedValue: StoredValue)
  }
}

extension Bool: Settings.Storable {
  /// This value as stores hold it.
  public var storedValue: Settings.StoredValue { .bool(self) }
  /// The value that a store holds; `nil` if that is of another type.
  public init?(storedValue: Settings.StoredValue) {
    guard case .bool(let value) = storedValue else { return nil }
    self = value
  }
}

extension Int: Settings.Storable {
  /// This value as stores hold it.
  public var storedValue: Settings.StoredValue { .int(self) }
  /// The value that a store holds; `nil` if that is of another type.
  public init?(storedValue: Settings.StoredValue) {
    guard case .int(let value) = storedValue else { return nil }
    self = value
  }
}

extension Double: Settings.Storable {
  /// This value as stores hold it.
  public var storedValue: Settings.StoredValue { .double(self) }
  /// The value that a store holds; a whole number is one, too. `nil` if that is of another type.
  public init?(storedValue: Settings.StoredValue) {
    switch storedValue {
    case .double(let value): self = value
    case .int(let value): self = Double(value)
    default: return nil
    }
  }
}

extension String: Settings.Storable {
  /// This value as stores hold it.
  public var storedValue: Settings.StoredValue { .string(self) }
  /// The value that a store holds; `nil` if that is of another type.
  public init?(storedValue: Settings.StoredValue) {
    guard case .string(let value) = storedValue else { return nil }
    self = value
  }
}

extension Data: Settings.Storable {
  /// This value as stores hold it.
  public var storedValue: Settings.StoredValue { .data(self) }
  /// The value that a store holds; `nil` if that is of another type.
  public init?(storedValue: Settings.StoredValue) {
    guard case .data(let value) = storedValue else { return nil }
    self = value
  }
}

extension Date: Settings.Storable {
  /// This value as stores hold it.
  public var storedValue: Settings.StoredValue { .date(self) }
  /// The value that a store holds; `nil` if that is of another type.
  public init?(storedValue: Settings.StoredValue) {
    guard case .date(let value) = storedValue else { return nil }
    self = value
  }
}

extension URL: Settings.Storable {
  /// This value as stores hold it: its absolute text.
  public var storedValue: Settings.StoredValue { .string(absoluteString) }
  /// The value that a store holds; `nil` if that is no URL.
  public init?(storedValue: Settings.StoredValue) {
    guard case .string(let text) = storedValue, let url = URL(string: text) else { return nil }
    self = url
  }
}
