/// What a reader of the current world needs.
@usableFromInline
struct Reading {
  @usableFromInline let address: UnsafePointer<World>
  /// What the reader must release afterwards, if anything.
  @usableFromInline var owner: Unmanaged<Snapshot>?

  @usableFromInline init(_ address: UnsafePointer<World>) { self.address = address }
}

/// A world that was written, at an address.
@usableFromInline
final class Snapshot: Sendable {
  // What is behind the pointer doesn't change from `init` to `deinit`.
  nonisolated(unsafe) let address: UnsafeMutablePointer<World>

  init(_ world: consuming World) {
    address = .allocate(capacity: 1)
    address.initialize(to: consume world)
  }

  deinit { address.deinitialize(count: 1).deallocate() }
}
