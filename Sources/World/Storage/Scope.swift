import Synchronization

/// A place where a world is in force: the whole process, or the inside of one `withWorld`.
///
/// # Why reading is safe without a lock
///
/// 1. A world that was ever published through `pinned` stays at its address, unchanged, until its scope goes: the
///    scope holds the first one, and, in `writes`, the next few (`pinnedLimit`).
/// 2. Whoever reads through `pinned` holds the scope: the task-local does while its task runs, and the root is
///    never freed. So no reader touches freed memory.
/// 3. After `pinnedLimit` writes `pinned` is null for good, and readers take a counted reference to the latest
///    snapshot under the lock of `writes`. Memory stays bounded however often the world is written.
/// 4. Publishing is a releasing store, reading an acquiring load: who sees the address sees the world behind it.
///
/// # Why writing is safe
///
/// A writer has the scope's *turn* from its copy of the latest world until it published the changed copy. So
/// two writers never start from the same copy, and neither loses what it wrote. Readers don't wait: they go
/// on reading the world before the change. Nothing of a caller's runs under a lock: what a replaced world
/// held is let go after the lock was unlocked and the turn was given up.
@usableFromInline
package final class Scope: Sendable {
  /// The process-wide world.
  package static let root: Scope = {
    let root = Scope(World(), isRoot: true, outer: nil, fileID: "", line: 0, test: nil)
    FastPath.open(to: root)
    return root
  }()

  /// The scope of the innermost `withWorld` of the running task.
  package static var innermost: Scope? { unretainedInnermost?.takeUnretainedValue() }

  /// The scope that a use of `Current` means.
  static var current: Scope {
    guard let innermost else { return root }
    innermost.test?.reportIfOver()
    return innermost
  }

  /// Keeps the scope alive as long as any task holds it.
  @TaskLocal private static var taskLocal: Scope?

  /// The same, without counting references, in which reading a scope would spend most of its time.
  private static var unretainedInnermost: Unmanaged<Scope>? { taskLocalValue($taskLocal)?.pointee }

  /// Runs an operation inside.
  @usableFromInline
  func enter(_ operation: () -> Void) {
    Scope.$taskLocal.withValue(self, operation: operation)
  }

  /// Runs an operation outside of all scopes, in the process-wide world.
  static func leave<Result>(_ operation: () -> Result) -> Result {
    $taskLocal.withValue(nil, operation: operation)
  }

  /// Runs an asynchronous operation inside, in the caller's isolation.
  @usableFromInline
  func enter(isolation: isolated (any Actor)?, _ operation: () async -> Void) async {
    await Scope.$taskLocal.withValue(self, operation: operation, isolation: isolation)
  }

  private static let pinnedLimit = 32
  private static let deepest = 32

  let isRoot: Bool
  private let first: PinnedWorld
  // An atomic is safe to share; the compiler minds the pointer in it, for which see 1 and 2 above.
  nonisolated(unsafe) private let pinned: Atomic<UnsafePointer<World>?>
  /// What writing left behind; most scopes are never written. Held by the scope, which lets it go in `deinit`.
  private let unretainedWrites = Atomic<Unmanaged<Writes>?>(nil)
  /// The scope around, and how many of them there are; only to tell where a value came from.
  package let outer: Scope?
  private let depth: Int
  private let isOuterForgotten: Bool
  private let fileID: StaticString
  private let line: UInt
  /// The test that this scope, or one around it, was made for.
  private let test: TestOrigin?

  @usableFromInline
  convenience init(_ world: consuming World, fileID: StaticString, line: UInt) {
    let outer = FastPath.isOpen ? nil : Scope.innermost
    self.init(world, isRoot: false, outer: outer, fileID: fileID, line: line, test: world.test ?? outer?.test)
  }

  /// A scope for a test.
  convenience init(_ world: consuming World, test: TestOrigin) {
    self.init(world, isRoot: false, outer: Scope.innermost, fileID: "", line: 0, test: test)
  }

  private init(
    _ world: consuming World, isRoot: Bool, outer: Scope?, fileID: StaticString, line: UInt, test: TestOrigin?
  ) {
    let depth = outer.map { $0.depth + 1 } ?? 0
    // A job that begins the next one from inside its scope must not keep all of its predecessors alive.
    let isTooDeep = depth == Scope.deepest
    self.outer = isTooDeep ? nil : outer
    self.depth = isTooDeep ? 0 : depth
    isOuterForgotten = isTooDeep
    self.fileID = fileID
    self.line = line
    if let test { world.test = test }
    self.test = world.test
    world.services.settle(isRoot: isRoot)
    first = PinnedWorld(world)
    self.isRoot = isRoot
    pinned = Atomic(UnsafePointer(first.address))
    if !isRoot { FastPath.close() }
  }

  deinit {
    if !isRoot { FastPath.open(to: .root) }
    first.free()
    unretainedWrites.load(ordering: .acquiring)?.release()
  }

  private var writes: Writes? { unretainedWrites.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// The same, made at need. Only with the turn, so that no two make it.
  private func writesToChange() -> Writes {
    if let writes { return writes }
    let made = Writes()
    unretainedWrites.store(.passRetained(made), ordering: .releasing)
    return made
  }

  // MARK: Reading

  /// The address of the world that a use of `Current` means.
  ///
  /// - Parameter owner: Set to what must be kept until the world was read, if the scope alone doesn't do.
  static func currentAddress(_ owner: inout AnyObject?) -> UnsafePointer<World> {
    guard let innermost = unretainedInnermost else { return root.address(&owner) }
    return innermost._withUnsafeGuaranteedRef { scope in
      scope.test?.reportIfOver()
      return scope.address(&owner)
    }
  }

  /// The address of the world in force here.
  ///
  /// - Parameter owner: Set to what must be kept until the world was read, if the scope alone doesn't do.
  func address(_ owner: inout AnyObject?) -> UnsafePointer<World> {
    if let address = pinned.load(ordering: .acquiring) { return address }
    let latest = writes?.state.withLock { $0.latest }
    owner = latest
    // `pinned` is null only after there is a latest snapshot.
    return UnsafePointer((latest?.pinned ?? first).address)
  }

  /// The address of the world in force here, as a number; zero after `pinnedLimit` writes.
  var pinnedAddress: UInt { UInt(bitPattern: pinned.load(ordering: .acquiring)) }

  /// The world that came into force here first.
  package var firstWorld: World { first.address.pointee }

  /// Where that was.
  package var place: String {
    if line == 0, let test { return "of the test \(test)" }
    return "at \(fileID):\(line)" + (isOuterForgotten ? ", or one around it" : "")
  }

  /// A copy of the world in force here.
  package var world: World {
    var owner: AnyObject?
    let address = address(&owner)
    return withExtendedLifetime(owner) { address.pointee }
  }

  // MARK: Writing

  /// The right to write here alone.
  var turn: Exclusive.Work { Exclusive.Work(owner: ObjectIdentifier(self)) }

  /// Puts a world in force here. Only with the turn.
  ///
  /// - Returns: what it replaced, for the caller to let go of after the turn.
  func publish(_ world: consuming World) -> AnyObject? {
    world.services.settle(isRoot: isRoot)
    world.test = test
    let next = Snapshot(world)
    // Closes the shortcut to the old world before anyone can see the new one: nobody goes back in time.
    if isRoot, pinned.load(ordering: .relaxed) != nil { FastPath.close(toWrite: true) }
    let writes = writesToChange()
    let (isPinned, replaced) = writes.state.withLock { state -> (Bool, Snapshot?) in
      if state.kept.count < Scope.pinnedLimit {
        state.kept.append(next)
        return (true, nil)
      }
      defer { state.latest = next }
      return (false, state.latest)
    }
    pinned.store(isPinned ? UnsafePointer(next.pinned.address) : nil, ordering: .releasing)
    // After the last world that is pinned the shortcut stays closed for good.
    if isRoot && isPinned { FastPath.open(to: self) }
    return replaced
  }

  // MARK: Setting up for good

  /// Notes that the world here is set up for good. Only with the turn.
  ///
  /// - Returns: where that was done before, if it was.
  func markBootstrapped(at location: World.SourceLocation) -> World.SourceLocation? {
    writesToChange().state.withLock { state in
      if let earlier = state.bootstrap { return earlier }
      state.bootstrap = location
      return nil
    }
  }

  /// Takes the note back, when setting up failed.
  func unmarkBootstrapped() { writes?.state.withLock { $0.bootstrap = nil } }

  /// Where the world here was set up for good.
  var bootstrap: World.SourceLocation? { writes?.state.withLock { $0.bootstrap } }
}

/// Where the running task keeps a task-local's value: what `TaskLocal.get` calls in the runtime before it copies the
/// value, and so counts a reference. The place is valid while the task runs inside the binding.
@_silgen_name("swift_task_localValueGet")
private func taskLocalValue(_ key: TaskLocal<Scope?>) -> UnsafePointer<Unmanaged<Scope>?>?
