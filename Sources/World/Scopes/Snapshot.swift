// SPDX-License-Identifier: MIT

/// The address of the current world, and a reference, if any, that the reader must release after use.
@usableFromInline
typealias Reading = (address: UnsafePointer<World>, owner: Unmanaged<Snapshot>?)

/// A written world at a fixed address. It doesn't change once readers know the address.
@usableFromInline
final class Snapshot: Sendable {
  // Only the creator changes the memory, before it shares the snapshot.
  nonisolated(unsafe) let address: UnsafeMutablePointer<World>

  init(copying world: UnsafePointer<World>) {
    address = .allocate(capacity: 1)
    address.initialize(from: world, count: 1)
  }

  var world: World {
    _read { yield address.pointee }
    _modify { yield &address.pointee }
  }

  deinit { address.deinitialize(count: 1).deallocate() }
}
