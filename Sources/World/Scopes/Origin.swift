// SPDX-License-Identifier: MIT

/// Where a value of a world came from. It contains no references, so it doesn't make copies of a world slower.
package struct Origin: Sendable, Equatable {
  package enum Kind: Sendable {
    case live, mock, simulation, bootstrap, scope, write
    /// Assigned to a copy that isn't current yet.
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

  /// The origin of writes in a scope that begins here.
  var ofWrite: Origin { Origin(.write, fileID: fileID, line: UInt(line)) }

  /// Where a copy becomes current is the origin of what was assigned to it.
  mutating func enter(at origin: Origin) {
    guard kind == .copy else { return }
    let isSimulated = isSimulated
    self = origin
    self.isSimulated = isSimulated
  }

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

/// The assignments of a world, besides each one's ``Origin``.
package struct Assignments: Sendable {
  /// The dependencies assigned since the world was current. A ``Write`` merges them; a scope overrides them.
  package var changes = Dependencies()
  /// The origin of the next assignment.
  package var author = Origin(.copy)
  /// The ID of the ``Write`` that this copy belongs to; 0 if none. A different ID tells the write that its copy was replaced.
  var write: UInt64 = 0
}
