// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import World

extension World {
  /// Returns a closure whose identifiers count from 1: `00000000-0000-0000-0000-000000000001`, then `…2`.
  ///
  /// ```swift
  /// world.uuid = World.countingUUIDs()
  /// ```
  ///
  /// Each returned closure has its own counter.
  ///
  /// **Thread-safety.** The closure may be called on any thread. It counts in the order of the calls.
  public static func countingUUIDs() -> @Sendable () -> UUID {
    let count = Atomic<UInt64>(0)
    return {
      // An audit doesn't change the counter.
      let ahead = IssueReporter.drawIfCollecting()
      let number =
        ahead.map { count.load(ordering: .relaxed) &+ $0 } ?? count.add(1, ordering: .relaxed).newValue
      var bytes = [UInt8](repeating: 0, count: 16)
      for index in 0..<8 { bytes[15 - index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(index))) }
      return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
  }
}
