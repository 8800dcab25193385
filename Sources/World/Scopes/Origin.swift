/// Where a value of a world came from. Nothing in it is counted, so it costs a copy of a world nothing.
package struct Origin: Sendable, Equatable {
  package enum Kind: Sendable {
    case live, mock, simulation, bootstrap, scope, write
    /// Assigned to a copy that isn't current. Once the copy is, the value came from where ``World/entry`` says.
    case copy
  }

  private let fileID: StaticString
  package let kind: Kind
  /// Whether a simulation or a time machine assigned the value.
  package var isSimulated: Bool
  package let line: UInt32

  package init(_ kind: Kind, fileID: StaticString = "", line: UInt = 0) {
    (self.fileID, self.kind, self.line) = (fileID, kind, UInt32(truncatingIfNeeded: line))
    isSimulated = kind == .simulation
  }

  /// `Shop/App.swift:12`; `nil` if no place is known.
  package var place: String? { line == 0 ? nil : "\(fileID):\(line)" }

  /// That of a write inside a scope that begins here.
  var ofWrite: Origin { Origin(.write, fileID: fileID, line: UInt(line)) }

  package static func == (a: Origin, b: Origin) -> Bool {
    a.kind == b.kind && a.isSimulated == b.isSimulated && a.line == b.line && a.place == b.place
  }
}

/// Where the built-in dependencies of a world came from.
package struct Origins: Sendable {
  package var date = Origin(.live), calendar = Origin(.live), timezone = Origin(.live)
  package var locale = Origin(.live), uuid = Origin(.live), random = Origin(.live)
  package var sleep = Origin(.live), clock = Origin(.live)
  package var analytics = Origin(.live), settings = Origin(.live)
}

/// What is known of the assignments of a world, besides each one's ``Origin``.
package struct Assignments: Sendable {
  /// What was assigned since the world was current: what a ``Write`` merges, and a scope overrides.
  package var changes = Dependencies()
  /// The origin of the next assignment.
  package var author = Origin(.copy)
  /// Where the world became current first: the origin of what was assigned to a copy before.
  package var entry = Origin(.copy)
  /// The ``Write`` that this copy was taken in; 0 in a world that was taken in none, or was current since. A write knows by it
  /// whether its copy was replaced as a whole.
  var write: UInt64 = 0

  init(entry: Origin = Origin(.copy)) { self.entry = entry }
}

extension World {
  /// Updates this world. What the update assigns has this origin.
  package mutating func update<Failure: Error>(
    as origin: Origin, _ body: (inout World) throws(Failure) -> Void
  ) throws(Failure) {
    let author = assignments.author
    assignments.author = origin
    defer { assignments.author = author }
    try body(&self)
  }
}
