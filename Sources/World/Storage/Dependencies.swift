/// A set of built-in dependencies: which ones a write assigned, or a scope changed.
@usableFromInline
package struct Dependencies: Sendable {
  @usableFromInline package let rawValue: UInt16
  @usableFromInline package init(rawValue: UInt16) { self.rawValue = rawValue }

  @usableFromInline package static let date = Dependencies(rawValue: 1)
  @usableFromInline package static let calendar = Dependencies(rawValue: 2)
  @usableFromInline package static let timezone = Dependencies(rawValue: 4)
  @usableFromInline package static let locale = Dependencies(rawValue: 8)
  @usableFromInline package static let uuid = Dependencies(rawValue: 16)
  @usableFromInline package static let random = Dependencies(rawValue: 32)
  @usableFromInline package static let sleep = Dependencies(rawValue: 64)
  @usableFromInline package static let analytics = Dependencies(rawValue: 128)
  @usableFromInline package static let settings = Dependencies(rawValue: 256)
  package static let none = Dependencies(rawValue: 0)
  package static let all = Dependencies(rawValue: 511)

  /// Each with its name, in the order in which ``World`` declares them.
  package static let named: [(name: String, dependency: Dependencies)] = [
    ("date", .date), ("calendar", .calendar), ("timezone", .timezone), ("locale", .locale), ("uuid", .uuid),
    ("random", .random), ("sleep", .sleep), ("analytics", .analytics), ("settings", .settings),
  ]

  // Not an `OptionSet`, whose twenty requirements take a tenth of the core's time to compile.
  @usableFromInline package func contains(_ other: Dependencies) -> Bool {
    rawValue & other.rawValue == other.rawValue
  }
  package func union(_ other: Dependencies) -> Dependencies { .init(rawValue: rawValue | other.rawValue) }
  package func subtracting(_ other: Dependencies) -> Dependencies {
    .init(rawValue: rawValue & ~other.rawValue)
  }

  /// The names of the members.
  var names: [String] {
    var names: [String] = []
    for (name, dependency) in Dependencies.named where contains(dependency) { names.append(name) }
    return names
  }
}

/// The assignments to a world's built-in dependencies. The property observers of ``World`` insert them.
@usableFromInline
package struct Changes: Sendable {
  /// Assigned since this copy was taken of a current world: what an ``Edit`` merges.
  @usableFromInline package var recent = Dependencies.none
  /// Assigned since the last ``OriginNote``: what the next one explains.
  package var unnoted = Dependencies.none
  /// Assigned when the scope of this world began. It is stored here, since a scope is made around its world.
  package var entered = Dependencies.none
  /// The ``Edit`` that this copy belongs to. In a world that was assigned as a whole it is another one, or 0.
  var editID: UInt32 = 0

  @usableFromInline mutating func insert(_ dependency: Dependencies) {
    recent = recent.union(dependency)
    unnoted = unnoted.union(dependency)
  }
}
