import Synchronization

/// The shortcut to the process-wide world, in one word. Open, the word is even: the address of the world that any
/// use of `Current` means. Closed, it is odd, and counts who holds it closed: every scope that is alive, and
/// whoever is about to change the root.
///
/// Why it is safe:
///
/// 1. What the word ever led to is never freed, since the root isn't.
/// 2. A reader inside a scope finds it closed: the scope was counted before its operation began and is alive as
///    long as any task holds it, and a word that others go on changing is never older than what a thread knows.
/// 3. Nobody goes back in time: a writer closes it before the root's new world can be seen.
/// 4. Who opens it leads it to the latest world. A holder that is the last reads the root's address and exchanges
///    the very word that it saw before; had a writer come and gone in between, its visit would show in the word.
/// 5. Who sees the address sees the world behind it: it is exchanged with release and loaded with acquire.
@usableFromInline
enum FastPath {
  /// Closed at first, by the root that isn't made yet.
  @usableFromInline static let word = Atomic<UInt>(closed + holder)

  @usableFromInline static let closed: UInt = 1
  private static let holder: UInt = 2
  /// Counts the writers that came while it was closed, in eight bits: the root pins no more worlds than that.
  private static let visit: UInt = 1 << (UInt.bitWidth - 8)

  /// The process-wide world while nothing else can be meant, else what is found the slower way.
  @inlinable
  static func address(else slower: @autoclosure () -> UnsafePointer<World>) -> UnsafePointer<World> {
    let seen = word.load(ordering: .acquiring)
    if seen & closed != 0 { return slower() }
    return UnsafePointer(bitPattern: seen).unsafelyUnwrapped
  }

  /// Whether no scope is alive, so that whoever asks isn't in one.
  static var isOpen: Bool { word.load(ordering: .relaxed) & closed == 0 }

  static func close(toWrite isWriting: Bool = false) {
    var seen = word.load(ordering: .relaxed)
    while true {
      let next = (seen & closed == 0 ? closed : seen) + holder + (isWriting ? visit : 0)
      let (exchanged, original) = word.weakCompareExchange(expected: seen, desired: next, ordering: .relaxed)
      if exchanged { return }
      seen = original
    }
  }

  /// Ends what `close` began.
  ///
  /// - Parameter root: Must pin a world. A root that pins none any more keeps the shortcut closed for good.
  static func open(to root: @autoclosure () -> Scope) {
    var seen = word.load(ordering: .acquiring)
    while true {
      let isLast = seen & ~(visit &* 255) == closed + holder
      let next = isLast ? root().pinnedAddress : seen - holder
      let (exchanged, original) = word.weakCompareExchange(
        expected: seen, desired: next, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
      if exchanged { return }
      seen = original
    }
  }
}
