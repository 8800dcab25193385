/// A world that was written, at an address.
@usableFromInline
final class Snapshot: Sendable {
  // What is behind the pointer doesn't change from `init` to `deinit`.
  nonisolated(unsafe) let address: UnsafeMutablePointer<World>

  init(_ world: consuming World) { address = World.atAddress(consume world) }

  deinit { World.free(address) }
}

/// What a reader of the current world needs.
@usableFromInline
struct Reading {
  @usableFromInline let address: UnsafePointer<World>
  /// What the reader must release afterwards, if anything.
  @usableFromInline var owner: Unmanaged<Snapshot>?

  @usableFromInline init(_ address: UnsafePointer<World>) { self.address = address }
}

extension World {
  /// A world at an address of its own, which must be freed.
  static func atAddress(_ world: consuming World) -> UnsafeMutablePointer<World> {
    let address = UnsafeMutablePointer<World>.allocate(capacity: 1)
    address.initialize(to: consume world)
    return address
  }

  static func free(_ address: UnsafeMutablePointer<World>) {
    address.deinitialize(count: 1)
    address.deallocate()
  }
}
