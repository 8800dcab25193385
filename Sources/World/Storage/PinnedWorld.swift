/// The address of a world that is freed with whoever holds it.
///
/// `@unchecked Sendable`: what is behind the pointer is immutable from `init` to `free`, which only its
/// holder's `deinit` calls.
struct PinnedWorld: @unchecked Sendable {
  let address: UnsafeMutablePointer<World>

  init(_ world: consuming World) {
    address = .allocate(capacity: 1)
    address.initialize(to: world)
  }

  func free() {
    address.deinitialize(count: 1)
    address.deallocate()
  }
}

/// A world that is freed when nobody refers to it any more.
final class Snapshot: Sendable {
  let pinned: PinnedWorld
  init(_ world: consuming World) { pinned = PinnedWorld(world) }
  deinit { pinned.free() }
}

/// What writing left behind in a scope.
final class Writes: Sendable {
  let state = Lock(State())

  struct State: Sendable {
    /// The worlds that were ever pinned after the first.
    var kept: [Snapshot] = []
    /// The latest world, once no more are pinned.
    var latest: Snapshot?
    /// Where the world was set up for good.
    var bootstrap: World.SourceLocation?
  }
}
