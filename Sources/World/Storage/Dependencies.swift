/// A set of built-in dependencies: which ones a write assigned, or a scope changed.
@usableFromInline
package struct Dependencies: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt16
  @usableFromInline package init(rawValue: UInt16) { self.rawValue = rawValue }

  @usableFromInline static let date = Dependencies(rawValue: 1 << 0)
  @usableFromInline static let calendar = Dependencies(rawValue: 1 << 1)
  @usableFromInline static let timezone = Dependencies(rawValue: 1 << 2)
  @usableFromInline static let locale = Dependencies(rawValue: 1 << 3)
  @usableFromInline static let uuid = Dependencies(rawValue: 1 << 4)
  @usableFromInline static let random = Dependencies(rawValue: 1 << 5)
  @usableFromInline static let sleep = Dependencies(rawValue: 1 << 6)
  @usableFromInline static let analytics = Dependencies(rawValue: 1 << 7)
  @usableFromInline static let settings = Dependencies(rawValue: 1 << 8)
  package static let all = Dependencies(rawValue: 1 << 9 - 1)

  /// The dependencies' names, in the order in which ``World`` declares them.
  package static let names = [
    "date", "calendar", "timezone", "locale", "uuid", "random", "sleep", "analytics", "settings",
  ]

  /// The dependency of a name; empty if there is none.
  package init(named name: String) {
    self.init(rawValue: 0)
    for (index, other) in Dependencies.names.enumerated() where other == name {
      self.insert(.init(rawValue: 1 << index))
    }
  }

  /// The names of the members.
  package var names: [String] {
    var names: [String] = []
    for (index, name) in Dependencies.names.enumerated() where rawValue & 1 << index != 0 {
      names.append(name)
    }
    return names
  }
}

/// What a world remembers of assignments to its built-in dependencies.
@usableFromInline
package struct Changes: Sendable {
  /// Assigned since this copy was taken of a current world.
  package var recent: Dependencies = []
  /// Assigned since the last ``OriginNote``.
  package var unnoted: Dependencies = []
  /// Assigned when the scope of this world began.
  package var entered: Dependencies = []
  /// Which write this copy belongs to, if any. A world that was assigned as a whole belongs to no write, or to another.
  var write: UInt32 = 0

  @usableFromInline mutating func insert(_ dependency: Dependencies) {
    recent = Dependencies(rawValue: recent.rawValue | dependency.rawValue)
    unnoted = Dependencies(rawValue: unnoted.rawValue | dependency.rawValue)
  }
}

/// What assigned some of a world's values: a mock world, a simulation, or `World.bootstrap`; or the test that a world was
/// current for. A list, newest first.
///
/// What a `withWorld` changes is known by its scope, so entering a scope creates no note.
package final class OriginNote: Sendable {
  package enum Kind: String, Sendable { case mock, simulation, bootstrap, test }

  package let kind: Kind
  package let detail: String?
  /// The built-in dependencies that it assigned.
  package let dependencies: Dependencies
  /// The services that it assigned or removed.
  let services: [ServiceBox]
  package let previous: OriginNote?
  /// The latest test in the list, so that it is known where a captured world is entered again.
  let test: TestOrigin?

  init(
    _ kind: Kind, _ detail: String?, _ dependencies: Dependencies, _ services: [ServiceBox],
    over previous: OriginNote?
  ) {
    self.kind = kind
    self.detail = detail
    self.dependencies = dependencies
    self.services = services
    self.previous = previous
    test = previous?.test
  }

  init(of test: TestOrigin, over previous: OriginNote?) {
    kind = .test
    detail = nil
    dependencies = []
    services = []
    self.previous = previous
    self.test = test
  }
}

extension OriginNote {
  /// Whether it assigned a service.
  package func assigned(_ box: ServiceBox) -> Bool { services.contains { $0 === box } }
}

extension World {
  /// Changes this world, and notes what did so, for explanations.
  ///
  /// A note replaces an earlier one of the same kind that directly precedes it, so that a world which is changed again and
  /// again doesn't grow.
  package mutating func note<Failure: Error>(
    _ kind: OriginNote.Kind, _ detail: (World) -> String?,
    changes change: (inout World) throws(Failure) -> Void
  ) throws(Failure) {
    let unnotedBefore = changes.unnoted
    let servicesBefore = services
    changes.unnoted = []
    try change(&self)
    var noted = changes.unnoted
    var assigned = services.changes(since: servicesBefore)
    var previous = origins
    if let last = origins, last.kind == kind, kind != .bootstrap {
      noted.formUnion(last.dependencies)
      assigned += last.services
      previous = last.previous
    }
    origins = OriginNote(
      kind, detail(self), noted, assigned, over: previous)
    changes.unnoted = unnotedBefore.subtracting(noted)
  }
}
