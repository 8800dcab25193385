/// A set of built-in dependencies: which ones a write assigned, or a scope changed.
@usableFromInline
package struct Dependencies: Sendable {
  @usableFromInline package let rawValue: UInt16
  @usableFromInline package init(rawValue: UInt16) { self.rawValue = rawValue }

  @usableFromInline static let date = Dependencies(rawValue: 1)
  @usableFromInline static let calendar = Dependencies(rawValue: 2)
  @usableFromInline static let timezone = Dependencies(rawValue: 4)
  @usableFromInline static let locale = Dependencies(rawValue: 8)
  @usableFromInline static let uuid = Dependencies(rawValue: 16)
  @usableFromInline static let random = Dependencies(rawValue: 32)
  @usableFromInline static let sleep = Dependencies(rawValue: 64)
  @usableFromInline static let analytics = Dependencies(rawValue: 128)
  @usableFromInline static let settings = Dependencies(rawValue: 256)
  package static let none = Dependencies(rawValue: 0)
  package static let all = Dependencies(rawValue: 511)

  /// The dependencies' names, in the order in which ``World`` declares them.
  package static let names = [
    "date", "calendar", "timezone", "locale", "uuid", "random", "sleep", "analytics", "settings",
  ]

  // Not an `OptionSet`, whose twenty requirements take a tenth of the core's time to compile.
  package func contains(_ other: Dependencies) -> Bool { rawValue & other.rawValue == other.rawValue }
  package func union(_ other: Dependencies) -> Dependencies { .init(rawValue: rawValue | other.rawValue) }
  package func subtracting(_ other: Dependencies) -> Dependencies {
    .init(rawValue: rawValue & ~other.rawValue)
  }

  /// The dependency of a name; empty if there is none.
  @inline(never)
  package init(named name: String) {
    var bit: UInt16 = 1
    for other in Dependencies.names {
      if other == name {
        self.init(rawValue: bit)
        return
      }
      bit &*= 2
    }
    self.init(rawValue: 0)
  }

  /// The names of the members.
  package var names: [String] {
    var names: [String] = []
    for name in Dependencies.names where contains(Dependencies(named: name)) { names.append(name) }
    return names
  }
}

/// The assignments to a world's built-in dependencies.
@usableFromInline
package struct Changes: Sendable {
  /// Assigned since this copy was taken of a current world.
  package var recent = Dependencies.none
  /// Assigned since the last ``OriginNote``.
  package var unnoted = Dependencies.none
  /// Assigned when the scope of this world began.
  package var entered = Dependencies.none
  /// Which write this copy belongs to, if any. A world that was assigned as a whole belongs to no write, or to another.
  var write: UInt32 = 0

  @usableFromInline mutating func insert(_ dependency: Dependencies) {
    recent = recent.union(dependency)
    unnoted = unnoted.union(dependency)
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
    dependencies = .none
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
  /// Changes this world, and records what changed it, for explanations.
  ///
  /// A note replaces an earlier one of the same kind that directly precedes it, so that a world which is changed again and
  /// again doesn't grow.
  package mutating func note<Failure: Error>(
    _ kind: OriginNote.Kind, _ detail: (World) -> String?,
    changes change: (inout World) throws(Failure) -> Void
  ) throws(Failure) {
    let unnotedBefore = changes.unnoted
    let servicesBefore = services
    changes.unnoted = .none
    try change(&self)
    var noted = changes.unnoted
    var assigned = services.changes(since: servicesBefore)
    var previous = origins
    if let last = origins, last.kind == kind, kind != .bootstrap {
      noted = noted.union(last.dependencies)
      assigned += last.services
      previous = last.previous
    }
    origins = OriginNote(
      kind, detail(self), noted, assigned, over: previous)
    changes.unnoted = unnotedBefore.subtracting(noted)
  }
}
