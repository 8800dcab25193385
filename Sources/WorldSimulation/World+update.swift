// SPDX-License-Identifier: MIT

import World

extension World {
  /// Updates this world, and gives what the update assigns an origin.
  package mutating func update(as origin: Origin, _ body: (inout World) -> Void) {
    let author = assignments.author
    assignments.author = origin
    body(&self)
    assignments.author = author
  }
}
