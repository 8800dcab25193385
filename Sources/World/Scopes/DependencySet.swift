/// A set of a world's dependencies: those that a write assigned, or that a scope changed. Not an `OptionSet`, for which the core
/// would take longer to compile.
package struct DependencySet: Sendable, Equatable {
  private var bits: UInt16

  package static let none = DependencySet(bits: 0)
  package static let date = DependencySet(bits: 1)
  package static let calendar = DependencySet(bits: 2)
  package static let timezone = DependencySet(bits: 4)
  package static let locale = DependencySet(bits: 8)
  package static let uuid = DependencySet(bits: 16)
  package static let random = DependencySet(bits: 32)
  package static let sleep = DependencySet(bits: 64)
  package static let analytics = DependencySet(bits: 128)
  package static let settings = DependencySet(bits: 256)
  package static let builtIn = DependencySet(bits: 511)

  package func contains(_ others: DependencySet) -> Bool { bits & others.bits == others.bits }
  func subtracting(_ others: DependencySet) -> DependencySet { DependencySet(bits: bits & ~others.bits) }
  mutating func insert(_ others: DependencySet) { bits |= others.bits }

  /// The built-in dependencies with their names, in the order in which ``World`` declares them.
  package static let named: [(name: String, dependency: DependencySet)] = [
    ("date", .date), ("calendar", .calendar), ("timezone", .timezone), ("locale", .locale), ("uuid", .uuid),
    ("random", .random), ("sleep", .sleep), ("analytics", .analytics), ("settings", .settings),
  ]

  /// The names of the members.
  var names: [String] { DependencySet.named.filter { contains($0.dependency) }.map(\.name) }
}

/// Which built-in dependencies of a world were assigned. The property observers of ``World`` insert them.
package struct Assignments: Sendable {
  /// Since the world was current last: what a ``Write`` merges.
  package var sinceCopy = DependencySet.none
  /// Since the last ``OriginNote``: what the next one explains.
  package var sinceNote = DependencySet.none
  /// The ``Write`` that this copy was taken in; 0 in a world that was taken in none, or was current since. A write knows by it
  /// whether its copy was replaced as a whole.
  var write: UInt64 = 0

  mutating func insert(_ dependency: DependencySet) {
    sinceCopy.insert(dependency)
    sinceNote.insert(dependency)
  }
}
