/// A set of a world's dependencies: those that a write assigned, or that a scope changed.
package struct DependencySet: OptionSet, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let date = DependencySet(rawValue: 1)
  package static let calendar = DependencySet(rawValue: 2)
  package static let timezone = DependencySet(rawValue: 4)
  package static let locale = DependencySet(rawValue: 8)
  package static let uuid = DependencySet(rawValue: 16)
  package static let random = DependencySet(rawValue: 32)
  package static let sleep = DependencySet(rawValue: 64)
  package static let analytics = DependencySet(rawValue: 128)
  package static let settings = DependencySet(rawValue: 256)
  package static let builtIn = DependencySet(rawValue: 511)

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
  /// Since this copy was taken of a current world: what a ``Write`` merges.
  package var sinceCopy: DependencySet = []
  /// Since the last ``OriginNote``: what the next one explains.
  package var sinceNote: DependencySet = []
  /// The ``Write`` that this copy was taken in; 0 in a world that was taken in none, or was current since. A write knows by it
  /// whether its copy was replaced as a whole.
  var write: UInt64 = 0

  mutating func insert(_ dependency: DependencySet) {
    sinceCopy.insert(dependency)
    sinceNote.insert(dependency)
  }
}
