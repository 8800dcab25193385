#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Settings {
  /// A setting's name, type and default.
  ///
  /// ```swift
  /// enum Theme: String { case light, dark }
  ///
  /// extension Settings.Key where Value == Int {
  ///   static var launches: Self { Self("launches", default: 0) }
  /// }
  /// extension Settings.Key where Value == Theme? {
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
  /// - `Bool`, `Int`, `Double`, `String`, `Data` and `Date` are stored as they are, a `URL` as its absolute string,
  ///   and a type that conforms to ``Storable`` as its `storedValue`.
  /// - A `RawRepresentable` type, such as an `enum Theme: String`, is stored as its raw value, if that is one of the
  ///   above. It needn't be `Codable`.
  /// - Any other `Codable` type is stored as JSON.
  /// - An optional is stored as what it wraps. Setting `nil` removes the setting, which then has its default again.
  ///
  /// Keys are equal if their names are.
  public struct Key<Value: Sendable>: Sendable, Hashable, CustomStringConvertible {
    /// The name that the value is stored under.
    public let name: String
    /// The value if none is stored.
    public let defaultValue: Value

    /// A key for a type that is stored as its `storedValue`.
    public init(_ name: String, default defaultValue: Value) where Value: Storable {
      (self.name, self.defaultValue) = (name, defaultValue)
    }

    /// A key for a type with a raw value that is stored as its `storedValue`. Without this initializer, the one above and
    /// the one below would be ambiguous for it.
    public init(_ name: String, default defaultValue: Value)
    where Value: Storable & RawRepresentable, Value.RawValue: Storable {
      (self.name, self.defaultValue) = (name, defaultValue)
    }

    /// A key for a type that is stored as its raw value.
    public init(_ name: String, default defaultValue: Value)
    where Value: RawRepresentable, Value.RawValue: Storable {
      (self.name, self.defaultValue) = (name, defaultValue)
    }

    /// A key for a type that is stored as JSON.
    @_disfavoredOverload
    public init(_ name: String, default defaultValue: Value) where Value: Codable {
      (self.name, self.defaultValue) = (name, defaultValue)
    }

    /// A key for an optional of a type that is stored as its raw value.
    public init<Wrapped: RawRepresentable>(_ name: String, default defaultValue: Value)
    where Value == Wrapped?, Wrapped.RawValue: Storable {
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

// MARK: - Coding

extension Settings {
  /// What is stored for a value of a type that a key can have; `nil` for `nil`, which removes the setting.
  @inline(never)
  static func encode<Value>(_ value: Value) throws -> StoredValue? {
    if let optional = Value.self as? any AnyOptional.Type { return try optional.encode(value) }
    if let value = value as? any Storable { return value.storedValue }
    if let value = value as? any RawRepresentable, let rawValue = value.rawValue as? any Storable {
      return rawValue.storedValue
    }
    guard let value = value as? any Encodable else {
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "it isn't Encodable"))
    }
    return .data(try JSONEncoder().encode(value))
  }

  /// The value that is stored; `nil` if what is stored is of another type.
  @inline(never)
  static func decode<Value>(_ stored: StoredValue, as type: Value.Type) -> Value? {
    if let optional = type as? any AnyOptional.Type { return optional.decode(stored) as? Value }
    if let storable = type as? any Storable.Type { return storable.init(storedValue: stored) as? Value }
    if let raw = type as? any RawRepresentable.Type, raw.isStorable { return raw.decode(stored) as? Value }
    guard case .data(let data) = stored, let decodable = type as? any Decodable.Type else { return nil }
    return (try? JSONDecoder().decode(decodable, from: data)) as? Value
  }
}

extension RawRepresentable {
  fileprivate static var isStorable: Bool { RawValue.self is any Settings.Storable.Type }

  fileprivate static func decode(_ stored: Settings.StoredValue) -> Self? {
    Settings.decode(stored, as: RawValue.self).flatMap(Self.init(rawValue:))
  }
}

/// An optional of any type.
private protocol AnyOptional {
  static func encode(_ value: Any) throws -> Settings.StoredValue?
  static func decode(_ stored: Settings.StoredValue) -> Any?
}

extension Optional: AnyOptional {
  fileprivate static func encode(_ value: Any) throws -> Settings.StoredValue? {
    guard case .some(.some(let wrapped)) = value as? Wrapped? else { return nil }
    return try Settings.encode(wrapped)
  }

  fileprivate static func decode(_ stored: Settings.StoredValue) -> Any? {
    Settings.decode(stored, as: Wrapped.self)
  }
}
