#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Settings {
  /// What a settings store can hold.
  public enum StoredValue: Sendable, Hashable {
    /// A Boolean.
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// A floating-point number.
    case double(Double)
    /// A string.
    case string(String)
    /// Bytes.
    case data(Data)
    /// A point in time.
    case date(Date)
  }

  /// A type that a settings store holds as it is, and not as JSON.
  ///
  /// ```swift
  /// struct Volume: Settings.Storable {
  ///   var percent: Int
  ///   init(percent: Int) { self.percent = percent }
  ///   var storedValue: Settings.StoredValue { .int(percent) }
  ///   init?(storedValue: Settings.StoredValue) {
  ///     guard case .int(let percent) = storedValue else { return nil }
  ///     self.percent = percent
  ///   }
  /// }
  /// ```
  public protocol Storable: Codable, Sendable {
    /// This value as a store holds it.
    var storedValue: StoredValue { get }
    /// The value that a store holds; `nil` if the store holds another type.
    init?(storedValue: StoredValue)
  }
}

extension Settings.StoredValue {
  /// The value, without its case.
  package var payload: any Hashable & Sendable {
    switch self {
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    }
  }

  // By way of `AnyHashable`: what the compiler makes up would inline the comparison of `Data`, a hundred times its size.

  /// Whether two values have the same type and are equal.
  public static func == (a: Self, b: Self) -> Bool {
    // As `AnyHashable` alone, a number is equal to one of another type.
    type(of: a.payload) == type(of: b.payload) && AnyHashable(a.payload) == AnyHashable(b.payload)
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(payload)) }

  /// Type and value, for messages.
  var summary: String {
    switch self {
    case .string(let value): "the String \(value.quoted)"
    case .data(let value): "Data of \(value.count) bytes"
    default: "the \(type(of: payload)) \(payload)"
    }
  }
}

extension Settings.Storable {
  /// The payload of a stored value, if it is of this type.
  fileprivate init?(payloadOf stored: Settings.StoredValue) {
    guard let value = stored.payload as? Self else { return nil }
    self = value
  }
}

extension Bool: Settings.Storable {
  /// This value as a store holds it.
  public var storedValue: Settings.StoredValue { .bool(self) }
  /// The value that a store holds; `nil` if the store holds another type.
  public init?(storedValue: Settings.StoredValue) { self.init(payloadOf: storedValue) }
}

extension Int: Settings.Storable {
  /// This value as a store holds it.
  public var storedValue: Settings.StoredValue { .int(self) }
  /// The value that a store holds; `nil` if the store holds another type.
  public init?(storedValue: Settings.StoredValue) { self.init(payloadOf: storedValue) }
}

extension String: Settings.Storable {
  /// This value as a store holds it.
  public var storedValue: Settings.StoredValue { .string(self) }
  /// The value that a store holds; `nil` if the store holds another type.
  public init?(storedValue: Settings.StoredValue) { self.init(payloadOf: storedValue) }
}

extension Data: Settings.Storable {
  /// This value as a store holds it.
  public var storedValue: Settings.StoredValue { .data(self) }
  /// The value that a store holds; `nil` if the store holds another type.
  public init?(storedValue: Settings.StoredValue) { self.init(payloadOf: storedValue) }
}

extension Date: Settings.Storable {
  /// This value as a store holds it.
  public var storedValue: Settings.StoredValue { .date(self) }
  /// The value that a store holds; `nil` if the store holds another type.
  public init?(storedValue: Settings.StoredValue) { self.init(payloadOf: storedValue) }
}

extension Double: Settings.Storable {
  /// This value as a store holds it.
  public var storedValue: Settings.StoredValue { .double(self) }
  /// The value that a store holds, also if it is a whole number; `nil` if the store holds another type.
  public init?(storedValue: Settings.StoredValue) {
    switch storedValue {
    case .double(let value): self = value
    case .int(let value): self = Double(value)
    default: return nil
    }
  }
}

extension URL: Settings.Storable {
  /// The absolute string.
  public var storedValue: Settings.StoredValue { .string(absoluteString) }
  /// The URL of a string that a store holds; `nil` if that is no URL.
  public init?(storedValue: Settings.StoredValue) {
    guard case .string(let text) = storedValue, let url = URL(string: text) else { return nil }
    self = url
  }
}
