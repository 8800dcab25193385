#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension World.Settings {
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
}

extension World.Settings.StoredValue {
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

  // By way of `AnyHashable`: what the compiler derives inlines the comparison of `Data`, 3 kB of every program.

  /// Whether two values have the same type and are equal.
  public static func == (a: Self, b: Self) -> Bool {
    // As `AnyHashable` alone, a number is equal to one of another type.
    type(of: a.payload) == type(of: b.payload) && AnyHashable(a.payload) == AnyHashable(b.payload)
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(payload)) }

  /// Type and size, for messages. Not the value: it may be a secret, and messages are logged.
  var summary: String {
    switch self {
    case .string(let value): "String (\(value.utf8.count) bytes)"
    case .data(let value): "Data (\(value.count) bytes)"
    default: "\(type(of: payload))"
    }
  }
}
