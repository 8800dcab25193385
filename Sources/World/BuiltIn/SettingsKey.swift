// SPDX-License-Identifier: MIT

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
  /// The type determines how a value is stored:
  ///
  /// - `Bool`, `Int`, `Double`, `String`, `Data` and `Date` are stored as they are, and a `URL` as its absolute string.
  /// - A `RawRepresentable` type, such as an `enum Theme: String`, is stored as its raw value: as it is, or as
  ///   JSON. It needn't be `Codable`.
  /// - Any other `Codable` type is stored as JSON.
  /// - An optional is stored as the value that it wraps. Setting `nil` removes the setting, which then has its default again.
  public struct Key<Value: Sendable>: Sendable {
    /// The name that the value is stored under.
    public let name: String
    /// The value if none is stored.
    public let defaultValue: Value

    /// Creates a key for a type that is stored as it is, or as JSON.
    public init(_ name: String, default defaultValue: Value) where Value: Codable {
      (self.name, self.defaultValue) = (name, defaultValue)
    }

    // If two of these match, both do the same: the type alone determines how a value is stored.

    /// Creates a key for a type that is stored as its raw value.
    @_disfavoredOverload
    public init(_ name: String, default defaultValue: Value)
    where Value: RawRepresentable, Value.RawValue: Codable {
      (self.name, self.defaultValue) = (name, defaultValue)
    }

    /// Creates a key for an optional of a type that is stored as its raw value.
    @_disfavoredOverload
    public init<Wrapped: RawRepresentable>(_ name: String, default defaultValue: Value)
    where Value == Wrapped?, Wrapped.RawValue: Codable {
      (self.name, self.defaultValue) = (name, defaultValue)
    }
  }
}
