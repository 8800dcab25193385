// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension World.Settings {
  /// A value in a settings store.
  public enum StoredValue: Sendable, Equatable {
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

  // Uses `AnyHashable`: a derived conformance would inline the comparison of `Data`, which adds 3 kB to every program.

  /// Returns whether two values have the same type and are equal.
  public static func == (a: Self, b: Self) -> Bool {
    // `AnyHashable` alone treats equal numbers of different types as equal.
    type(of: a.payload) == type(of: b.payload) && AnyHashable(a.payload) == AnyHashable(b.payload)
  }

  /// Type and size, for messages. Not the value: it may be a secret, and messages are logged.
  var summary: String {
    switch self {
    case .string(let value): "String (\(value.utf8.count) bytes)"
    case .data(let value): "Data (\(value.count) bytes)"
    default: "\(type(of: payload))"
    }
  }
}

// Not generic, because generic code is compiled into each program for each key type.
extension World.Settings.StoredValue {
  /// Returns the stored form of a key's value; `nil` for `nil`, which removes the setting.
  static func encode(_ value: Any) throws -> Self? {
    switch value {
    case let value as any AnyOptional where value.isNil: return nil
    case let value as Bool: return .bool(value)
    case let value as Int: return .int(value)
    case let value as Double: return .double(value)
    case let value as String: return .string(value)
    case let value as Data: return .data(value)
    case let value as Date: return .date(value)
    case let value as URL: return .string(value.absoluteString)
    default: break
    }
    if let raw = value as? any RawRepresentable, let stored = try? encode(raw.rawValue) { return stored }
    guard let value = value as? any Encodable else {
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "it isn't Encodable"))
    }
    return .data(try JSONEncoder().encode(value))
  }

  /// Returns the stored value as a key's type; `nil` if it has another type.
  func decode(as type: Any.Type) -> Any? {
    if let optional = type as? any AnyOptional.Type { return decode(as: optional.wrapped) }
    if type == Swift.type(of: payload) { return payload }
    switch self {
    case .int(let value) where type == Double.self: return Double(value)
    case .string(let text) where type == URL.self: return URL(string: text)
    default: break
    }
    if let raw = type as? any RawRepresentable.Type, let value = raw.decode(self) { return value }
    guard case .data(let data) = self, let decodable = type as? any Decodable.Type else { return nil }
    return try? JSONDecoder().decode(decodable, from: data)
  }
}

extension RawRepresentable {
  fileprivate static func decode(_ stored: World.Settings.StoredValue) -> Self? {
    // In two steps, because casting a missing value to an optional succeeds.
    stored.decode(as: RawValue.self).flatMap { $0 as? RawValue }.flatMap(Self.init(rawValue:))
  }
}

private protocol AnyOptional {
  static var wrapped: Any.Type { get }
  var isNil: Bool { get }
}

extension Optional: AnyOptional {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
  fileprivate var isNil: Bool { map { ($0 as? any AnyOptional)?.isNil ?? false } ?? true }
}
