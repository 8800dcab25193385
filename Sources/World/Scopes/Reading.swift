// SPDX-License-Identifier: MIT

/// The address of the current world, for one reader, and a reference that the reader must release afterwards.
@usableFromInline
typealias Reading = (address: UnsafePointer<World>, owner: Unmanaged<Snapshot>?)

/// A world that was written, at an address. It doesn't change once readers know the address.
@usableFromInline
final class Snapshot: Sendable {
  // Only its creator changes the memory, before others know the snapshot.
  nonisolated(unsafe) let address: UnsafeMutablePointer<World>

  init(copying world: UnsafePointer<World>) { address = .copy(of: world) }

  var world: World {
    _read { yield address.pointee }
    _modify { yield &address.pointee }
  }

  deinit { address.deinitialize(count: 1).deallocate() }
}

extension UnsafeMutablePointer<World> {
  /// A new address with a copy of a world, which is large: as a value it would be moved several times.
  static func copy(of world: UnsafePointer<World>) -> Self {
    let address = allocate(capacity: 1)
    address.initialize(from: world, count: 1)
    return address
  }
}
