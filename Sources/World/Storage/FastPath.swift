public import Synchronization

/// The shortcut to the process-wide world: an address that is non-null only while nothing else can be meant,
/// that is, while no `withWorld` is alive anywhere in the process and the root still pins its worlds.
///
/// Why it is safe: it is copied from the root's `pinned`, and what that ever pointed to is never freed. A
/// reader inside a scope can't see it, because the scope was counted (and the shortcut closed) before its
/// operation began, and the scope is alive as long as any task holds it.
@usableFromInline
enum FastPath {
  // An atomic is safe to share; that a pointer isn't `Sendable` is what the compiler minds, and the address
  // leads to a world that is.
  @usableFromInline nonisolated(unsafe) static let root = Atomic<UnsafePointer<World>?>(nil)

  private static let liveScopes = Atomic<Int>(0)
  /// What the shortcut leads to when it is open. The lock orders opening and closing; nothing of a caller's
  /// runs under it.
  private static let target = Lock<Address?>(nil)

  /// `@unchecked Sendable`: what is behind the address is immutable and never freed.
  private struct Address: @unchecked Sendable { let pointer: UnsafePointer<World> }

  static func scopeOpened() {
    // Where other scopes are alive the shortcut is closed already and stays so.
    var count = liveScopes.load(ordering: .relaxed)
    while count > 0 {
      // Acquires what the first of them released: that the shortcut is closed.
      let (exchanged, original) = liveScopes.weakCompareExchange(
        expected: count, desired: count + 1, ordering: .acquiring)
      if exchanged { return }
      count = original
    }
    target.withLock { _ in
      root.store(nil, ordering: .relaxed)
      liveScopes.add(1, ordering: .acquiringAndReleasing)
    }
  }

  static func scopeClosed() {
    var count = liveScopes.load(ordering: .relaxed)
    while count > 1 {
      let (exchanged, original) = liveScopes.weakCompareExchange(
        expected: count, desired: count - 1, ordering: .relaxed)
      if exchanged { return }
      count = original
    }
    target.withLock { target in
      let remaining = liveScopes.subtract(1, ordering: .relaxed).newValue
      if remaining == 0 { root.store(target?.pointer, ordering: .releasing) }
    }
  }

  /// The root was made, or pins another world, or pins none any more.
  static func rootChanged(to address: UnsafePointer<World>?) {
    target.withLock { target in
      target = address.map(Address.init)
      if liveScopes.load(ordering: .relaxed) == 0 { root.store(address, ordering: .releasing) }
    }
  }
}
