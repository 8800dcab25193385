// SPDX-License-Identifier: MIT

import World

extension World {
  /// Updates this world, and sets the origin of the values that the update assigns.
  package mutating func update(as origin: Origin, _ body: (inout World) -> Void) {
    let author = assignments.author
    assignments.author = origin
    body(&self)
    assignments.author = author
  }
}
