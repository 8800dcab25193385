#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension World.Settings {
  /// A setting's name, type and default.
  ///
  /// ```swift
  /// enum Theme: String { case light, dark }
  ///
  /// extension World.Settings.Key where Value == Int {
  ///   static var launches: Self { Self("launches", default: 0) }
  /// }
  /// extension World.Settings.Key where Value == Theme? {
  ///   static var theme: Self { Self("theme", default: nil) }
  /// }
  ///
  /// Current.settings[.launches] += 1
  /// Current.settings[.theme] = .dark
  /// Current.settings[.theme] = nil  // removes it
  /// ```
  ///
  /// What is stored depends on the type:
  ///
  /// - `Bool`, `Int`, `Double`, `String`, `Data` and `Date` are stored as they are, and a `URL` as its absolute string.
  /// - A `RawRepresentable` type, such as an `enum Theme: String`, is stored as its raw value: as it is, or as
  ///   JSON. It needn't be `Codable`.
  /// - Any other `Codable` type is stored as JSON.
  /// - An optional is stored as what it wraps. Setting `nil` removes the setting, which then has its default again.
  ///
  /// Keys are equal if their names are.
  public struct Key<Value: Sendable>: Sendable, Hashable, CustomStringConvertible {
    /// The name that the value is stored under.
    public let name: String
    /// The value if none is stored.
    public let defaultValue: Value

    /// A key for a type that is stored as it is, or as JSON.
    public init(_ name: String, default defaultValue: Value) where Value: Codable {
      (self.name, self.defaultValue) = (name, defaultValue)
    }

    // If two of these fit, it doesn't matter which is called: what is stored depends on the type alone.

    /// A key for a type that is stored as its raw value.
    @_disfavoredOverload
    public init(_ name: String, default defaultValue: Value)
    where Value: RawRepresentable, Value.RawValue: Codable {
      (self.name, self.defaultValue) = (name, defaultValue)
    }

    /// A key for an optional of a type that is stored as its raw value.
    @_disfavoredOverload
    public init<Wrapped: RawRepresentable>(_ name: String, default defaultValue: Value)
    where Value == Wrapped?, Wrapped.RawValue: Codable {
      (self.name, self.defaultValue) = (name, defaultValue)
    }

    /// The name and the type, such as `launches: Int`.
    public var description: String { "\(name): \(Value.self)" }

    /// Whether two keys have the same name.
    public static func == (a: Key, b: Key) -> Bool { a.name == b.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}

// By types that are known at run time: what is generic is compiled into each program for each type of a key.
extension World.Settings.StoredValue {
  /// What is stored for a value of a type that a key can have; `nil` for `nil`, which removes the setting.
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

  /// The value as a type that a key can have; `nil` if it isn't one.
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
    (stored.decode(as: RawValue.self) as? RawValue).flatMap(Self.init(rawValue:))
  }
}

/// An optional of any type.
private protocol AnyOptional {
  static var wrapped: Any.Type { get }
  var isNil: Bool { get }
}

extension Optional: AnyOptional {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
  fileprivate var isNil: Bool { map { ($0 as? any AnyOptional)?.isNil ?? false } ?? true }
}
