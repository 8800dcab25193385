// SPDX-License-Identifier: MIT

/// The origin of a value in a world. It contains no references, so that copying a world stays fast.
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

  /// Replaces the origin of an assignment to a copy with the place where the copy becomes current.
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

/// The origins of a world's built-in dependencies.
package struct Origins: Sendable {
  package var date = Origin(.live), calendar = Origin(.live), timezone = Origin(.live)
  package var locale = Origin(.live), uuid = Origin(.live), random = Origin(.live)
  package var sleep = Origin(.live), clock = Origin(.live)
  package var analytics = Origin(.live), settings = Origin(.live)
}

/// The assignments to a world, without each one's ``Origin``.
package struct Assignments: Sendable {
  /// The dependencies assigned since the world became current. A ``Write`` merges them; a scope overrides them.
  package var changes = Dependencies()
  /// The origin of the next assignment.
  package var author = Origin(.copy)
  /// The ID of the ``Write`` that this copy belongs to; 0 if none. A different ID tells the write that its copy was replaced.
  var write: UInt64 = 0
}
