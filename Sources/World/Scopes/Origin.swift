// SPDX-License-Identifier: MIT

/// Where the value of a dependency comes from.
package enum Origin: Sendable {
  /// Nothing was assigned.
  case live
  case mock
  /// A simulation or a time machine.
  case simulation
  /// `World.bootstrap`, with its place.
  case bootstrap(String)
  /// A scope that began with the value: its place or its test; `nil` if it has ended, or doesn't enclose the running code.
  case scope(String?)
  /// A write, with the place of its scope.
  case write(String?)
  /// A change of a copy that isn't current.
  case copy
}

extension World {
  package func origin(of dependency: BuiltIn) -> Origin {
    if assignments.mocked.contains(dependency) { return .mock }
    if assignments.simulated.contains(dependency) { return .simulation }
    if !assignments.all.contains(dependency) { return .live }
    return originOfAssignment { $0.builtIns.contains(dependency) }
  }

  /// Returns the origin of a service that was assigned.
  package func origin(ofAssigned type: any Service.Type) -> Origin {
    originOfAssignment { $0.contains(type) }
  }

  /// Looks for an assignment in the scopes around the running code, beginning with the one that this world was copied from.
  private func originOfAssignment(_ isAssigned: (Changes) -> Bool) -> Origin {
    if isAssigned(assignments.changes) { return .copy }
    var number = scopeNumber
    while let scope = Scope.running(number) {
      let (origin, source) = scope.origin(isAssigned)
      if let origin { return origin }
      // Otherwise, two scopes have been assigned each other's world.
      if source >= number { break }
      number = source
    }
    return .scope(nil)
  }
}

/// The assignments to the worlds of a scope.
struct History: Sendable {
  /// The number of the scope in which the first of these worlds had been current before.
  let source: UInt64
  var entered = Changes()
  /// What was written, by `World.bootstrap` or otherwise. A dependency is in the element of its latest write.
  private(set) var written: [(changes: Changes, isBootstrap: Bool)] = []

  mutating func note(_ changes: Changes, isBootstrap: Bool) {
    if changes.isEmpty { return }
    for index in written.indices { written[index].changes.subtract(changes) }
    if let index = written.firstIndex(where: { $0.isBootstrap == isBootstrap }) {
      written[index].changes.formUnion(changes)
    } else {
      written.append((changes, isBootstrap))
    }
  }
}
