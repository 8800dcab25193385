import Synchronization

/// The shortcut to the process-wide world: the address of the latest one. The first `withWorld` of the process closes it
/// permanently: from then on readers look for the scope of their task. So does the first process-wide write after
/// ``ScopeState/cacheLimit`` others.
///
/// Why it is safe:
///
/// 1. An address that was ever published here is never freed (see ``Scope``).
/// 2. A reader inside a scope finds the shortcut closed: it was closed before the scope's operation began, and no load
///    returns an older value of one atomic word than one that happened before.
/// 3. No thread sees an older world after a newer one: while the shortcut is open all readers use it, and it is exchanged
///    under the lock of the process-wide scope, in the order of the writes.
/// 4. A thread that sees an address sees the world behind it: it is stored with release and loaded with acquire.
@usableFromInline
enum FastPath {
  /// The address of the process-wide world; 0 before it exists, and 1 (``closed``) once the shortcut is closed.
  @usableFromInline static let word = Atomic<UInt>(0)
  @usableFromInline static let closed: UInt = 1

  /// The process-wide world; `nil` before it exists, and once the shortcut is closed.
  @inlinable static var address: UnsafePointer<World>? {
    let seen = word.load(ordering: .acquiring)
    return _fastPath(seen > closed) ? UnsafePointer(bitPattern: seen) : nil
  }

  /// Whether it is closed, as it is once a scope has ever begun.
  static var isClosed: Bool { word.load(ordering: .relaxed) == closed }

  static func close() {
    if !isClosed { word.store(closed, ordering: .releasing) }
  }

  /// A copy of the process-wide scope's latest address, for readers that find the shortcut closed: to ask the scope would
  /// cost a call. Null before it exists, and after ``ScopeState/cacheLimit`` writes.
  // An atomic is safe to share; for the pointer in it see 1 above.
  nonisolated(unsafe) static let processWide = Atomic<UnsafePointer<World>?>(nil)

  /// Publishes a newer process-wide world. A closed shortcut stays closed.
  static func publish(_ address: UnsafePointer<World>) {
    processWide.store(address, ordering: .releasing)
    var seen = word.load(ordering: .relaxed)
    while seen != closed {
      let (exchanged, original) = word.compareExchange(
        expected: seen, desired: UInt(bitPattern: address), ordering: .releasing)
      if exchanged { return }
      seen = original
    }
  }
}
