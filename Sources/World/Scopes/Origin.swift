// SPDX-License-Identifier: MIT

/// Where the value of a dependency comes from.
package enum Origin: Sendable {
  /// Nothing was assigned.
  case live
  case mock
  /// A simulation or a time machine.
  case simulation
  case bootstrap(place: String)
  /// A scope that began with the value: `at` its place, or `of the test`; `nil` if it has ended, or doesn't enclose the running code.
  case scope(place: String?)
  /// A write in the scope that began at a place.
  case write(place: String?)
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
    return .scope(place: nil)
  }
}
