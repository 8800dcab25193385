// SPDX-License-Identifier: MIT

/// The address of the current world, and a reference, if any, that the reader must release after use.
@usableFromInline
typealias Reading = (address: UnsafePointer<World>, owner: Unmanaged<Snapshot>?)

/// A written world at a fixed address. It doesn't change once readers know the address.
@usableFromInline
final class Snapshot: Sendable {
  // Only the creator changes the memory, before it shares the snapshot.
  nonisolated(unsafe) let address: UnsafeMutablePointer<World>

  init(copying world: UnsafePointer<World>) { address = .copy(of: world) }

  var world: World {
    _read { yield address.pointee }
    _modify { yield &address.pointee }
  }

  deinit { address.deinitialize(count: 1).deallocate() }
}

extension World {
  /// A new allocation with this world.
  var allocated: UnsafeMutablePointer<World> { withUnsafePointer(to: self) { .copy(of: $0) } }
}

extension UnsafeMutablePointer<World> {
  /// Returns a new allocation with a copy of a world. A world is large: as a value it would be moved several times.
  static func copy(of world: UnsafePointer<World>) -> Self {
    let address = allocate(capacity: 1)
    address.initialize(from: world, count: 1)
    return address
  }
}
