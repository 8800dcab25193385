/// A world that was written, at an address.
@usableFromInline
final class Snapshot: Sendable {
  // What is behind the pointer doesn't change from `init` to `deinit`.
  nonisolated(unsafe) let address: UnsafePointer<World>

  init(_ world: consuming World) { address = World.atAddress(consume world) }

  deinit { World.free(address) }
}

extension World {
  /// A world at an address of its own, which must be freed.
  static func atAddress(_ world: consuming World) -> UnsafePointer<World> {
    let address = UnsafeMutablePointer<World>.allocate(capacity: 1)
    address.initialize(to: consume world)
    return UnsafePointer(address)
  }

  static func free(_ address: UnsafePointer<World>) {
    let address = UnsafeMutablePointer(mutating: address)
    address.deinitialize(count: 1)
    address.deallocate()
  }
}
